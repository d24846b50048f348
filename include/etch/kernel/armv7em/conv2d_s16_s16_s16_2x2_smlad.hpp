// conv2d of values of 9 to 16 bits: two filters times two pixels by SMLAD, without scratch memory.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// zero points of 0; weights of 8 to 16 bits.
// Reads: x (N,H,W,C), whose rows may lie apart, weights (O,KH,KW,C/groups), bias (O).
// Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/short_tile.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of values of 9 to 16 bits.
struct conv2d_s16_s16_s16_2x2_smlad
    : short_sums::kernel<conv2d_s16_s16_s16_2x2_smlad, ops::conv2d, armv7em::short_tile> {
  static constexpr const char* name = "conv2d_s16_s16_s16_2x2_smlad";
};

}  // namespace ETCH_NAMESPACE
