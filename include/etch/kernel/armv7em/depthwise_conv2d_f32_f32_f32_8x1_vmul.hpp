// depthwise_conv2d in single precision: up to eight channels of a pixel at a time, four of
// codes, by VMUL and VADD.
//
// Needs: an FPU, to be worth it; hwc; a filter a channel. Values, weights and outputs are f32 or
// codes of bf16, f16 or fp8. C, OW, window, padding, stride and dilation are free.
// Reads: x (N,H,W,C), weights (KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/floats.hpp>
#include <etch/kernel/layer/float_channels.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d on f32 and codes that it holds.
struct depthwise_conv2d_f32_f32_f32_8x1_vmul
    : vectors::channel_kernel<depthwise_conv2d_f32_f32_f32_8x1_vmul> {
  static constexpr const char* name = "depthwise_conv2d_f32_f32_f32_8x1_vmul";
  static constexpr bool fuses = true;  // by VFMA

  template <class C, class A>
  static void run(const A& a, row_block rows) {
    constexpr bool is_f32 = __is_same(typename C::template out<>::storage, float);
    run_channels<armv7em::one_float, is_f32 ? 8 : 4, C>(a, rows);
  }
};

}  // namespace ETCH_NAMESPACE
