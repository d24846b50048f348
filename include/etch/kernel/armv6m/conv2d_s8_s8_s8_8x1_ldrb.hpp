// conv2d of 8-bit codes: eight filters times one pixel, whose window LDRB reads where it lies.
//
// Needs: the M profile; hwc; accumulators that are proved exact; windows of at most 64 taps, or of
// at most eight rows without gaps between columns, or groups G and windows of at most 1,024 taps.
// C, OC, OW, padding and stride are free. Reads: x (N,H,W,C), weights (O,KH,KW,C/G), bias (O).
// Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv6m/dense_s8_s8_s8_8x1_muls.hpp>
#include <etch/kernel/cortex_m/conv2d_in_place.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes over windows where they lie.
struct conv2d_s8_s8_s8_8x1_ldrb : layer_kernel<conv2d_s8_s8_s8_8x1_ldrb, ops::conv2d,
                                               cortex_m::conv2d_in_place<armv6m::block_of_bytes>> {
  static constexpr const char* name = "conv2d_s8_s8_s8_8x1_ldrb";
};

}  // namespace ETCH_NAMESPACE
