// dense in q formats of 8 bits: four filters times one input row, by SMLAD.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// half_up, a right shift of 0 .. 22; sums that filter_pairs.hpp proves exact. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv7em/dense_8bit.hpp>

namespace etch::inline ETCH_ABI {

/// dense in q formats of 8 bits, ended by a shift.
struct dense_q7_q7_q7_4x1_smlad : armv7em::dense_kernel<dense_q7_q7_q7_4x1_smlad, true> {
  static constexpr const char* name = "dense_q7_q7_q7_4x1_smlad";
};

}  // namespace etch::inline ETCH_ABI
