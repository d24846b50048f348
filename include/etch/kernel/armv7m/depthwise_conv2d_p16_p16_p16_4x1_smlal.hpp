// depthwise_conv2d of posits of 8 and 16 bits: four pixels times a weight by SMLAL.
//
// Needs: hwc; no NaR among weights and biases; windows of at most 512 codes.
// Reads: x (N,H,W,C), whose rows may lie apart, weights (KH,KW,O), bias (O).
// Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/layer/long_posit_sums.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of posits.
struct depthwise_conv2d_p16_p16_p16_4x1_smlal
    : long_posit_sums::kernel<depthwise_conv2d_p16_p16_p16_4x1_smlal, ops::depthwise_conv2d> {
  static constexpr const char* name = "depthwise_conv2d_p16_p16_p16_4x1_smlal";
};

}  // namespace ETCH_NAMESPACE
