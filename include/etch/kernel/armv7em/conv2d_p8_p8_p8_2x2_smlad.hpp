// conv2d of posit<8, 0>: two filters times two pixels by SMLAD, sums of 64 bits by SMLALD.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// no NaR among weights and biases; windows of at most 1,024 codes.
// Reads: x (N,H,W,C), whose rows may lie apart, weights (O,KH,KW,C/groups), bias (O).
// Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/short_tile.hpp>
#include <etch/kernel/layer/posit_sums.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of posit<8, 0>.
struct conv2d_p8_p8_p8_2x2_smlad
    : posit_sums::kernel<conv2d_p8_p8_p8_2x2_smlad, ops::conv2d, armv7em::short_tile> {
  static constexpr const char* name = "conv2d_p8_p8_p8_2x2_smlad";
};

}  // namespace ETCH_NAMESPACE
