// conv2d of 8-bit codes by weights of at most 4 bits, which take as many in flash: eight filters
// times one pixel, whose window LDRB reads where it lies.
//
// Needs: the M profile; hwc; accumulators that are proved exact; windows of at most 64 taps, or of
// at most eight rows without gaps between columns, and OC % 8 at most 2 floor(OC / 8), or groups G
// and windows of at most 1,024 taps. C, OW, padding and stride are free, with groups OC and
// dilation too. Reads: x (N,H,W,C), weights (O,KH,KW,C/G), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv6m/dense_s8_s8_s4_8x1_muls.hpp>
#include <etch/kernel/cortex_m/conv2d_in_place.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of weights of at most 4 bits over windows where they lie.
struct conv2d_s8_s8_s4_8x1_muls
    : layer_kernel<conv2d_s8_s8_s4_8x1_muls, ops::conv2d,
                   cortex_m::conv2d_in_place<armv6m::block_of_nibbles>> {
  static constexpr const char* name = "conv2d_s8_s8_s4_8x1_muls";
};

}  // namespace ETCH_NAMESPACE
