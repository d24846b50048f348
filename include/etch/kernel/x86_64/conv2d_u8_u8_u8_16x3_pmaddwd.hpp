// conv2d of 8-bit codes with any zero points: 16 filters x 3 pixels by PMADDWD of numbers of
// 16 bits, fewer filters and more pixels, or more filters of one pixel at a time.
//
// Needs: SSE2; hwc; one group, or four filters of each; windows of at most 1,024 codes; at
// most 32,000 weights.
// Reads: x (N,H,W,C), weights (O,KH,KW,C/groups), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/x86_64/short_filters.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes with any zero points, filters side by side.
struct conv2d_u8_u8_u8_16x3_pmaddwd
    : x86::short_filters<conv2d_u8_u8_u8_16x3_pmaddwd, ops::conv2d> {
  static constexpr const char* name = "conv2d_u8_u8_u8_16x3_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
