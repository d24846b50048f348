// dense of 8-bit codes without scratch memory: eight filters times one input row a step, by SMLAD.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// accumulators that are proved exact; K a multiple of 4, or at most 64. B and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv7em/windows_in_place.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of 8-bit codes over rows where they lie.
struct dense_s8_s8_s8_8x1_smlad
    : layer_kernel<dense_s8_s8_s8_8x1_smlad, ops::dense, armv7em::smlad_8x1> {
  static constexpr const char* name = "dense_s8_s8_s8_8x1_smlad";
};

}  // namespace ETCH_NAMESPACE
