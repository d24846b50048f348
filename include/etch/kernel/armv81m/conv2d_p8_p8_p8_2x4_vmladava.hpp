// conv2d of posit<8, 0>: two filters times four pixels by VMLADAVA, sums of 64 bits by
// VMLALDAVA.
//
// Needs: MVE; hwc; no NaR among weights and biases; windows of at most 1,024 codes. Reads:
// x (N,H,W,C), whose rows may lie apart, weights (O,KH,KW,C/groups), bias (O). Writes: y
// (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv81m/posit_tile.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of posit<8, 0>.
struct conv2d_p8_p8_p8_2x4_vmladava
    : posit_sums::kernel<conv2d_p8_p8_p8_2x4_vmladava, ops::conv2d, armv81m::posit_tile> {
  static constexpr const char* name = "conv2d_p8_p8_p8_2x4_vmladava";
};

}  // namespace ETCH_NAMESPACE
