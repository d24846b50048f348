// dense of posit<8, 0>: two filters times two input rows, if there are, by MLA, sums of 64 bits by
// SMLAL.
//
// Needs: Armv7-M; hwc; no NaR among weights and biases; at most 1,024 inputs.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv7m/short_tile.hpp>
#include <etch/kernel/layer/posit_sums.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of posit<8, 0>.
struct dense_p8_p8_p8_2x2_mla
    : posit_sums::kernel<dense_p8_p8_p8_2x2_mla, ops::dense, armv7m::short_tile> {
  static constexpr const char* name = "dense_p8_p8_p8_2x2_mla";
};

}  // namespace ETCH_NAMESPACE
