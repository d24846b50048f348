// dense of values of 9 to 16 bits: two filters times two input rows, if there are, by SMLAD.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// zero points of 0; weights of 8 to 16 bits.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv7em/short_tile.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of values of 9 to 16 bits.
struct dense_s16_s16_s16_2x2_smlad
    : short_sums::kernel<dense_s16_s16_s16_2x2_smlad, ops::dense, armv7em::short_tile> {
  static constexpr const char* name = "dense_s16_s16_s16_2x2_smlad";
};

}  // namespace ETCH_NAMESPACE
