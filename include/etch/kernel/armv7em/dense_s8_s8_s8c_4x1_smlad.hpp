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
struct dense_s8_s8_s8c_4x1_smlad {
  using op = ops::dense;
  static constexpr const char* name = "dense_s8_s8_s8c_4x1_smlad";

  template <class C>
  static constexpr bool accepts = armv7em::accepts_dense<C, false>();
  template <class C>
  static constexpr int scratch = round_up(8 * armv7em::paired_dense<C>::groups, 16);
  template <class C>
  static constexpr auto pack() {
    return armv7em::paired_dense<C>::pack();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    armv7em::paired_dense<C>::run(a, packed<dense_s8_s8_s8c_4x1_smlad, C>, rows);
#else
    static_assert(sizeof(A) == 0, "dense_s8_s8_s8c_4x1_smlad: compile with -mcpu=cortex-m4");
#endif
  }
};

}  // namespace etch::inline ETCH_ABI
