// conv2d of 8-bit codes: eight filters times one pixel, two products by one MUL.
//
// Needs: Armv7-M; hwc; accumulators that are proved exact. C, OC, OW, window, padding, stride,
// dilation and groups are free.
// Reads: x (N,H,W,C), weights (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7m/dense_s8_s8_s8_8x1_mul.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes pixel by pixel.
struct conv2d_s8_s8_s8_8x1_mul : layer_kernel<conv2d_s8_s8_s8_8x1_mul, ops::conv2d,
                                              cortex_m::conv2d_by_pixels<armv7m::block_of_halves>> {
  static constexpr const char* name = "conv2d_s8_s8_s8_8x1_mul";
};

}  // namespace ETCH_NAMESPACE
