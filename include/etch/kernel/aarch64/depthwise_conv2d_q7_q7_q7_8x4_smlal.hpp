// depthwise_conv2d on q in 8 bits, 8 channels x 4 pixels at a time, by SMLAL.
//
// Needs: Advanced SIMD; hwc; one filter a channel; at least 8 channels; weights with zero point 0.
// Reads: x (N,H,W,C), weights (1,KH,KW,C).
// Writes: y (N,OH,OW,C). All have 8 bits and units that are powers of two.
#pragma once

#include <etch/kernel/aarch64/depthwise_smlal.hpp>

namespace etch::inline ETCH_ABI {

/// depthwise_conv2d on q in 8 bits by SMLAL.
struct depthwise_conv2d_q7_q7_q7_8x4_smlal
    : neon::channel_kernel<depthwise_conv2d_q7_q7_q7_8x4_smlal, products::codes::q7> {
  static constexpr const char* name = "depthwise_conv2d_q7_q7_q7_8x4_smlal";
};

}  // namespace etch::inline ETCH_ABI
