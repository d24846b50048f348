// What the convolutions by patches of four pixels share: conditions, constants, the base of their
// kernels.
#pragma once

#include <etch/kernel/armv6m/memory_share.hpp>
#include <etch/kernel/armv6m/patch_plan.hpp>
#include <etch/op/conv2d.hpp>

namespace etch::inline ETCH_ABI {

namespace armv6m {

/// Constants of a convolution.
template <class End, int Filters, int Weights>
struct patch_constants {
  patch_plan plan;
  End ends[Filters];
  alignas(4) std::int8_t weights[Weights];
};

/// Convolution C by tiles of kind Tile.
template <class C, class Tile>
struct conv2d_by_patches {
  using e = armv7em::ending<C>;
  static constexpr window_geometry g = C::attributes.at(C::inputs());
  static constexpr int taps = g.kh * g.kw * g.c;
  static constexpr int filled = round_up(taps, Tile::tap_multiple);
  static constexpr int filters = round_up(g.oc, Tile::filters_together);
  /// Whether windows cannot be read where they lie.
  static constexpr int gathers = g.dilation_w == 1 && g.c % Tile::code_multiple == 0 ? 0 : 1;
  /// The words of four windows, and codes of those that are gathered at a time.
  static constexpr int scratch = round_up(8 * filled + Tile::together * round_up(filled, 4), 16);

  static constexpr auto facts =
      examine_channels<C, g.oc>(taps, 1, taps, [](const armv7em::filter_facts& f, int o) {
        return Tile::is_exact(f, C::bytes(1) + o * taps, taps);
      });
  using end = typename sum_end<e::shifts, facts.share_a_factor>::type;

  static constexpr auto pack() {
    patch_constants<end, g.oc, filters * filled> k{
        make_patch_plan(g, e::x.zero, gathers, filled,
                        make_layer_end<C>(facts.of[0], Tile::template lift<C>)),
        {},
        {}};
    for (int o = 0; o < g.oc; ++o) {
      k.ends[o] = make_sum_end<C, end>(facts.of[o], Tile::template lift<C>);
      if constexpr (Tile::bias_of_code != 0) {
        k.ends[o] = with_bias_of_codes(k.ends[o], Tile::bias_of_code, C::bytes(1) + o * taps, taps);
      }
    }
    constexpr int together = Tile::filters_together;
    for (int o = 0; o < filters; ++o) {
      std::int8_t* const to = k.weights + o / together * together * filled + o % together;
      const unsigned char* const from = C::bytes(1) + o * taps;
      for (int t = 0; t < filled; ++t) {
        const int w = o < g.oc && t < taps ? static_cast<signed char>(from[t]) : 0;
        to[Tile::place_of_weight(t) * together] =
            static_cast<std::int8_t>(static_cast<unsigned char>(w + Tile::bias_of_weight));
      }
    }
    return k;
  }
};

/// Whether convolution C has 8-bit operands, can be run by tiles of kind Tile and may take the
/// memory.
template <class C, class Tile, bool Shifts>
constexpr bool accepts_conv2d() {
  if constexpr (!armv7em::has_known_ending<C>()) return false;
  else if constexpr (armv7em::ending<C>::shifts != Shifts) return false;
  else if constexpr (C::attributes.groups != 1) return false;
  else if constexpr (!is_small_share<C>(conv2d_by_patches<C, Tile>::scratch)) return false;
  else return conv2d_by_patches<C, Tile>::facts.are_exact;
}

/// Base of the conv2d kernel K by tiles of kind Tile, which ends sums by shifts or by factors.
template <class K, class Tile, bool Shifts>
struct conv2d_kernel {
  using op = ops::conv2d;

  template <class C>
  static constexpr bool accepts = accepts_conv2d<C, Tile, Shifts>();
  template <class C>
  static constexpr int scratch = conv2d_by_patches<C, Tile>::scratch;
  template <class C>
  static constexpr auto pack() {
    return conv2d_by_patches<C, Tile>::pack();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    static_assert(sizeof(A) == 0 || Tile::is_available,
                  "conv2d by patches: compile with -mcpu=cortex-m0 or -mcpu=cortex-m3");
#if ETCH_HAS_M_PROFILE
    const auto& k = packed<K, C>;
    run_patches<Tile, armv7em::ending_of<C>>(k.plan, k.ends, k.weights, a.template rows<0>(),
                                             a.template out<0>(), a.scratch(), rows);
#endif
  }
};

}  // namespace armv6m

}  // namespace etch::inline ETCH_ABI
