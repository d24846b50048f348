// conv2d of values of 9 to 16 bits: four filters times two pixels by PMADDWD.
//
// Needs: SSE2; hwc; zero points of 0; weights of 8 to 16 bits. C, OC, OW, window, padding, stride,
// dilation and groups are free. Reads: x (N,H,W,C), whose rows may lie apart, weights (O,KH,KW,C),
// bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/x86_64/short_tile.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of values of 9 to 16 bits.
struct conv2d_s16_s16_s16_4x2_pmaddwd
    : short_sums::kernel<conv2d_s16_s16_s16_4x2_pmaddwd, ops::conv2d, x86::short_tile> {
  static constexpr const char* name = "conv2d_s16_s16_s16_4x2_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
