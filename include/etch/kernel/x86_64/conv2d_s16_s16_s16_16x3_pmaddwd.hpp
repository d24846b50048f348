// conv2d of values of 9 to 16 bits: 16 filters x 3 pixels by PMADDWD of numbers of
// 16 bits, fewer filters and more pixels, or more filters of one pixel at a time.
//
// Needs: SSE2; hwc; one group, or four filters of each; zero points of 0; at most 32,000 weights of
// 8 to 16 bits; windows of at most 16,384 numbers; sums of 32 bits.
// Reads: x (N,H,W,C), weights (O,KH,KW,C/groups), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/x86_64/short_filters.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of values of 9 to 16 bits, filters side by side.
struct conv2d_s16_s16_s16_16x3_pmaddwd
    : x86::short_filters<conv2d_s16_s16_s16_16x3_pmaddwd, ops::conv2d> {
  static constexpr const char* name = "conv2d_s16_s16_s16_16x3_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
