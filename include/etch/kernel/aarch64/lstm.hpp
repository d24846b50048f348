// lstm by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/aarch64/matrix_rows.hpp>
#include <etch/kernel/generic/lstm.hpp>

namespace ETCH_NAMESPACE {

/// lstm of 8-bit codes.
struct lstm_s8_s8_s8_1x16_smlal
    : lstm_by<
          lstm_s8_s8_s8_1x16_smlal,
          products_of_codes<products::matrix_products<products::multiply::smlal>, std::int8_t>> {
  static constexpr const char* name = "lstm_s8_s8_s8_1x16_smlal";
};
/// lstm of 8-bit codes.
struct lstm_s8_s8_s8_1x16_sdot
    : lstm_by<lstm_s8_s8_s8_1x16_sdot,
              products_of_codes<products::matrix_products<products::multiply::sdot>, std::int8_t>> {
  static constexpr const char* name = "lstm_s8_s8_s8_1x16_sdot";
};
/// lstm of codes of 9 to 16 bits.
struct lstm_s16_s16_s16_1x8_smlal
    : lstm_by<
          lstm_s16_s16_s16_1x8_smlal,
          products_of_codes<products::matrix_products<products::multiply::smlal>, std::int16_t>> {
  static constexpr const char* name = "lstm_s16_s16_s16_1x8_smlal";
};
/// lstm of f32.
struct lstm_f32_f32_f32_1x16_fmul
    : lstm_by<lstm_f32_f32_f32_1x16_fmul,
              products_of_codes<products::matrix_products<products::multiply::smlal>, float>> {
  static constexpr const char* name = "lstm_f32_f32_f32_1x16_fmul";
};

}  // namespace ETCH_NAMESPACE
