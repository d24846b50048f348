// depthwise_conv2d of posit<8, 0>: four channels of a pixel by MULS.
//
// Needs: the M profile; hwc; no NaR among weights and biases; a filter a channel; windows of at
// most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie apart, weights (KH,KW,C), bias (C).
// Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv6m/short_tile.hpp>
#include <etch/kernel/layer/posit_sums.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of posit<8, 0>.
struct depthwise_conv2d_p8_p8_p8_4x1_muls
    : posit_sums::kernel<depthwise_conv2d_p8_p8_p8_4x1_muls, ops::depthwise_conv2d,
                         armv6m::short_tile> {
  static constexpr const char* name = "depthwise_conv2d_p8_p8_p8_4x1_muls";
};

}  // namespace ETCH_NAMESPACE
