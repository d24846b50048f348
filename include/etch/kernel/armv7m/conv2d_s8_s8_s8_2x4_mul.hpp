// conv2d of 8-bit codes: two filters times four pixels a step, two products by one MUL.
//
// Needs: Armv7-M; hwc; groups 1; windows of at most 2^16 codes; accumulators
// that are proved exact; scratch memory that memory_share.hpp calls little. C, OC, OW, window,
// padding, stride and dilation are free. Reads: x (N,H,W,C), weights (O,KH,KW,C), bias (O). Writes:
// y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv6m/conv2d_by_patches.hpp>
#include <etch/kernel/armv7m/tile_of_halves.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes by patches of four pixels.
struct conv2d_s8_s8_s8_2x4_mul : layer_kernel<conv2d_s8_s8_s8_2x4_mul, ops::conv2d,
                                              armv6m::conv2d_by_patches<armv7m::tile_of_halves>> {
  static constexpr const char* name = "conv2d_s8_s8_s8_2x4_mul";
};

}  // namespace ETCH_NAMESPACE
