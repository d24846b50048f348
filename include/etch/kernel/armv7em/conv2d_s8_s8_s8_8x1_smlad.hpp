// conv2d of 8-bit codes without scratch memory: eight filters times one pixel a step, by SMLAD.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// accumulators that are proved exact; no gaps, no groups; windows of at most 12 rows; C a multiple
// of 4, or windows of at most 64 codes. OC, OW, padding and stride are free.
// Reads: x (N,H,W,C), whose rows may lie apart, weights (O,KH,KW,C), bias (O).
// Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/windows_in_place.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes over windows where they lie.
struct conv2d_s8_s8_s8_8x1_smlad
    : layer_kernel<conv2d_s8_s8_s8_8x1_smlad, ops::conv2d, armv7em::smlad_8x1> {
  static constexpr const char* name = "conv2d_s8_s8_s8_8x1_smlad";
};

}  // namespace ETCH_NAMESPACE
