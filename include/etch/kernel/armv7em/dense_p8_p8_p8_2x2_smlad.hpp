// dense of posit<8, 0>: two filters times two input rows, if there are, by SMLAD, sums of 64 bits
// by SMLALD.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// no NaR among weights and biases; at most 1,024 inputs.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv7em/short_tile.hpp>
#include <etch/kernel/layer/posit_sums.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of posit<8, 0>.
struct dense_p8_p8_p8_2x2_smlad
    : posit_sums::kernel<dense_p8_p8_p8_2x2_smlad, ops::dense, armv7em::short_tile> {
  static constexpr const char* name = "dense_p8_p8_p8_2x2_smlad";
};

}  // namespace ETCH_NAMESPACE
