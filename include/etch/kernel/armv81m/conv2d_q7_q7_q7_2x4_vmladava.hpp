// conv2d in q of 8 bits: two filters times four pixels a step, by VMLADAVA.
//
// Needs: MVE; hwc; a shift of 0 to 30 to the right from sum to output. Window, padding, stride,
// dilation, groups, C and OC are free.
// Reads: x (N,H,W,C), weights (O,KH,KW,C/G), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv81m/conv2d_8bit.hpp>

namespace etch::inline ETCH_ABI {

/// conv2d in q of 8 bits, ended by a shift.
struct conv2d_q7_q7_q7_2x4_vmladava : armv81m::conv2d_kernel<conv2d_q7_q7_q7_2x4_vmladava, true> {
  static constexpr const char* name = "conv2d_q7_q7_q7_2x4_vmladava";
};

}  // namespace etch::inline ETCH_ABI
