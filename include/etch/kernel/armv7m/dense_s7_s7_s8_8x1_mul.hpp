// dense of integers of fewer than 8 bits by rows of matrices (packed_by_rows.hpp).
#pragma once

#include <etch/kernel/armv7m/matrix_rows.hpp>
#include <etch/kernel/layer/packed_by_rows.hpp>

namespace ETCH_NAMESPACE {

/// dense of integers of fewer than 8 bits.
struct dense_s7_s7_s8_8x1_mul : kernel_by_rows<armv7m::matrix_products, std::int8_t> {
  using op = ops::dense;
  static constexpr const char* name = "dense_s7_s7_s8_8x1_mul";
};

}  // namespace ETCH_NAMESPACE
