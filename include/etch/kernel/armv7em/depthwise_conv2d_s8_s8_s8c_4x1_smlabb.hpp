// depthwise_conv2d in affine int8: four channels a step, by SMLABB and SMLATT.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// one filter a channel, at least 4 channels; weights with zero point 0;
// sums that filter_pairs.hpp proves exact. Window, dilation, padding and stride are free.
// Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/depthwise_8bit.hpp>

namespace etch::inline ETCH_ABI {

/// depthwise_conv2d in affine int8, ended by a factor.
struct depthwise_conv2d_s8_s8_s8c_4x1_smlabb
    : armv7em::depthwise_kernel<depthwise_conv2d_s8_s8_s8c_4x1_smlabb, false> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8c_4x1_smlabb";
};

}  // namespace etch::inline ETCH_ABI
