// dense of 8-bit codes by weights of at most 4 bits, which take as many in flash: four filters
// times one input row, by SMLAD.
//
// Needs: as dense_s8_s8_s8_4x1_smlad; accumulators that are proved to have 28 bits.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv7em/dense_s8_s8_s8_4x1_smlad.hpp>

namespace ETCH_NAMESPACE {

/// dense of weights of at most 4 bits by pairs of filters.
struct dense_s8_s8_s4_4x1_smlad
    : layer_kernel<dense_s8_s8_s4_4x1_smlad, ops::dense, armv7em::smlad_4x1<true>> {
  static constexpr const char* name = "dense_s8_s8_s4_4x1_smlad";
};

}  // namespace ETCH_NAMESPACE
