// conv2d of integers of fewer than 8 bits by rows of matrices (packed_by_rows.hpp).
#pragma once

#include <etch/kernel/aarch64/matrix_rows.hpp>
#include <etch/kernel/layer/packed_by_rows.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of integers of fewer than 8 bits.
struct conv2d_s7_s7_s8_1x16_smlal
    : kernel_by_rows<products::matrix_products<products::multiply::smlal>, std::int8_t> {
  using op = ops::conv2d;
  static constexpr const char* name = "conv2d_s7_s7_s8_1x16_smlal";
};
/// conv2d of integers of fewer than 8 bits.
struct conv2d_s7_s7_s8_1x16_sdot
    : kernel_by_rows<products::matrix_products<products::multiply::sdot>, std::int8_t> {
  using op = ops::conv2d;
  static constexpr const char* name = "conv2d_s7_s7_s8_1x16_sdot";
};

}  // namespace ETCH_NAMESPACE
