// depthwise_conv2d of 8-bit codes with any zero points: four channels of a pixel by MLA
// (byte_sums.hpp).
//
// Needs: Armv7-M; hwc; windows of at most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie
// apart, weights (KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7m/short_tile.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of 8-bit codes with any zero points.
struct depthwise_conv2d_u8_u8_u8_4x1_mla
    : byte_sums::kernel<depthwise_conv2d_u8_u8_u8_4x1_mla, ops::depthwise_conv2d,
                        armv7m::any_bytes_tile> {
  static constexpr const char* name = "depthwise_conv2d_u8_u8_u8_4x1_mla";
};

}  // namespace ETCH_NAMESPACE
