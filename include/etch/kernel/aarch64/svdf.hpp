// svdf by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/aarch64/matrix_rows.hpp>
#include <etch/kernel/generic/svdf.hpp>

namespace ETCH_NAMESPACE {

/// svdf of 8-bit codes.
struct svdf_s8_s8_s8_1x16_smlal
    : kernel_by_rows<products::matrix_products<products::multiply::smlal>, std::int8_t> {
  using op = ops::svdf;
  static constexpr const char* name = "svdf_s8_s8_s8_1x16_smlal";
};
/// svdf of 8-bit codes.
struct svdf_s8_s8_s8_1x16_sdot
    : kernel_by_rows<products::matrix_products<products::multiply::sdot>, std::int8_t> {
  using op = ops::svdf;
  static constexpr const char* name = "svdf_s8_s8_s8_1x16_sdot";
};
/// svdf of f32.
struct svdf_f32_f32_f32_1x16_fmul
    : kernel_by_rows<products::matrix_products<products::multiply::smlal>, float> {
  using op = ops::svdf;
  static constexpr const char* name = "svdf_f32_f32_f32_1x16_fmul";
};

}  // namespace ETCH_NAMESPACE
