// depthwise_conv2d of 8-bit codes with any zero points: four channels of a pixel by MULS
// (byte_sums.hpp).
//
// Needs: the M profile; hwc; windows of at most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie
// apart, weights (KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv6m/short_tile.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of 8-bit codes with any zero points.
struct depthwise_conv2d_u8_u8_u8_4x1_muls
    : byte_sums::kernel<depthwise_conv2d_u8_u8_u8_4x1_muls, ops::depthwise_conv2d,
                        armv6m::any_bytes_tile> {
  static constexpr const char* name = "depthwise_conv2d_u8_u8_u8_4x1_muls";
};

}  // namespace ETCH_NAMESPACE
