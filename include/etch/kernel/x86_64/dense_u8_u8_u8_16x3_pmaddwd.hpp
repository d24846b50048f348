// dense of 8-bit codes with any zero points: 16 filters x 3 pixels by PMADDWD of numbers of
// 16 bits, fewer filters and more pixels, or more filters of one pixel at a time.
//
// Needs: SSE2; hwc; rows of at most 1,024 codes; at most 32,000 weights.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/x86_64/short_filters.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of 8-bit codes with any zero points, filters side by side.
struct dense_u8_u8_u8_16x3_pmaddwd : x86::short_filters<dense_u8_u8_u8_16x3_pmaddwd, ops::dense> {
  static constexpr const char* name = "dense_u8_u8_u8_16x3_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
