// lstm by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/aarch64/matrix_rows.hpp>
#include <etch/kernel/generic/lstm.hpp>

namespace ETCH_NAMESPACE {

/// lstm of 8-bit codes.
struct lstm_s8_s8_s8_1x16_smlal
    : kernel_by_rows<products::matrix_products<products::multiply::smlal>, std::int8_t> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_s8_s8_s8_1x16_smlal";
};
/// lstm of 8-bit codes.
struct lstm_s8_s8_s8_1x16_sdot
    : kernel_by_rows<products::matrix_products<products::multiply::sdot>, std::int8_t> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_s8_s8_s8_1x16_sdot";
};
/// lstm of codes of 9 to 16 bits.
struct lstm_s16_s16_s16_1x8_smlal
    : kernel_by_rows<products::matrix_products<products::multiply::smlal>, std::int16_t> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_s16_s16_s16_1x8_smlal";
};
/// lstm of codes of 9 to 16 bits, by halves where weights have 8.
struct lstm_s16_s16_s16_1x16_sdot
    : kernel_by_rows<products::matrix_products<products::multiply::sdot>, std::int16_t> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_s16_s16_s16_1x16_sdot";
};
/// lstm of codes of 9 to 16 bits, by halves where weights have 8.
struct lstm_s16_s16_s16_1x16_smmla
    : kernel_by_rows<products::matrix_products<products::multiply::smmla>, std::int16_t> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_s16_s16_s16_1x16_smmla";
};
/// lstm of f32.
struct lstm_f32_f32_f32_1x16_fmul
    : kernel_by_rows<products::matrix_products<products::multiply::smlal>, float> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_f32_f32_f32_1x16_fmul";
};

}  // namespace ETCH_NAMESPACE
