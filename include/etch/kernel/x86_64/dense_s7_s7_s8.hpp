// dense of integers of fewer than 8 bits by rows of matrices (packed_by_rows.hpp).
#pragma once

#include <etch/kernel/layer/packed_by_rows.hpp>
#include <etch/kernel/x86_64/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

/// dense of integers of fewer than 8 bits.
struct dense_s7_s7_s8_16x1_pmaddwd
    : kernel_by_rows<x86::matrix_products<x86::sse2_widened>, std::int8_t> {
  using op = ops::dense;
  static constexpr const char* name = "dense_s7_s7_s8_16x1_pmaddwd";
};
/// dense of integers of fewer than 8 bits.
struct dense_s7_s7_s8_16x1_vpmaddubsw
    : kernel_by_rows<x86::matrix_products<x86::avx2>, std::int8_t> {
  using op = ops::dense;
  static constexpr const char* name = "dense_s7_s7_s8_16x1_vpmaddubsw";
};
/// dense of integers of fewer than 8 bits.
struct dense_s7_s7_s8_16x1_vpdpbusd
    : kernel_by_rows<x86::matrix_products<x86::vnni_512>, std::int8_t> {
  using op = ops::dense;
  static constexpr const char* name = "dense_s7_s7_s8_16x1_vpdpbusd";
};

}  // namespace ETCH_NAMESPACE
