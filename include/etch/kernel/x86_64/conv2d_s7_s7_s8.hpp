// conv2d of integers of fewer than 8 bits by rows of matrices (packed_by_rows.hpp).
#pragma once

#include <etch/kernel/layer/packed_by_rows.hpp>
#include <etch/kernel/x86_64/matrix_rows.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of integers of fewer than 8 bits.
struct conv2d_s7_s7_s8_16x1_pmaddwd
    : packed_by_rows<ops::conv2d, x86::matrix_products<x86::sse2_widened>> {
  static constexpr const char* name = "conv2d_s7_s7_s8_16x1_pmaddwd";
};
/// conv2d of integers of fewer than 8 bits.
struct conv2d_s7_s7_s8_16x1_vpmaddubsw
    : packed_by_rows<ops::conv2d, x86::matrix_products<x86::avx2>> {
  static constexpr const char* name = "conv2d_s7_s7_s8_16x1_vpmaddubsw";
};
/// conv2d of integers of fewer than 8 bits.
struct conv2d_s7_s7_s8_16x1_vpdpbusd
    : packed_by_rows<ops::conv2d, x86::matrix_products<x86::vnni_512>> {
  static constexpr const char* name = "conv2d_s7_s7_s8_16x1_vpdpbusd";
};

}  // namespace ETCH_NAMESPACE
