// conv2d in q formats of 8 bits: eight filters times one pixel, two products by one MUL.
//
// Needs: Armv7-M; hwc; groups 1; a last step that filter_pairs.hpp proves exact. C, OC, OW,
// window, padding, stride and dilation are free.
// Reads: x (N,H,W,C), weights (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv6m/conv2d_by_pixels.hpp>
#include <etch/kernel/armv7m/block_of_halves.hpp>

namespace etch::inline ETCH_ABI {

/// conv2d in q formats of 8 bits, ended by a shift.
struct conv2d_q7_q7_q7_8x1_mul
    : armv6m::pixel_kernel<conv2d_q7_q7_q7_8x1_mul, armv7m::block_of_halves, true> {
  static constexpr const char* name = "conv2d_q7_q7_q7_8x1_mul";
};

}  // namespace etch::inline ETCH_ABI
