// dense of posit<8, 0>: four filters at a time by MULS.
//
// Needs: the M profile; hwc; no NaR among weights and biases; at most 1,024 inputs.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv6m/short_tile.hpp>
#include <etch/kernel/layer/posit_sums.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of posit<8, 0>.
struct dense_p8_p8_p8_4x1_muls
    : posit_sums::kernel<dense_p8_p8_p8_4x1_muls, ops::dense, armv6m::pixel_tile> {
  static constexpr const char* name = "dense_p8_p8_p8_4x1_muls";
};

}  // namespace ETCH_NAMESPACE
