// depthwise_conv2d of 8-bit codes by PMADDWD, 8 channels of two pixels at a time, two rows of a
// window in a product.
//
// Needs: SSE2; hwc; one filter a channel; channels by eights; windows of at most 64 cells;
// accumulators of 32 bits; factors below a half, of at least 2^-15.
// Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/x86_64/channel_pairs.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of 8-bit codes by PMADDWD, rows in pairs.
struct depthwise_conv2d_s8_s8_s8_8x2_pmaddwd
    : layer_kernel<depthwise_conv2d_s8_s8_s8_8x2_pmaddwd, ops::depthwise_conv2d,
                   x86::channel_pairs> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_8x2_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
