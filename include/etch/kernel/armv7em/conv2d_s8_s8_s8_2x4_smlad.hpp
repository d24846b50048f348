// conv2d of 8-bit codes: two filters times four pixels a step, by SMLAD.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// dilation 1, groups 1; accumulators that are proved exact. C, OC, OW, window, padding and stride
// are free.
// Reads: x (N,H,W,C), weights (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/windows.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/conv2d.hpp>

namespace etch::inline ETCH_ABI {

namespace armv7em {

/// Constants of a convolution.
template <class Pair, int Pairs, int Words>
struct conv2d_constants {
  window_plan plan;
  Pair pairs[Pairs];
  std::uint32_t weights[Words];
};

/// Two filters times four pixels by SMLAD, over patches or a ring of rows.
struct smlad_2x4 {
  static constexpr bool takes(const byte_layer& l) {
    return cortex_m::takes_epilogue(l) && !l.by_channel && l.g.groups == 1 && l.g.dilation_h == 1 &&
           l.g.dilation_w == 1;
  }
  template <class C>
  static constexpr bool proves = cortex_m::accumulators_of<C>.are_exact;

  template <class C>
  static constexpr window_plan plan = [] {
    constexpr byte_layer l = layer_of<C>;
    constexpr cortex_m::epilogue_numbers n = cortex_m::numbers_of(l.end);
    window_plan p = make_window_plan(l.g, l.x_zero);
    p.headroom = n.headroom;
    p.give_back = n.give_back;
    p.pairs = pairs_of<C>.count;
    p.pair_bytes = static_cast<int>(sizeof(pair_constants_t<C>));
    return p;
  }();
  template <class C>
  static constexpr int scratch = window_scratch(plan<C>);

  template <class C>
  static constexpr auto pack() {
    constexpr window_geometry g = layer_of<C>.g;
    constexpr window_plan p = plan<C>;
    constexpr int taps = layer_of<C>.taps();
    conv2d_constants<pair_constants_t<C>, p.pairs, p.pairs * p.steps * g.kh> c{p, {}, {}};
    std::uint32_t* to = c.weights;
    for (int i = 0; i < p.pairs; ++i) {
      c.pairs[i] = constants_of_pair<C>(i);
      const int a = pairs_of<C>.a[i] * taps, b = pairs_of<C>.b[i] * taps;
      for (int u = 0; u < g.kh; ++u) {
        const int row = u * g.kw * g.c;
        for (int k = 0; k < p.steps; ++k) {
          *to++ =
              pair_word(C::bytes(1), a + row, b < 0 ? b : b + row, k / 2 * 4 + k % 2, g.kw * g.c);
        }
      }
    }
    return c;
  }

  template <class C, const auto& Packed, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    constexpr epilogue e = layer_of<C>.end;
    constexpr auto finish = finish_by<cortex_m::code_of(e), e.shifts() ? e.shift : 0>();
    constexpr auto run =
        plan<C>.how == arrangement::patches ? &run_patches<finish> : &run_ring<finish>;
    run(Packed.plan, Packed.pairs, Packed.weights, a.template rows<0>(), a.template out<0>(),
        a.scratch(), rows);
#else
    static_assert(sizeof(A) == 0, "conv2d by SMLAD: compile with -mcpu=cortex-m4");
#endif
  }

#if ETCH_HAS_DSP
 private:
  /// The routine that ends the sums of a tile; layers of one epilogue_code share it.
  template <cortex_m::epilogue_code E, int Shift>
  static constexpr auto finish_by() {
    if constexpr (E.shifts) return &finish_by_shift<Shift, E.limit>;
    else return &finish_by_factor<E.step, E.limit>;
  }
#endif
};

}  // namespace armv7em

/// conv2d of 8-bit codes by pairs of filters.
struct conv2d_s8_s8_s8_2x4_smlad
    : layer_kernel<conv2d_s8_s8_s8_2x4_smlad, ops::conv2d, armv7em::smlad_2x4> {
  static constexpr const char* name = "conv2d_s8_s8_s8_2x4_smlad";
};

}  // namespace etch::inline ETCH_ABI
