// svdf by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/armv6m/matrix_rows.hpp>
#include <etch/kernel/generic/svdf.hpp>

namespace ETCH_NAMESPACE {

/// svdf of 8-bit codes.
struct svdf_s8_s8_s8_8x1_muls : kernel_by_rows<armv6m::matrix_products, std::int8_t> {
  using op = ops::svdf;
  static constexpr const char* name = "svdf_s8_s8_s8_8x1_muls";
};

}  // namespace ETCH_NAMESPACE
