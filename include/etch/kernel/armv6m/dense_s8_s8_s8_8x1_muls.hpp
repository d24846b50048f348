// dense of 8-bit codes: eight filters a pass over the input, three instructions a product, by MULS.
//
// Needs: the M profile; accumulators that are proved exact. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv6m/block_of_bytes.hpp>
#include <etch/kernel/armv6m/dense_by_eights.hpp>

namespace ETCH_NAMESPACE {

/// dense of 8-bit codes by eight filters.
struct dense_s8_s8_s8_8x1_muls : layer_kernel<dense_s8_s8_s8_8x1_muls, ops::dense,
                                              armv6m::dense_by_eights<armv6m::block_of_bytes>> {
  static constexpr const char* name = "dense_s8_s8_s8_8x1_muls";
};

}  // namespace ETCH_NAMESPACE
