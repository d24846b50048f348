// depthwise_conv2d in q formats of 8 bits: a channel of a pixel after the other, by MULS.
//
// Needs: the M profile; hwc; one filter a channel; a last step that filter_pairs.hpp proves
// exact; scratch memory that memory_share.hpp calls little. C, window, padding, stride and
// dilation are free; windows of 3 x 3 take fewer instructions.
// Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv6m/depthwise_by_windows.hpp>
#include <etch/kernel/armv6m/window_of_bytes.hpp>

namespace etch::inline ETCH_ABI {

/// depthwise_conv2d in q formats of 8 bits, ended by a shift.
struct depthwise_conv2d_q7_q7_q7_1x1_muls
    : armv6m::depthwise_kernel<depthwise_conv2d_q7_q7_q7_1x1_muls, armv6m::window_of_bytes, true> {
  static constexpr const char* name = "depthwise_conv2d_q7_q7_q7_1x1_muls";
};

}  // namespace etch::inline ETCH_ABI
