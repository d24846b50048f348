// depthwise_conv2d in single precision in hwc with one filter a channel, up to four vectors of
// channels of a pixel at a time. Values, weights and outputs are f32 or codes of bf16, f16 or fp8.
#pragma once

#include <etch/kernel/layer/float_channels.hpp>
#include <etch/kernel/xsimd/float_rows.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d on f32 and codes that it holds by vectors over channels.
struct depthwise_conv2d_f32_f32_f32_xsimd
    : vectors::channel_kernel<depthwise_conv2d_f32_f32_f32_xsimd> {
  static constexpr const char* name = "depthwise_conv2d_f32_f32_f32_xsimd";

  static constexpr bool fuses = ETCH_HAS_FMA == 1;
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    vectors::require_xsimd<A>();
    constexpr int width =
        vectors::lanes_for_channels(depthwise_conv2d_f32_f32_f32_xsimd::template geometry_of<C>.c);
    run_channels<vectors::float_vectors<width>, 4, C>(a, rows);
  }
};

}  // namespace ETCH_NAMESPACE
