// dense of posits of 8 and 16 bits: four pixels times a weight by SMADDL.
//
// Needs: hwc; one group of channels; no NaR among weights and biases; windows of at most 512 codes.
// Reads: x (B,K), weights (O,K), bias (O).
// Writes: y (B,O).
#pragma once

#include <etch/kernel/layer/long_posit_sums.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of posits.
struct dense_p16_p16_p16_4x1_smaddl
    : long_posit_sums::kernel<dense_p16_p16_p16_4x1_smaddl, ops::dense> {
  static constexpr const char* name = "dense_p16_p16_p16_4x1_smaddl";
};

}  // namespace ETCH_NAMESPACE
