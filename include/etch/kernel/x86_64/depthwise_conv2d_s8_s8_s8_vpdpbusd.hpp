// depthwise_conv2d of 8-bit codes by VPDPBUSD: 64 sums at a time, each of four rows of a window.
//
// Needs: AVX512-VNNI; hwc; one filter a channel; channels by eights; accumulators of 32 bits;
// factors below a half.
// Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/x86_64/channel_rows.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of 8-bit codes by VPDPBUSD.
struct depthwise_conv2d_s8_s8_s8_vpdpbusd
    : layer_kernel<depthwise_conv2d_s8_s8_s8_vpdpbusd, ops::depthwise_conv2d,
                   x86::channel_rows<x86::vnni_512>> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_vpdpbusd";
};

}  // namespace ETCH_NAMESPACE
