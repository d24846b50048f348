// depthwise_conv2d on int8 codes by PMADDWD, 8 channels at a time.
//
// Needs: SSE2; hwc; one filter a channel; at least 8 channels; weights with zero point 0; sums of
// 32 bits.
// Reads: x (N,H,W,C), weights (1,KH,KW,C) with a scale for each channel or one for all.
// Writes: y (N,OH,OW,C). All have 8 bits, at least one is affine.
#pragma once

#include <etch/kernel/x86_64/depthwise_pmaddwd.hpp>

namespace etch::inline ETCH_ABI {

/// depthwise_conv2d on int8 codes by PMADDWD.
struct depthwise_conv2d_s8_s8_s8c_pmaddwd
    : x86::channel_kernel<depthwise_conv2d_s8_s8_s8c_pmaddwd, x86::codes::s8> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8c_pmaddwd";
};

}  // namespace etch::inline ETCH_ABI
