// conv2d of 8-bit codes with any zero points: two filters times four pixels by VMLADAVA
// (byte_sums.hpp).
//
// Needs: MVE; hwc; windows of at most 1,024 codes. Reads:
// x (N,H,W,C), whose rows may lie apart, weights (O,KH,KW,C/groups), bias (O). Writes: y
// (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv81m/short_tile.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes with any zero points.
struct conv2d_u8_u8_u8_2x4_vmladava
    : byte_sums::kernel<conv2d_u8_u8_u8_2x4_vmladava, ops::conv2d, armv81m::short_tile> {
  static constexpr const char* name = "conv2d_u8_u8_u8_2x4_vmladava";
};

}  // namespace ETCH_NAMESPACE
