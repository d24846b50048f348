// dense in affine int8: four filters times one input row, by SMLAD.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// weights with zero point 0 and a scale a channel or one for all; sums and factors that
// filter_pairs.hpp proves exact. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv7em/dense_8bit.hpp>

namespace etch::inline ETCH_ABI {

/// dense in affine int8, ended by a factor.
struct dense_s8_s8_s8c_4x1_smlad : armv7em::dense_kernel<dense_s8_s8_s8c_4x1_smlad, false> {
  static constexpr const char* name = "dense_s8_s8_s8c_4x1_smlad";
};

}  // namespace etch::inline ETCH_ABI
