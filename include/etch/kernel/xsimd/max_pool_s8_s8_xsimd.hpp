// max_pool of 8-bit codes, a vector of channels at a time.
//
// Needs: xsimd; hwc; channels that fill 16 bytes.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/xsimd/max_pool_xsimd.hpp>

namespace ETCH_NAMESPACE {

/// max_pool of 8-bit codes by vectors.
struct max_pool_s8_s8_xsimd : vectors::max_pool_kernel<std::int8_t> {
  static constexpr const char* name = "max_pool_s8_s8_xsimd";
};

}  // namespace ETCH_NAMESPACE
