// depthwise_conv2d of 8-bit codes with any zero points: 8 channels of two pixels by VMULLB and
// VMULLT.
//
// Needs: MVE; hwc; windows of at most 1,024 codes; a filter a channel, 8 at least;
// an epilogue of lanes (short_ends.hpp). Reads: x (N,H,W,C), whose rows may lie apart, weights
// (KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv81m/channel_lanes.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of 8-bit codes with any zero points.
struct depthwise_conv2d_u8_u8_u8_8x2_vmullb
    : byte_sums::kernel<depthwise_conv2d_u8_u8_u8_8x2_vmullb, ops::depthwise_conv2d,
                        armv81m::channel_tile> {
  static constexpr const char* name = "depthwise_conv2d_u8_u8_u8_8x2_vmullb";
  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (!byte_sums::takes<C>()) return false;
    else return armv81m::fits_channel_lanes<C>();
  }();
};

}  // namespace ETCH_NAMESPACE
