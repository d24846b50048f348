// dense in q formats of 8 bits: four filters times one input row, by SMLAD.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// half_up, a right shift of 0 .. 22; sums that filter_pairs.hpp proves exact. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv7em/dense_8bit.hpp>

namespace etch::inline ETCH_ABI {

/// dense in q formats of 8 bits, ended by a shift.
struct dense_q7_q7_q7_4x1_smlad {
  using op = ops::dense;
  static constexpr const char* name = "dense_q7_q7_q7_4x1_smlad";

  template <class C>
  static constexpr bool accepts = armv7em::accepts_dense<C, true>();
  template <class C>
  static constexpr int scratch = round_up(8 * armv7em::paired_dense<C>::groups, 16);
  template <class C>
  static constexpr auto pack() {
    return armv7em::paired_dense<C>::pack();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    armv7em::paired_dense<C>::run(a, packed<dense_q7_q7_q7_4x1_smlad, C>, rows);
#else
    static_assert(sizeof(A) == 0, "dense_q7_q7_q7_4x1_smlad: compile with -mcpu=cortex-m4");
#endif
  }
};

}  // namespace etch::inline ETCH_ABI
