// depthwise_conv2d on int8 codes, 8 channels x 4 pixels at a time, by SMLAL.
//
// Needs: Advanced SIMD; hwc; one filter a channel; at least 8 channels; weights with zero point 0.
// Reads: x (N,H,W,C), weights (1,KH,KW,C) with a scale for each channel or one for all.
// Writes: y (N,OH,OW,C). All have 8 bits, at least one is affine.
#pragma once

#include <etch/kernel/aarch64/depthwise_smlal.hpp>

namespace etch::inline ETCH_ABI {

/// depthwise_conv2d on int8 codes by SMLAL.
struct depthwise_conv2d_s8_s8_s8c_8x4_smlal
    : neon::channel_kernel<depthwise_conv2d_s8_s8_s8c_8x4_smlal, products::codes::s8> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8c_8x4_smlal";
};

}  // namespace etch::inline ETCH_ABI
