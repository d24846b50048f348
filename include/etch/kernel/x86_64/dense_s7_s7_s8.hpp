// dense of integers of fewer than 8 bits by rows of matrices (packed_by_rows.hpp).
#pragma once

#include <etch/kernel/layer/packed_by_rows.hpp>
#include <etch/kernel/x86_64/matrix_rows.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of integers of fewer than 8 bits.
struct dense_s7_s7_s8_16x1_pmaddwd
    : packed_by_rows<ops::dense, x86::matrix_products<x86::sse2_widened>> {
  static constexpr const char* name = "dense_s7_s7_s8_16x1_pmaddwd";
};
/// dense of integers of fewer than 8 bits.
struct dense_s7_s7_s8_16x1_vpmaddubsw
    : packed_by_rows<ops::dense, x86::matrix_products<x86::avx2>> {
  static constexpr const char* name = "dense_s7_s7_s8_16x1_vpmaddubsw";
};
/// dense of integers of fewer than 8 bits.
struct dense_s7_s7_s8_16x1_vpdpbusd
    : packed_by_rows<ops::dense, x86::matrix_products<x86::vnni_512>> {
  static constexpr const char* name = "dense_s7_s7_s8_16x1_vpdpbusd";
};

}  // namespace ETCH_NAMESPACE
