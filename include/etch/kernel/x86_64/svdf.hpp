// svdf by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/generic/svdf.hpp>
#include <etch/kernel/x86_64/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

/// svdf of 8-bit codes.
struct svdf_s8_s8_s8_16x1_pmaddwd
    : kernel_by_rows<x86::matrix_products<x86::sse2_widened>, std::int8_t> {
  using op = ops::svdf;
  static constexpr const char* name = "svdf_s8_s8_s8_16x1_pmaddwd";
};
/// svdf of 8-bit codes.
struct svdf_s8_s8_s8_16x1_vpmaddubsw
    : kernel_by_rows<x86::matrix_products<x86::avx2>, std::int8_t> {
  using op = ops::svdf;
  static constexpr const char* name = "svdf_s8_s8_s8_16x1_vpmaddubsw";
};
/// svdf of 8-bit codes.
struct svdf_s8_s8_s8_16x1_vpdpbusd
    : kernel_by_rows<x86::matrix_products<x86::vnni_512>, std::int8_t> {
  using op = ops::svdf;
  static constexpr const char* name = "svdf_s8_s8_s8_16x1_vpdpbusd";
};

}  // namespace ETCH_NAMESPACE
