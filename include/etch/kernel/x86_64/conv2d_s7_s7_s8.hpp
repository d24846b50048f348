// conv2d of integers of fewer than 8 bits by rows of matrices (packed_by_rows.hpp).
#pragma once

#include <etch/kernel/layer/packed_by_rows.hpp>
#include <etch/kernel/x86_64/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of integers of fewer than 8 bits.
struct conv2d_s7_s7_s8_16x1_pmaddwd
    : kernel_by_rows<x86::matrix_products<x86::sse2_widened>, std::int8_t> {
  using op = ops::conv2d;
  static constexpr const char* name = "conv2d_s7_s7_s8_16x1_pmaddwd";
};
/// conv2d of integers of fewer than 8 bits.
struct conv2d_s7_s7_s8_16x1_vpmaddubsw
    : kernel_by_rows<x86::matrix_products<x86::avx2>, std::int8_t> {
  using op = ops::conv2d;
  static constexpr const char* name = "conv2d_s7_s7_s8_16x1_vpmaddubsw";
};
/// conv2d of integers of fewer than 8 bits.
struct conv2d_s7_s7_s8_16x1_vpdpbusd
    : kernel_by_rows<x86::matrix_products<x86::vnni_512>, std::int8_t> {
  using op = ops::conv2d;
  static constexpr const char* name = "conv2d_s7_s7_s8_16x1_vpdpbusd";
};

}  // namespace ETCH_NAMESPACE
