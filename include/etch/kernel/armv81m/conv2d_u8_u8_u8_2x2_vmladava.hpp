// conv2d of 8-bit codes with any zero points: two filters times two pixels by VMLADAVA
// (byte_sums.hpp).
//
// Needs: Armv8.1-M with integer vectors, word loads at any address (CCR.UNALIGN_TRP clear, as after
// reset); hwc; windows of at most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie apart,
// weights (O,KH,KW,C/groups), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv81m/short_tile.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes with any zero points.
struct conv2d_u8_u8_u8_2x2_vmladava
    : byte_sums::kernel<conv2d_u8_u8_u8_2x2_vmladava, ops::conv2d, armv81m::any_bytes_tile> {
  static constexpr const char* name = "conv2d_u8_u8_u8_2x2_vmladava";
};

}  // namespace ETCH_NAMESPACE
