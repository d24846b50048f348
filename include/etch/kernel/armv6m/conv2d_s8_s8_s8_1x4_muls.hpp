// conv2d of 8-bit codes: one filter times four pixels a step, two products by one MULS.
//
// Needs: the M profile; hwc; groups 1; weights of which no two in one product are -128
// (tile_of_pairs.hpp); values at addresses divisible by 4, as in an arena; accumulators that are
// proved exact; scratch memory that memory_share.hpp calls little. C, OC, OW,
// window, padding, stride and dilation are free.
// Reads: x (N,H,W,C), weights (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv6m/conv2d_by_patches.hpp>
#include <etch/kernel/armv6m/tile_of_pairs.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes by patches of four pixels.
struct conv2d_s8_s8_s8_1x4_muls : layer_kernel<conv2d_s8_s8_s8_1x4_muls, ops::conv2d,
                                               armv6m::conv2d_by_patches<armv6m::tile_of_pairs>> {
  static constexpr const char* name = "conv2d_s8_s8_s8_1x4_muls";
};

}  // namespace ETCH_NAMESPACE
