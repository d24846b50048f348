// depthwise_conv2d of values of 9 to 16 bits: four channels of a pixel by SMLABB and SMLATT,
// without scratch memory.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// zero points of 0; weights of 8 to 16 bits; a filter a channel.
// Reads: x (N,H,W,C), whose rows may lie apart, weights (KH,KW,C), bias (C).
// Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/short_tile.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of values of 9 to 16 bits.
struct depthwise_conv2d_s16_s16_s16_4x1_smlabb
    : short_sums::kernel<depthwise_conv2d_s16_s16_s16_4x1_smlabb, ops::depthwise_conv2d,
                         armv7em::short_tile> {
  static constexpr const char* name = "depthwise_conv2d_s16_s16_s16_4x1_smlabb";
};

}  // namespace ETCH_NAMESPACE
