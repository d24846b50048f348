// depthwise_conv2d of posit<8, 0>: eight channels of a pixel by SMLAL (posit_sums.hpp).
//
// Needs: Advanced SIMD; hwc; no NaR among weights and biases; a filter a channel; windows of at
// most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie apart, weights (KH,KW,C), bias (C).
// Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/aarch64/posit_tile.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of posit<8, 0>.
struct depthwise_conv2d_p8_p8_p8_8x1_smlal
    : posit_sums::kernel<depthwise_conv2d_p8_p8_p8_8x1_smlal, ops::depthwise_conv2d,
                         neon::posit_tile> {
  static constexpr const char* name = "depthwise_conv2d_p8_p8_p8_8x1_smlal";
};

}  // namespace ETCH_NAMESPACE
