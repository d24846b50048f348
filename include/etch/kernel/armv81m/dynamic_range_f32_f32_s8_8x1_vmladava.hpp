// dynamic_range by rows of matrices (range_by_rows.hpp).
#pragma once

#include <etch/kernel/armv81m/matrix_rows.hpp>
#include <etch/kernel/layer/range_by_rows.hpp>

namespace ETCH_NAMESPACE {

/// conv2d, depthwise_conv2d and dense over ranges.
struct dynamic_range_f32_f32_s8_8x1_vmladava
    : kernel_by_rows<armv81m::matrix_products, std::int8_t> {
  using op = ops::dynamic_range;
  static constexpr const char* name = "dynamic_range_f32_f32_s8_8x1_vmladava";
};

}  // namespace ETCH_NAMESPACE
