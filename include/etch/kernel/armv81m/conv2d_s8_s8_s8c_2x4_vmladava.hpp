// conv2d in affine int8: two filters times four pixels a step, by VMLADAVA.
//
// Needs: MVE; hwc; weights with zero point 0 and a scale a channel or one for all; factors below
// 1/2. Window, padding, stride, dilation, groups, C and OC are free.
// Reads: x (N,H,W,C), weights (O,KH,KW,C/G), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv81m/conv2d_8bit.hpp>

namespace etch::inline ETCH_ABI {

/// conv2d in affine int8, ended by a factor.
struct conv2d_s8_s8_s8c_2x4_vmladava
    : armv81m::conv2d_kernel<conv2d_s8_s8_s8c_2x4_vmladava, false> {
  static constexpr const char* name = "conv2d_s8_s8_s8c_2x4_vmladava";
};

}  // namespace etch::inline ETCH_ABI
