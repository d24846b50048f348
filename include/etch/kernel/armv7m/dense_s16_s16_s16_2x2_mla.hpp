// dense of values of 9 to 16 bits: two filters times two input rows, if there are, by MLA, sums of
// 64 bits by SMLAL.
//
// Needs: Armv7-M; hwc; zero points of 0; weights of 8 to 16 bits.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv7m/short_tile.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of values of 9 to 16 bits.
struct dense_s16_s16_s16_2x2_mla
    : short_sums::kernel<dense_s16_s16_s16_2x2_mla, ops::dense, armv7m::short_tile> {
  static constexpr const char* name = "dense_s16_s16_s16_2x2_mla";
};

}  // namespace ETCH_NAMESPACE
