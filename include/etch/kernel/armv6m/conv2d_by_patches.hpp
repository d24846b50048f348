// conv2d by patches of four pixels, without DSP instructions.
#pragma once

#include <etch/kernel/armv6m/memory_share.hpp>
#include <etch/kernel/armv6m/patch_plan.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// Constants of a convolution.
template <class End, int Filters, int Weights>
struct patch_constants {
  patch_plan plan;
  End ends[Filters];
  alignas(4) std::int8_t weights[Weights];
};

/// conv2d by tiles of kind Tile.
template <class Tile>
struct conv2d_by_patches {
  static constexpr bool takes(const byte_layer& l) {
    return cortex_m::takes_epilogue(l) && !l.by_channel && l.g.groups == 1;
  }
  template <class C>
  static constexpr bool proves = [] {
    constexpr int taps = layer_of<C>.taps();
    for (int o = 0; o < layer_of<C>.filters(); ++o) {
      if (!Tile::is_exact(cortex_m::accumulators_of<C>.of[o], C::bytes(1) + o * taps, taps)) {
        return false;
      }
    }
    return cortex_m::accumulators_of<C>.are_exact;
  }();

  /// Taps of a filter, filled up for the loop over them.
  template <class C>
  static constexpr int filled = round_up(layer_of<C>.taps(), Tile::tap_multiple);
  /// The words of four windows, and codes of those that are gathered at a time.
  template <class C>
  static constexpr int scratch =
      round_up(8 * filled<C> + Tile::together * round_up(filled<C>, 4), 16);
  template <class C>
  static constexpr bool affords = is_small_share<C>(scratch<C>);

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int taps = l.taps(), together = Tile::filters_together;
    constexpr int filters = round_up(l.filters(), together);
    // whether windows cannot be read where they lie
    constexpr int gathers = l.g.dilation_w == 1 && l.g.c % Tile::code_multiple == 0 ? 0 : 1;
    patch_constants<sum_end_t<C>, l.filters(), filters * filled<C>> k{
        make_patch_plan(l.g, l.x_zero, gathers, filled<C>, make_layer_end<C, Tile::lifts>()),
        {},
        {}};
    for (int o = 0; o < l.filters(); ++o) {
      k.ends[o] = make_sum_end<C, Tile::lifts>(o);
      if constexpr (Tile::bias_of_code != 0) {
        k.ends[o] = with_bias_of_codes(k.ends[o], Tile::bias_of_code, C::bytes(1) + o * taps, taps);
      }
    }
    for (int o = 0; o < filters; ++o) {
      std::int8_t* const to = k.weights + o / together * together * filled<C> + o % together;
      const unsigned char* const from = C::bytes(1) + o * taps;
      for (int t = 0; t < filled<C>; ++t) {
        const int w = o < l.filters() && t < taps ? static_cast<signed char>(from[t]) : 0;
        to[Tile::place_of_weight(t) * together] =
            static_cast<std::int8_t>(static_cast<unsigned char>(w + Tile::bias_of_weight));
      }
    }
    return k;
  }

  template <class C, const auto& Packed, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    static_assert(sizeof(A) == 0 || Tile::is_available,
                  "conv2d by patches: compile with -mcpu=cortex-m0 or -mcpu=cortex-m3");
#if ETCH_HAS_M_PROFILE
    run_patches<Tile, cortex_m::code_of_call<C>>(Packed.plan, Packed.ends, Packed.weights,
                                                 a.template rows<0>(), a.template out<0>(),
                                                 a.scratch(), rows);
#endif
  }
};

}  // namespace armv6m

}  // namespace ETCH_NAMESPACE
