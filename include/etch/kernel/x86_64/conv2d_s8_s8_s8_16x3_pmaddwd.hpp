// conv2d of 8-bit codes by PMADDWD, 16 filters x 3 pixels, fewer filters and more pixels, or more
// filters of one pixel at a time.
//
// Needs: SSE2; hwc; more than one pixel; one group, or four filters of each; windows of at most
// 16,384 numbers; accumulators of 32 bits; factors below a half, of at least 2^-15.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C/groups), bias (OC). Writes: y (N,OH,OW,OC).
#pragma once

#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/x86_64/filter_tiles.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes by PMADDWD, filters side by side.
struct conv2d_s8_s8_s8_16x3_pmaddwd
    : layer_kernel<conv2d_s8_s8_s8_16x3_pmaddwd, ops::conv2d, x86::filter_tiles<x86::sse2>> {
  static constexpr const char* name = "conv2d_s8_s8_s8_16x3_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
