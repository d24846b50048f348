// gru by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/aarch64/matrix_rows.hpp>
#include <etch/kernel/generic/gru.hpp>

namespace ETCH_NAMESPACE {

/// gru of 8-bit codes.
struct gru_s8_s8_s8_1x16_smlal
    : kernel_by_rows<products::matrix_products<products::multiply::smlal>, std::int8_t> {
  using op = ops::gru;
  static constexpr const char* name = "gru_s8_s8_s8_1x16_smlal";
};
/// gru of 8-bit codes.
struct gru_s8_s8_s8_1x16_sdot
    : kernel_by_rows<products::matrix_products<products::multiply::sdot>, std::int8_t> {
  using op = ops::gru;
  static constexpr const char* name = "gru_s8_s8_s8_1x16_sdot";
};
/// gru of codes of 9 to 16 bits.
struct gru_s16_s16_s16_1x8_smlal
    : kernel_by_rows<products::matrix_products<products::multiply::smlal>, std::int16_t> {
  using op = ops::gru;
  static constexpr const char* name = "gru_s16_s16_s16_1x8_smlal";
};
/// gru of codes of 9 to 16 bits, by halves where weights have 8.
struct gru_s16_s16_s16_1x16_sdot
    : kernel_by_rows<products::matrix_products<products::multiply::sdot>, std::int16_t> {
  using op = ops::gru;
  static constexpr const char* name = "gru_s16_s16_s16_1x16_sdot";
};
/// gru of codes of 9 to 16 bits, by halves where weights have 8.
struct gru_s16_s16_s16_1x16_smmla
    : kernel_by_rows<products::matrix_products<products::multiply::smmla>, std::int16_t> {
  using op = ops::gru;
  static constexpr const char* name = "gru_s16_s16_s16_1x16_smmla";
};
/// gru of f32.
struct gru_f32_f32_f32_1x16_fmul
    : kernel_by_rows<products::matrix_products<products::multiply::smlal>, float> {
  using op = ops::gru;
  static constexpr const char* name = "gru_f32_f32_f32_1x16_fmul";
};

}  // namespace ETCH_NAMESPACE
