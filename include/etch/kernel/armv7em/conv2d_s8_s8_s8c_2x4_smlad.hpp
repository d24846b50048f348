// conv2d in affine int8: two filters times four pixels a step, by SMLAD.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// dilation 1, groups 1; weights with zero point 0 and a scale a channel or one for all; sums and
// factors that filter_pairs.hpp proves exact. C, OC, OW, window, padding and stride are free.
// Reads: x (N,H,W,C), weights (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/conv2d_8bit.hpp>

namespace etch::inline ETCH_ABI {

/// conv2d in affine int8, ended by a factor.
struct conv2d_s8_s8_s8c_2x4_smlad : armv7em::conv2d_kernel<conv2d_s8_s8_s8c_2x4_smlad, false> {
  static constexpr const char* name = "conv2d_s8_s8_s8c_2x4_smlad";
};

}  // namespace etch::inline ETCH_ABI
