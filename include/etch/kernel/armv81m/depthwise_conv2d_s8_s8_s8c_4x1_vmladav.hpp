// depthwise_conv2d in affine int8: the windows of four pixels of a channel, by VMLADAV.
//
// Needs: MVE; hwc; windows of at most 4 x 4, depth multiplier 1; weights with zero point 0 and a
// scale a channel or one for all; factors below 1/2. C, padding, stride and dilation are free.
// Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv81m/depthwise_8bit.hpp>

namespace etch::inline ETCH_ABI {

/// depthwise_conv2d in affine int8, ended by a factor.
struct depthwise_conv2d_s8_s8_s8c_4x1_vmladav
    : armv81m::depthwise_kernel<depthwise_conv2d_s8_s8_s8c_4x1_vmladav, false> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8c_4x1_vmladav";
};

}  // namespace etch::inline ETCH_ABI
