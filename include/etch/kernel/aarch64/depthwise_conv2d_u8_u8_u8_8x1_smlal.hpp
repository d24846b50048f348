// depthwise_conv2d of 8-bit codes with any zero points: eight channels of a pixel by SMLAL
// (byte_sums.hpp).
//
// Needs: NEON; hwc; windows
// of at most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie apart, weights (KH,KW,C), bias
// (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/aarch64/any_bytes.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of 8-bit codes with any zero points.
struct depthwise_conv2d_u8_u8_u8_8x1_smlal
    : byte_sums::kernel<depthwise_conv2d_u8_u8_u8_8x1_smlal, ops::depthwise_conv2d,
                        neon::any_bytes_tile> {
  static constexpr const char* name = "depthwise_conv2d_u8_u8_u8_8x1_smlal";
};

}  // namespace ETCH_NAMESPACE
