// depthwise_conv2d of values of 9 to 16 bits: four channels of a pixel by MULS, without scratch
// memory.
//
// Needs: the M profile; hwc; zero points of 0; weights of 8 to 16 bits; a filter a channel.
// Reads: x (N,H,W,C), whose rows may lie apart, weights (KH,KW,C), bias (C).
// Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv6m/short_tile.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of values of 9 to 16 bits.
struct depthwise_conv2d_s16_s16_s16_4x1_muls
    : short_sums::kernel<depthwise_conv2d_s16_s16_s16_4x1_muls, ops::depthwise_conv2d,
                         armv6m::short_tile> {
  static constexpr const char* name = "depthwise_conv2d_s16_s16_s16_4x1_muls";
};

}  // namespace ETCH_NAMESPACE
