// conv2d in single precision: up to four filters times four pixels a step, by VMUL and VADD.
//
// Needs: an FPU, to be worth it; hwc. Values, weights and outputs are f32 or codes of bf16, f16 or
// fp8. C, OC, OW, window, padding, stride, dilation and groups are free.
// Reads: x (N,H,W,C), weights (O,KH,KW,C/G), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/floats.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d on f32 and codes that it holds.
struct conv2d_f32_f32_f32_4x4_vmul
    : armv7em::vmul_kernel<conv2d_f32_f32_f32_4x4_vmul, ops::conv2d> {
  static constexpr const char* name = "conv2d_f32_f32_f32_4x4_vmul";
};

}  // namespace ETCH_NAMESPACE
