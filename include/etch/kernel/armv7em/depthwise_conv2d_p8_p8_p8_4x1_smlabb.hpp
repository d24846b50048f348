// depthwise_conv2d of posit<8, 0>: four channels of a pixel by SMLABB and SMLATT.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// no NaR among weights and biases; a filter a channel; windows of at most 1,024 codes. Reads: x
// (N,H,W,C), whose rows may lie apart, weights (KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/short_tile.hpp>
#include <etch/kernel/layer/posit_sums.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of posit<8, 0>.
struct depthwise_conv2d_p8_p8_p8_4x1_smlabb
    : posit_sums::kernel<depthwise_conv2d_p8_p8_p8_4x1_smlabb, ops::depthwise_conv2d,
                         armv7em::short_tile> {
  static constexpr const char* name = "depthwise_conv2d_p8_p8_p8_4x1_smlabb";
};

}  // namespace ETCH_NAMESPACE
