// depthwise_conv2d in q of 8 bits: the windows of four pixels of a channel, by VMLADAV.
//
// Needs: MVE; hwc; windows of at most 4 x 4, depth multiplier 1; a shift of 0 to 30 to the right
// from sum to output. C, padding, stride and dilation are free.
// Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv81m/depthwise_8bit.hpp>

namespace etch::inline ETCH_ABI {

/// depthwise_conv2d in q of 8 bits, ended by a shift.
struct depthwise_conv2d_q7_q7_q7_4x1_vmladav
    : armv81m::depthwise_kernel<depthwise_conv2d_q7_q7_q7_4x1_vmladav, true> {
  static constexpr const char* name = "depthwise_conv2d_q7_q7_q7_4x1_vmladav";
};

}  // namespace etch::inline ETCH_ABI
