// fastgrnn by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/aarch64/matrix_rows.hpp>
#include <etch/kernel/generic/fastgrnn.hpp>

namespace ETCH_NAMESPACE {

/// fastgrnn of 8-bit codes.
struct fastgrnn_s8_s8_s8_1x16_smlal
    : fastgrnn_by<
          fastgrnn_s8_s8_s8_1x16_smlal,
          products_of_codes<products::matrix_products<products::multiply::smlal>, std::int8_t>> {
  static constexpr const char* name = "fastgrnn_s8_s8_s8_1x16_smlal";
};
/// fastgrnn of 8-bit codes.
struct fastgrnn_s8_s8_s8_1x16_sdot
    : fastgrnn_by<
          fastgrnn_s8_s8_s8_1x16_sdot,
          products_of_codes<products::matrix_products<products::multiply::sdot>, std::int8_t>> {
  static constexpr const char* name = "fastgrnn_s8_s8_s8_1x16_sdot";
};
/// fastgrnn of codes of 9 to 16 bits.
struct fastgrnn_s16_s16_s16_1x8_smlal
    : fastgrnn_by<
          fastgrnn_s16_s16_s16_1x8_smlal,
          products_of_codes<products::matrix_products<products::multiply::smlal>, std::int16_t>> {
  static constexpr const char* name = "fastgrnn_s16_s16_s16_1x8_smlal";
};
/// fastgrnn of f32.
struct fastgrnn_f32_f32_f32_1x16_fmul
    : fastgrnn_by<fastgrnn_f32_f32_f32_1x16_fmul,
                  products_of_codes<products::matrix_products<products::multiply::smlal>, float>> {
  static constexpr const char* name = "fastgrnn_f32_f32_f32_1x16_fmul";
};

}  // namespace ETCH_NAMESPACE
