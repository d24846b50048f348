// conv2d of posits of 8 and 16 bits: four pixels times a weight by SMADDL.
//
// Needs: hwc; no NaR among weights and biases; windows of at most 512 codes.
// Reads: x (N,H,W,C), whose rows may lie apart, weights (O,KH,KW,C/G), bias (O).
// Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/layer/long_posit_sums.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of posits.
struct conv2d_p16_p16_p16_4x1_smaddl
    : long_posit_sums::kernel<conv2d_p16_p16_p16_4x1_smaddl, ops::conv2d> {
  static constexpr const char* name = "conv2d_p16_p16_p16_4x1_smaddl";
};

}  // namespace ETCH_NAMESPACE
