// lstm by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/armv81m/matrix_rows.hpp>
#include <etch/kernel/generic/lstm.hpp>

namespace ETCH_NAMESPACE {

/// lstm of 8-bit codes.
struct lstm_s8_s8_s8_8x1_vmladava : kernel_by_rows<armv81m::matrix_products, std::int8_t> {
  using op = ops::lstm;
  static constexpr const char* name = "lstm_s8_s8_s8_8x1_vmladava";
};

}  // namespace ETCH_NAMESPACE
