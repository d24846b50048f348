// depthwise_conv2d of 8-bit codes with any zero points: eight channels of a pixel by PMADDWD
// (byte_sums.hpp).
//
// Needs: SSE2; hwc; windows
// of at most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie apart, weights (KH,KW,C), bias
// (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/layer/byte_sums.hpp>
#include <etch/kernel/x86_64/short_tile.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of 8-bit codes with any zero points.
struct depthwise_conv2d_u8_u8_u8_8x1_pmaddwd
    : byte_sums::kernel<depthwise_conv2d_u8_u8_u8_8x1_pmaddwd, ops::depthwise_conv2d,
                        x86::short_tile> {
  static constexpr const char* name = "depthwise_conv2d_u8_u8_u8_8x1_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
