// depthwise_conv2d on q in 8 bits by PMADDWD, 8 channels at a time.
//
// Needs: SSE2; hwc; one filter a channel; at least 8 channels; weights with zero point 0; sums of
// 32 bits.
// Reads: x (N,H,W,C), weights (1,KH,KW,C).
// Writes: y (N,OH,OW,C). All have 8 bits and units that are powers of two.
#pragma once

#include <etch/kernel/x86_64/depthwise_pmaddwd.hpp>

namespace etch::inline ETCH_ABI {

/// depthwise_conv2d on q in 8 bits by PMADDWD.
struct depthwise_conv2d_q7_q7_q7_pmaddwd
    : x86::channel_kernel<depthwise_conv2d_q7_q7_q7_pmaddwd, x86::codes::q7> {
  static constexpr const char* name = "depthwise_conv2d_q7_q7_q7_pmaddwd";
};

}  // namespace etch::inline ETCH_ABI
