// dense of values of 9 to 16 bits: 16 filters x 3 pixels by PMADDWD of numbers of
// 16 bits, fewer filters and more pixels, or more filters of one pixel at a time.
//
// Needs: SSE2; hwc; zero points of 0; at most 32,000 weights of 8 to 16 bits, 16,384 of a row; sums
// of 32 bits.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/x86_64/short_filters.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of values of 9 to 16 bits, filters side by side.
struct dense_s16_s16_s16_16x3_pmaddwd
    : x86::short_filters<dense_s16_s16_s16_16x3_pmaddwd, ops::dense> {
  static constexpr const char* name = "dense_s16_s16_s16_16x3_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
