// conv2d on f32, 4 pixels x 16 filters at a time (8 x 8 or 8 x 4 where filters are few), bit for
// bit as the generic kernel.
//
// Needs: Advanced SIMD; hwc; no groups; filters that fill blocks of 16, 8 or 4 but for a fifth.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C). Writes: y (N,OH,OW,OC).
#pragma once

#include <etch/kernel/aarch64/floats.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d on f32 by FMUL and FADD over filters.
struct conv2d_f32_f32_f32_4x16_fmul : neon::fmul_kernel<conv2d_f32_f32_f32_4x16_fmul, ops::conv2d> {
  static constexpr const char* name = "conv2d_f32_f32_f32_4x16_fmul";
};

}  // namespace ETCH_NAMESPACE
