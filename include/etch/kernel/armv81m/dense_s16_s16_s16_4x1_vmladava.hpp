// dense of values of 9 to 16 bits: four filters times one row by VMLADAVA, without scratch memory.
//
// Needs: MVE; hwc; zero points of 0; weights of 8 to 16 bits. Reads:
// x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv81m/short_tile.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of values of 9 to 16 bits.
struct dense_s16_s16_s16_4x1_vmladava
    : short_sums::kernel<dense_s16_s16_s16_4x1_vmladava, ops::dense, armv81m::short_tile> {
  static constexpr const char* name = "dense_s16_s16_s16_4x1_vmladava";
};

}  // namespace ETCH_NAMESPACE
