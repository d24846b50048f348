// gru by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/armv7m/matrix_rows.hpp>
#include <etch/kernel/generic/gru.hpp>

namespace ETCH_NAMESPACE {

/// gru of 8-bit codes.
struct gru_s8_s8_s8_8x1_mul : kernel_by_rows<armv7m::matrix_products, std::int8_t> {
  using op = ops::gru;
  static constexpr const char* name = "gru_s8_s8_s8_8x1_mul";
};
/// gru of codes of 9 to 16 bits.
struct gru_s16_s16_s16_4x1_mla : kernel_by_rows<armv7m::matrix_products, std::int16_t> {
  using op = ops::gru;
  static constexpr const char* name = "gru_s16_s16_s16_4x1_mla";
};

}  // namespace ETCH_NAMESPACE
