// conv2d of posit<8, 0>: 16 filters x 3 pixels by PMADDWD of numbers of 16 bits, fewer filters and
// more pixels, or more filters of one pixel at a time.
//
// Needs: SSE2; hwc; one group, or four filters of each; weights without NaR, at most 32,000; sums
// of 32 bits; window rows of at most 8 KiB as numbers, which lie on the stack.
// Reads: x (N,H,W,C), weights (O,KH,KW,C/groups), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/x86_64/posit_filters.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of posit<8, 0>, filters side by side.
struct conv2d_p8_p8_p8_16x3_pmaddwd
    : x86::posit_filters<conv2d_p8_p8_p8_16x3_pmaddwd, ops::conv2d> {
  static constexpr const char* name = "conv2d_p8_p8_p8_16x3_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
