// conv2d of 8-bit codes by weights of at most 4 bits, which take as many in flash: two filters
// times four pixels a step, by SMLAD.
//
// Needs: as conv2d_s8_s8_s8_2x4_smlad; accumulators that are proved to have 28 bits.
// Reads: x (N,H,W,C), weights (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/conv2d_s8_s8_s8_2x4_smlad.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of weights of at most 4 bits by pairs of filters.
struct conv2d_s8_s8_s4_2x4_smlad
    : layer_kernel<conv2d_s8_s8_s4_2x4_smlad, ops::conv2d, armv7em::smlad_2x4<true>> {
  static constexpr const char* name = "conv2d_s8_s8_s4_2x4_smlad";
};

}  // namespace ETCH_NAMESPACE
