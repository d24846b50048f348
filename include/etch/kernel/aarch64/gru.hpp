// gru by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/aarch64/matrix_rows.hpp>
#include <etch/kernel/generic/gru.hpp>

namespace ETCH_NAMESPACE {

/// gru of 8-bit codes.
struct gru_s8_s8_s8_1x16_smlal
    : gru_by<gru_s8_s8_s8_1x16_smlal,
             products_of_codes<products::matrix_products<products::multiply::smlal>, std::int8_t>> {
  static constexpr const char* name = "gru_s8_s8_s8_1x16_smlal";
};
/// gru of 8-bit codes.
struct gru_s8_s8_s8_1x16_sdot
    : gru_by<gru_s8_s8_s8_1x16_sdot,
             products_of_codes<products::matrix_products<products::multiply::sdot>, std::int8_t>> {
  static constexpr const char* name = "gru_s8_s8_s8_1x16_sdot";
};
/// gru of codes of 9 to 16 bits.
struct gru_s16_s16_s16_1x8_smlal
    : gru_by<
          gru_s16_s16_s16_1x8_smlal,
          products_of_codes<products::matrix_products<products::multiply::smlal>, std::int16_t>> {
  static constexpr const char* name = "gru_s16_s16_s16_1x8_smlal";
};
/// gru of f32.
struct gru_f32_f32_f32_1x16_fmul
    : gru_by<gru_f32_f32_f32_1x16_fmul,
             products_of_codes<products::matrix_products<products::multiply::smlal>, float>> {
  static constexpr const char* name = "gru_f32_f32_f32_1x16_fmul";
};

}  // namespace ETCH_NAMESPACE
