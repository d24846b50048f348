// dynamic_range by rows of matrices (range_by_rows.hpp).
#pragma once

#include <etch/kernel/layer/range_by_rows.hpp>
#include <etch/kernel/x86_64/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

/// conv2d, depthwise_conv2d and dense over ranges.
struct dynamic_range_f32_f32_s8_16x1_pmaddwd
    : kernel_by_rows<x86::matrix_products<x86::sse2_widened>, std::int8_t> {
  using op = ops::dynamic_range;
  static constexpr const char* name = "dynamic_range_f32_f32_s8_16x1_pmaddwd";
};
/// conv2d, depthwise_conv2d and dense over ranges.
struct dynamic_range_f32_f32_s8_16x1_vpmaddubsw
    : kernel_by_rows<x86::matrix_products<x86::avx2>, std::int8_t> {
  using op = ops::dynamic_range;
  static constexpr const char* name = "dynamic_range_f32_f32_s8_16x1_vpmaddubsw";
};
/// conv2d, depthwise_conv2d and dense over ranges.
struct dynamic_range_f32_f32_s8_16x1_vpdpbusd
    : kernel_by_rows<x86::matrix_products<x86::vnni_512>, std::int8_t> {
  using op = ops::dynamic_range;
  static constexpr const char* name = "dynamic_range_f32_f32_s8_16x1_vpdpbusd";
};

}  // namespace ETCH_NAMESPACE
