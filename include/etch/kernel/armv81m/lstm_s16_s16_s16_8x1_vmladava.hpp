// lstm by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/armv81m/matrix_rows.hpp>
#include <etch/kernel/generic/lstm.hpp>

namespace ETCH_NAMESPACE {

/// lstm of codes of 9 to 16 bits.
struct lstm_s16_s16_s16_8x1_vmladava : kernel_by_rows<armv81m::matrix_products, std::int16_t> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_s16_s16_s16_8x1_vmladava";
};

}  // namespace ETCH_NAMESPACE
