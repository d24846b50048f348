// max_pool of f32, a vector of channels at a time.
//
// Needs: xsimd; hwc; channels that fill 16 bytes.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/xsimd/max_pool_xsimd.hpp>

namespace ETCH_NAMESPACE {

/// max_pool of f32 by vectors.
struct max_pool_f32_f32_xsimd : vectors::max_pool_kernel<float> {
  static constexpr const char* name = "max_pool_f32_f32_xsimd";
};

}  // namespace ETCH_NAMESPACE
