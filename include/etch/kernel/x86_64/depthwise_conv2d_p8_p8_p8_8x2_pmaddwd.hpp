// depthwise_conv2d of posit<8, 0> by PMADDWD, 8 channels of two pixels at a time, two rows of
// a window in a product (short_pairs.hpp).
//
// Needs: SSE2; hwc; one filter a channel; channels by eights; no NaR among weights and biases; sums
// of 32 bits; windows of at most 64 cells; pairs of rows of at most 8 KiB, which lie on the stack.
// Reads: x (N,H,W,C), whose rows may lie apart, weights (KH,KW,C), bias (C).
// Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/x86_64/short_pairs.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of posit<8, 0>, rows in pairs.
struct depthwise_conv2d_p8_p8_p8_8x2_pmaddwd
    : x86::short_pairs<depthwise_conv2d_p8_p8_p8_8x2_pmaddwd, ops::depthwise_conv2d> {
  static constexpr const char* name = "depthwise_conv2d_p8_p8_p8_8x2_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
