// conv2d in q formats of 8 bits: two filters times four pixels a step, by SMLAD.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// dilation 1, groups 1; half_up, a right shift of 0 .. 22; sums that filter_pairs.hpp proves exact.
// C, OC, OW, window, padding and stride are free.
// Reads: x (N,H,W,C), weights (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/conv2d_8bit.hpp>

namespace etch::inline ETCH_ABI {

/// conv2d in q formats of 8 bits, ended by a shift.
struct conv2d_q7_q7_q7_2x4_smlad {
  using op = ops::conv2d;
  static constexpr const char* name = "conv2d_q7_q7_q7_2x4_smlad";

  template <class C>
  static constexpr bool accepts = armv7em::accepts_conv2d<C, true>();
  template <class C>
  static constexpr int scratch = armv7em::window_scratch(armv7em::paired_conv2d<C>::plan);
  template <class C>
  static constexpr auto pack() {
    return armv7em::paired_conv2d<C>::pack();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    armv7em::paired_conv2d<C>::run(a, packed<conv2d_q7_q7_q7_2x4_smlad, C>, rows);
#else
    static_assert(sizeof(A) == 0, "conv2d_q7_q7_q7_2x4_smlad: compile with -mcpu=cortex-m4");
#endif
  }
};

}  // namespace etch::inline ETCH_ABI
