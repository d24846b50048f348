// svdf by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/aarch64/matrix_rows.hpp>
#include <etch/kernel/generic/svdf.hpp>

namespace ETCH_NAMESPACE {

/// svdf of 8-bit codes.
struct svdf_s8_s8_s8_1x16_smlal
    : svdf_by<
          svdf_s8_s8_s8_1x16_smlal,
          products_of_codes<products::matrix_products<products::multiply::smlal>, std::int8_t>> {
  static constexpr const char* name = "svdf_s8_s8_s8_1x16_smlal";
};
/// svdf of 8-bit codes.
struct svdf_s8_s8_s8_1x16_sdot
    : svdf_by<svdf_s8_s8_s8_1x16_sdot,
              products_of_codes<products::matrix_products<products::multiply::sdot>, std::int8_t>> {
  static constexpr const char* name = "svdf_s8_s8_s8_1x16_sdot";
};
/// svdf of f32.
struct svdf_f32_f32_f32_1x16_fmul
    : svdf_by<svdf_f32_f32_f32_1x16_fmul,
              products_of_codes<products::matrix_products<products::multiply::smlal>, float>> {
  static constexpr const char* name = "svdf_f32_f32_f32_1x16_fmul";
};

}  // namespace ETCH_NAMESPACE
