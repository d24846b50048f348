// dense of 8-bit codes with any zero points: four filters times one row by VMLADAVA
// (byte_sums.hpp).
//
// Needs: MVE; hwc; windows of at most 1,024 codes. Reads:
// x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv81m/short_tile.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of 8-bit codes with any zero points.
struct dense_u8_u8_u8_4x1_vmladava
    : byte_sums::kernel<dense_u8_u8_u8_4x1_vmladava, ops::dense, armv81m::short_tile> {
  static constexpr const char* name = "dense_u8_u8_u8_4x1_vmladava";
};

}  // namespace ETCH_NAMESPACE
