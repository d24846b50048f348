// depthwise_conv2d in q of 8 bits: four channels a step, by SMLABB and SMLATT.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// one filter a channel, at least 4 channels; rounding half_up;
// sums that filter_pairs.hpp proves exact. Window, dilation, padding and stride are free.
// Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/depthwise_8bit.hpp>

namespace etch::inline ETCH_ABI {

/// depthwise_conv2d in q of 8 bits, ended by a shift.
struct depthwise_conv2d_q7_q7_q7_4x1_smlabb
    : armv7em::depthwise_kernel<depthwise_conv2d_q7_q7_q7_4x1_smlabb, true> {
  static constexpr const char* name = "depthwise_conv2d_q7_q7_q7_4x1_smlabb";
};

}  // namespace etch::inline ETCH_ABI
