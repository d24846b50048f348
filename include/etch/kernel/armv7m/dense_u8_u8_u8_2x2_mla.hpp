// dense of 8-bit codes with any zero points: two filters at a time by MLA (byte_sums.hpp).
//
// Needs: Armv7-M; hwc; windows of at most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie
// apart, weights (O,K), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7m/short_tile.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of 8-bit codes with any zero points.
struct dense_u8_u8_u8_2x2_mla
    : byte_sums::kernel<dense_u8_u8_u8_2x2_mla, ops::dense, armv7m::any_bytes_tile> {
  static constexpr const char* name = "dense_u8_u8_u8_2x2_mla";
};

}  // namespace ETCH_NAMESPACE
