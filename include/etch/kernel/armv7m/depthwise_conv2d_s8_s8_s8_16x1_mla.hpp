// depthwise_conv2d of 8-bit codes: sixteen channels of a pixel after the other, by MLA.
//
// Needs: the M profile; hwc; one filter a channel, of at most 16 taps; accumulators that are proved
// exact. C, window, padding, stride and dilation are free; windows of 3 x 3 take fewer
// instructions. Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7m/depthwise_conv2d_s8_s8_s8_1x1_mla.hpp>
#include <etch/kernel/cortex_m/depthwise_by_blocks.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of 8-bit codes by blocks of channels.
struct depthwise_conv2d_s8_s8_s8_16x1_mla
    : layer_kernel<depthwise_conv2d_s8_s8_s8_16x1_mla, ops::depthwise_conv2d,
                   cortex_m::depthwise_by_blocks<armv7m::window_of_bytes<std::int8_t>>> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_16x1_mla";
};

}  // namespace ETCH_NAMESPACE
