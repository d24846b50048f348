// depthwise_conv2d of 8-bit codes with any zero points: four channels of a pixel by SMLABB and
// SMLATT (byte_sums.hpp).
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// windows of at most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie apart, weights (KH,KW,C),
// bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/any_bytes.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of 8-bit codes with any zero points.
struct depthwise_conv2d_u8_u8_u8_4x1_smlabb
    : byte_sums::kernel<depthwise_conv2d_u8_u8_u8_4x1_smlabb, ops::depthwise_conv2d,
                        armv7em::any_bytes_tile> {
  static constexpr const char* name = "depthwise_conv2d_u8_u8_u8_4x1_smlabb";
};

}  // namespace ETCH_NAMESPACE
