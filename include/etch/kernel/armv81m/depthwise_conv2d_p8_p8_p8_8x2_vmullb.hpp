// depthwise_conv2d of posit<8, 0>: 8 channels of two pixels by VMULLB and VMULLT.
//
// Needs: MVE; hwc; no NaR among weights and biases; sums of 32 bits; a filter a channel, 8 at
// least; windows of at most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie apart, weights
// (KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv81m/posit_tile.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of posit<8, 0>.
struct depthwise_conv2d_p8_p8_p8_8x2_vmullb
    : posit_sums::kernel<depthwise_conv2d_p8_p8_p8_8x2_vmullb, ops::depthwise_conv2d,
                         armv81m::posit_tile> {
  static constexpr const char* name = "depthwise_conv2d_p8_p8_p8_8x2_vmullb";
  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (!posit_sums::takes<C>()) return false;
    else return armv81m::fits_posit_lanes<C>();
  }();
};

}  // namespace ETCH_NAMESPACE
