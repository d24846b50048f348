// depthwise_conv2d of 8-bit codes whose weights have a zero point: a channel of a pixel after the
// other, by MLA. In flash weights lie without it, two bytes each.
//
// Needs: Armv7-M; hwc; one filter a channel; accumulators that are proved exact. C, window,
// padding, stride and dilation are free; windows of 3 x 3 take fewer instructions. Reads: x
// (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7m/depthwise_conv2d_s8_s8_s8_1x1_mla.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of signed bytes by windows, of weights with a zero point.
struct depthwise_conv2d_s8_s8_s16_1x1_mla
    : layer_kernel<depthwise_conv2d_s8_s8_s16_1x1_mla, ops::depthwise_conv2d,
                   cortex_m::depthwise_of_differences<armv7m::window_of_bytes<std::int16_t>>> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s16_1x1_mla";
};

}  // namespace ETCH_NAMESPACE
