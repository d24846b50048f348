// dense on f32, 16 outputs at a time (8 or 4 where those are few), bit for bit as the generic
// kernel.
//
// Needs: Advanced SIMD; hwc; outputs that fill blocks of 16, 8 or 4 but for a fifth.
// Reads: x (B,K), weights (O,K). Writes: y (B,O).
#pragma once

#include <etch/kernel/aarch64/floats.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense on f32 by FMUL and FADD over outputs.
struct dense_f32_f32_f32_1x16_fmul : neon::fmul_kernel<dense_f32_f32_f32_1x16_fmul, ops::dense> {
  static constexpr const char* name = "dense_f32_f32_f32_1x16_fmul";
};

}  // namespace ETCH_NAMESPACE
