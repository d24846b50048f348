// dense of posit<8, 0>: four filters times one row by VMLADAVA, sums of 64 bits by
// VMLALDAVA.
//
// Needs: MVE; hwc; no NaR among weights and biases; windows of at most 1,024 codes. Reads:
// x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv81m/posit_tile.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of posit<8, 0>.
struct dense_p8_p8_p8_4x1_vmladava
    : posit_sums::kernel<dense_p8_p8_p8_4x1_vmladava, ops::dense, armv81m::posit_tile> {
  static constexpr const char* name = "dense_p8_p8_p8_4x1_vmladava";
};

}  // namespace ETCH_NAMESPACE
