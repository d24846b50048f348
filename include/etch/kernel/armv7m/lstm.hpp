// lstm by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/armv7m/matrix_rows.hpp>
#include <etch/kernel/generic/lstm.hpp>

namespace ETCH_NAMESPACE {

/// lstm of 8-bit codes.
struct lstm_s8_s8_s8_8x1_mul : kernel_by_rows<armv7m::matrix_products, std::int8_t> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_s8_s8_s8_8x1_mul";
};
/// lstm of codes of 9 to 16 bits.
struct lstm_s16_s16_s16_4x1_mla : kernel_by_rows<armv7m::matrix_products, std::int16_t> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_s16_s16_s16_4x1_mla";
};

}  // namespace ETCH_NAMESPACE
