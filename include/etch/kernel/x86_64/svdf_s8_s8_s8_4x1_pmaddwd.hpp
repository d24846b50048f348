// svdf by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/generic/svdf.hpp>
#include <etch/kernel/x86_64/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

/// svdf of 8-bit codes.
struct svdf_s8_s8_s8_4x1_pmaddwd : kernel_by_rows<x86::matrix_products, std::int8_t> {
  using op = ops::svdf;
  static constexpr const char* name = "svdf_s8_s8_s8_4x1_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
