// depthwise_conv2d of 8-bit codes whose weights have a zero point: what they are above it, in 16
// bits, a channel of a pixel after the other, by MLA.
//
// Needs: what depthwise_conv2d_s8_s8_s8_1x1_mla needs; twice the flash of such weights.
// Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7m/depthwise_conv2d_s8_s8_s8_1x1_mla.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of 8-bit codes with weights that have a zero point.
struct depthwise_conv2d_s8_s8_s16_1x1_mla
    : layer_kernel<depthwise_conv2d_s8_s8_s16_1x1_mla, ops::depthwise_conv2d,
                   cortex_m::depthwise_of_differences<armv7m::window_of_bytes<std::int16_t>>> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s16_1x1_mla";
};

}  // namespace ETCH_NAMESPACE
