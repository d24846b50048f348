// dense of values of 9 to 16 bits: four filters at a time by MULS.
//
// Needs: the M profile; hwc; zero points of 0; weights of 8 to 16 bits.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv6m/short_tile.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of values of 9 to 16 bits.
struct dense_s16_s16_s16_4x1_muls
    : short_sums::kernel<dense_s16_s16_s16_4x1_muls, ops::dense, armv6m::pixel_tile> {
  static constexpr const char* name = "dense_s16_s16_s16_4x1_muls";
};

}  // namespace ETCH_NAMESPACE
