// dense of 8-bit codes: eight filters a pass over the input, two products by one MUL.
//
// Needs: Armv7-M; accumulators that are proved exact. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv6m/dense_by_eights.hpp>
#include <etch/kernel/armv7m/block_of_halves.hpp>

namespace ETCH_NAMESPACE {

/// dense of 8-bit codes by eight filters.
struct dense_s8_s8_s8_8x1_mul : layer_kernel<dense_s8_s8_s8_8x1_mul, ops::dense,
                                             armv6m::dense_by_eights<armv7m::block_of_halves>> {
  static constexpr const char* name = "dense_s8_s8_s8_8x1_mul";
};

}  // namespace ETCH_NAMESPACE
