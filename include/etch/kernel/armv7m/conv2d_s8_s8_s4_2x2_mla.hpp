// conv2d of 8-bit codes by weights of at most 4 bits, which take as many in flash: two filters
// times two pixels by MLA (narrow_sums.hpp).
//
// Needs: Armv7-M; hwc; one group of channels; windows of at most 512 codes. Reads: x (N,H,W,C),
// whose rows may lie apart, weights (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7m/short_tile.hpp>
#include <etch/kernel/layer/narrow_sums.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of weights of at most 4 bits.
struct conv2d_s8_s8_s4_2x2_mla
    : narrow_sums::kernel<conv2d_s8_s8_s4_2x2_mla, ops::conv2d, armv7m::any_bytes_tile> {
  static constexpr const char* name = "conv2d_s8_s8_s4_2x2_mla";
};

}  // namespace ETCH_NAMESPACE
