// conv2d of integers of fewer than 8 bits by rows of matrices (packed_by_rows.hpp).
#pragma once

#include <etch/kernel/armv7m/matrix_rows.hpp>
#include <etch/kernel/layer/packed_by_rows.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of integers of fewer than 8 bits.
struct conv2d_s7_s7_s8_8x1_mul : kernel_by_rows<armv7m::matrix_products, std::int8_t> {
  using op = ops::conv2d;
  static constexpr const char* name = "conv2d_s7_s7_s8_8x1_mul";
};

}  // namespace ETCH_NAMESPACE
