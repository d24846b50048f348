// svdf by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/armv7em/matrix_rows.hpp>
#include <etch/kernel/generic/svdf.hpp>

namespace ETCH_NAMESPACE {

/// svdf of 8-bit codes.
struct svdf_s8_s8_s8_8x1_smlad : kernel_by_rows<armv7em::matrix_products, std::int8_t> {
  using op = ops::svdf;
  static constexpr const char* name = "svdf_s8_s8_s8_8x1_smlad";
};
/// svdf of f32.
struct svdf_f32_f32_f32_8x1_vmul : kernel_by_rows<armv7em::matrix_products, float> {
  using op = ops::svdf;
  static constexpr const char* name = "svdf_f32_f32_f32_8x1_vmul";
};

}  // namespace ETCH_NAMESPACE
