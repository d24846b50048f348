// What the 8-bit convolutions share: conditions, constants and the call of the row loop.
#pragma once

#include <etch/kernel/armv7em/windows.hpp>
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

/// Convolution C by pairs of filters.
template <class C>
struct paired_conv2d {
  static constexpr window_geometry g = C::attributes.at(C::inputs());
  static constexpr int taps = g.kh * g.kw * g.c;

  static constexpr const auto& pairs() { return pairs_of<C, g.oc, taps>; }

  /// Whether the result equals the generic kernel's for every input.
  static constexpr bool is_exact() {
    if constexpr (g.groups == 1 && g.dilation_h == 1 && g.dilation_w == 1) return pairs().is_exact;
    else return false;
  }
  static constexpr window_plan plan = [] {
    using e = ending<C>;
    window_plan p = make_window_plan(g, e::x.zero);
    p.headroom = e::headroom;
    p.give_back = e::give_back;
    p.pair_bytes = static_cast<int>(sizeof(pair_constants_t<C>));
    return p;
  }();

  static constexpr auto pack() {
    static_assert(is_exact(), "conv2d: sums or factors are out of the range of filter pairs");
    constexpr int words = plan.steps * g.kh, count = pairs().count;
    conv2d_constants<pair_constants_t<C>, count, count * words> c{plan, {}, {}};
    c.plan.pairs = count;
    std::uint32_t* to = c.weights;
    for (int i = 0; i < count; ++i) {
      c.pairs[i] = constants_of_pair<C>(pairs(), i);
      const int a = pairs().a[i] * taps, b = pairs().b[i] * taps;
      for (int u = 0; u < g.kh; ++u) {
        const int row = u * g.kw * g.c;
        for (int k = 0; k < plan.steps; ++k) {
          *to++ =
              pair_word(C::bytes(1), a + row, b < 0 ? b : b + row, k / 2 * 4 + k % 2, g.kw * g.c);
        }
      }
    }
    return c;
  }

#if ETCH_HAS_DSP
  template <class A, class P>
  ETCH_GLUE static void run(const A& a, const P& packed, row_block rows) {
    using e = ending<C>;
    constexpr void (*finish)() = [] {
      if constexpr (e::shifts) return &finish_by_shift<e::shift, e::limit>;
      else return &finish_by_factor<e::step, e::limit>;
    }();
    constexpr auto run =
        plan.how == arrangement::patches ? &run_patches<finish> : &run_ring<finish>;
    run(packed.plan, packed.pairs, packed.weights, a.template rows<0>(), a.template out<0>(),
        a.scratch(), rows);
  }
#endif
};

/// Whether convolution C has 8-bit operands and can be run by pairs of filters.
template <class C, bool Shifts>
constexpr bool accepts_conv2d() {
  if constexpr (!has_known_ending<C>()) return false;
  else if constexpr (ending<C>::shifts != Shifts) return false;
  else return paired_conv2d<C>::is_exact();
}

/// Base of the conv2d kernel K, which ends sums by shifts or by factors.
template <class K, bool Shifts>
struct conv2d_kernel {
  using op = ops::conv2d;

  template <class C>
  static constexpr bool accepts = accepts_conv2d<C, Shifts>();
  template <class C>
  static constexpr int scratch = window_scratch(paired_conv2d<C>::plan);
  template <class C>
  static constexpr auto pack() {
    return paired_conv2d<C>::pack();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    paired_conv2d<C>::run(a, packed<K, C>, rows);
#else
    static_assert(sizeof(A) == 0, "conv2d by SMLAD: compile with -mcpu=cortex-m4");
#endif
  }
};

}  // namespace armv7em

}  // namespace etch::inline ETCH_ABI
