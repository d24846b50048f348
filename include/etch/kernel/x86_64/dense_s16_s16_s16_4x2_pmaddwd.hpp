// dense of values of 9 to 16 bits: four filters times two rows by PMADDWD.
//
// Needs: SSE2; hwc; zero points of 0; weights of 8 to 16 bits. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/x86_64/short_tile.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of values of 9 to 16 bits.
struct dense_s16_s16_s16_4x2_pmaddwd
    : short_sums::kernel<dense_s16_s16_s16_4x2_pmaddwd, ops::dense, x86::short_tile> {
  static constexpr const char* name = "dense_s16_s16_s16_4x2_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
