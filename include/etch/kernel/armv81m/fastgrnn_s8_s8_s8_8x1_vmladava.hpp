// fastgrnn by rows of matrices side by side (matrix_rows.hpp).
#pragma once

#include <etch/kernel/armv81m/matrix_rows.hpp>
#include <etch/kernel/generic/fastgrnn.hpp>

namespace ETCH_NAMESPACE {

/// fastgrnn of 8-bit codes.
struct fastgrnn_s8_s8_s8_8x1_vmladava : kernel_by_rows<armv81m::matrix_products, std::int8_t> {
  using op = ops::fastgrnn;
  static constexpr const char* name = "fastgrnn_s8_s8_s8_8x1_vmladava";
};

}  // namespace ETCH_NAMESPACE
