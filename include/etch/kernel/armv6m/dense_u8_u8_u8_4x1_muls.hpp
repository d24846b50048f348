// dense of 8-bit codes with any zero points: four filters at a time by MULS (byte_sums.hpp).
//
// Needs: the M profile; hwc; windows of at most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie
// apart, weights (O,K), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv6m/short_tile.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of 8-bit codes with any zero points.
struct dense_u8_u8_u8_4x1_muls
    : byte_sums::kernel<dense_u8_u8_u8_4x1_muls, ops::dense, armv6m::any_bytes_pixel_tile> {
  static constexpr const char* name = "dense_u8_u8_u8_4x1_muls";
};

}  // namespace ETCH_NAMESPACE
