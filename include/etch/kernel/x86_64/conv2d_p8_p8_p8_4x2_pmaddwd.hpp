// conv2d of posit<8, 0>: four filters times two pixels by PMADDWD (posit_sums.hpp).
//
// Needs: SSE2; hwc; weights without NaR. Reads: x (N,H,W,C), whose rows may lie apart, weights
// (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/layer/posit_sums.hpp>
#include <etch/kernel/x86_64/short_tile.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of posit<8, 0>.
struct conv2d_p8_p8_p8_4x2_pmaddwd
    : posit_sums::kernel<conv2d_p8_p8_p8_4x2_pmaddwd, ops::conv2d, x86::short_tile> {
  static constexpr const char* name = "conv2d_p8_p8_p8_4x2_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
