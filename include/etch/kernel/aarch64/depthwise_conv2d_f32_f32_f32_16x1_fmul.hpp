// depthwise_conv2d in single precision: up to 16 channels of a pixel at a time, by FMUL and FADD.
//
// Needs: Advanced SIMD; hwc; a filter a channel. Values, weights and outputs are f32 or codes of
// bf16, f16 or fp8. C, OW, window, padding, stride and dilation are free.
// Reads: x (N,H,W,C), weights (KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/aarch64/floats.hpp>
#include <etch/kernel/layer/float_channels.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d on f32 and codes that it holds.
struct depthwise_conv2d_f32_f32_f32_16x1_fmul
    : vectors::channel_kernel<depthwise_conv2d_f32_f32_f32_16x1_fmul> {
  static constexpr const char* name = "depthwise_conv2d_f32_f32_f32_16x1_fmul";
  static constexpr bool fuses = true;  // by FMLA

  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_NEON
    run_channels<neon::four_floats, 4, C>(a, rows);
#else
    static_assert(sizeof(A) == 0, "kernels by FMUL: compile for AArch64");
#endif
  }
};

}  // namespace ETCH_NAMESPACE
