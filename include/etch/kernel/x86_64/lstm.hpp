// lstm by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/generic/lstm.hpp>
#include <etch/kernel/x86_64/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

/// lstm of 8-bit codes.
struct lstm_s8_s8_s8_4x1_pmaddwd : kernel_by_rows<x86::matrix_products, std::int8_t> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_s8_s8_s8_4x1_pmaddwd";
};
/// lstm of codes of 9 to 16 bits.
struct lstm_s16_s16_s16_4x1_pmaddwd : kernel_by_rows<x86::matrix_products, std::int16_t> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_s16_s16_s16_4x1_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
