// conv2d of 8-bit codes with any zero points: two filters times two pixels by MLA (byte_sums.hpp).
//
// Needs: Armv7-M; hwc; windows of at most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie
// apart, weights (O,KH,KW,C/groups), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7m/short_tile.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes with any zero points.
struct conv2d_u8_u8_u8_2x2_mla
    : byte_sums::kernel<conv2d_u8_u8_u8_2x2_mla, ops::conv2d, armv7m::any_bytes_tile> {
  static constexpr const char* name = "conv2d_u8_u8_u8_2x2_mla";
};

}  // namespace ETCH_NAMESPACE
