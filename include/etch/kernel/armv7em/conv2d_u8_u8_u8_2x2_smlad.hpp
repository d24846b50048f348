// conv2d of 8-bit codes with any zero points: two filters times two pixels by SMLAD
// (byte_sums.hpp).
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// windows of at most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie apart, weights
// (O,KH,KW,C/groups), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/any_bytes.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes with any zero points.
struct conv2d_u8_u8_u8_2x2_smlad
    : byte_sums::kernel<conv2d_u8_u8_u8_2x2_smlad, ops::conv2d, armv7em::any_bytes_tile> {
  static constexpr const char* name = "conv2d_u8_u8_u8_2x2_smlad";
};

}  // namespace ETCH_NAMESPACE
