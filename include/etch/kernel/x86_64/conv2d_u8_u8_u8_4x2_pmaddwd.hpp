// conv2d of 8-bit codes with any zero points: four filters times two pixels by PMADDWD
// (byte_sums.hpp).
//
// Needs: SSE2; hwc; windows
// of at most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie apart, weights (O,KH,KW,C/groups),
// bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/layer/byte_sums.hpp>
#include <etch/kernel/x86_64/short_tile.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes with any zero points.
struct conv2d_u8_u8_u8_4x2_pmaddwd
    : byte_sums::kernel<conv2d_u8_u8_u8_4x2_pmaddwd, ops::conv2d, x86::short_tile> {
  static constexpr const char* name = "conv2d_u8_u8_u8_4x2_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
