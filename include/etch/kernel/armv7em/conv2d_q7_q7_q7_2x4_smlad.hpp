// conv2d in q formats of 8 bits: two filters times four pixels a step, by SMLAD.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// dilation 1, groups 1; half_up, a right shift of 0 .. 22; sums that filter_pairs.hpp proves exact.
// C, OC, OW, window, padding and stride are free.
// Reads: x (N,H,W,C), weights (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/conv2d_8bit.hpp>

namespace etch::inline ETCH_ABI {

/// conv2d in q formats of 8 bits, ended by a shift.
struct conv2d_q7_q7_q7_2x4_smlad : armv7em::conv2d_kernel<conv2d_q7_q7_q7_2x4_smlad, true> {
  static constexpr const char* name = "conv2d_q7_q7_q7_2x4_smlad";
};

}  // namespace etch::inline ETCH_ABI
