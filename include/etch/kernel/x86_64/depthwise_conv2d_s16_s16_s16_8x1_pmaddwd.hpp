// depthwise_conv2d of values of 9 to 16 bits: 8 channels of a pixel by PMADDWD, two taps at a time.
//
// Needs: SSE2; hwc; zero points of 0; weights of 8 to 16 bits; a filter a channel.
// Reads: x (N,H,W,C), whose rows may lie apart, weights (KH,KW,C), bias (C).
// Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/x86_64/short_tile.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of values of 9 to 16 bits.
struct depthwise_conv2d_s16_s16_s16_8x1_pmaddwd
    : short_sums::kernel<depthwise_conv2d_s16_s16_s16_8x1_pmaddwd, ops::depthwise_conv2d,
                         x86::short_tile> {
  static constexpr const char* name = "depthwise_conv2d_s16_s16_s16_8x1_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
