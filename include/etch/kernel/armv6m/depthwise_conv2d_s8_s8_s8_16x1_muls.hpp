// depthwise_conv2d of 8-bit codes: sixteen channels of a pixel after the other, by MULS.
//
// Needs: the M profile; hwc; one filter a channel, of at most 16 taps; accumulators that are proved
// exact. C, window, padding, stride and dilation are free; windows of 3 x 3 take fewer
// instructions. Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv6m/depthwise_conv2d_s8_s8_s8_1x1_muls.hpp>
#include <etch/kernel/cortex_m/depthwise_by_blocks.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of 8-bit codes by blocks of channels.
struct depthwise_conv2d_s8_s8_s8_16x1_muls
    : layer_kernel<depthwise_conv2d_s8_s8_s8_16x1_muls, ops::depthwise_conv2d,
                   cortex_m::depthwise_by_blocks<armv6m::window_of_bytes>> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_16x1_muls";
};

}  // namespace ETCH_NAMESPACE
