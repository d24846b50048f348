// dynamic_range by rows of matrices (range_by_rows.hpp).
#pragma once

#include <etch/kernel/aarch64/matrix_rows.hpp>
#include <etch/kernel/layer/range_by_rows.hpp>

namespace ETCH_NAMESPACE {

/// conv2d, depthwise_conv2d and dense over ranges.
struct dynamic_range_f32_f32_s8_1x16_smlal
    : kernel_by_rows<products::matrix_products<products::multiply::smlal>, std::int8_t> {
  using op = ops::dynamic_range;
  static constexpr const char* name = "dynamic_range_f32_f32_s8_1x16_smlal";
};
/// conv2d, depthwise_conv2d and dense over ranges.
struct dynamic_range_f32_f32_s8_1x16_sdot
    : kernel_by_rows<products::matrix_products<products::multiply::sdot>, std::int8_t> {
  using op = ops::dynamic_range;
  static constexpr const char* name = "dynamic_range_f32_f32_s8_1x16_sdot";
};

}  // namespace ETCH_NAMESPACE
