// conv2d of values of 9 to 16 bits: two filters times four pixels by VMLADAVA, without scratch
// memory.
//
// Needs: MVE; hwc; zero points of 0; weights of 8 to 16 bits. Reads:
// x (N,H,W,C), whose rows may lie apart, weights (O,KH,KW,C/groups), bias (O). Writes: y
// (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv81m/short_tile.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of values of 9 to 16 bits.
struct conv2d_s16_s16_s16_2x4_vmladava
    : short_sums::kernel<conv2d_s16_s16_s16_2x4_vmladava, ops::conv2d, armv81m::short_tile> {
  static constexpr const char* name = "conv2d_s16_s16_s16_2x4_vmladava";
};

}  // namespace ETCH_NAMESPACE
