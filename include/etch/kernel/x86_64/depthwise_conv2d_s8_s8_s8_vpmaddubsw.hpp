// depthwise_conv2d of 8-bit codes by VPMADDUBSW: 32 sums at a time, each of four rows of a window.
//
// Needs: AVX2; hwc; one filter a channel; channels by eights; accumulators of 32 bits;
// factors below a half.
// Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/x86_64/channel_rows.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of 8-bit codes by VPMADDUBSW.
struct depthwise_conv2d_s8_s8_s8_vpmaddubsw
    : layer_kernel<depthwise_conv2d_s8_s8_s8_vpmaddubsw, ops::depthwise_conv2d,
                   x86::channel_rows<x86::avx2>> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_vpmaddubsw";
};

}  // namespace ETCH_NAMESPACE
