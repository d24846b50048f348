// conv2d of 8-bit codes, and of weights of at most 4 bits, which take as many in flash: two filters
// times four pixels a step, by SMLAD.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// accumulators that are proved exact. C, OC, OW, window, padding, stride, dilation and groups are
// free. Reads: x (N,H,W,C), weights (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/armv7em/whole_windows.hpp>
#include <etch/kernel/armv7em/windows.hpp>
#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Whether windows have gaps, or read a group of channels.
constexpr bool gathers(const byte_layer& l) { return l.g.groups > 1 || l.is_dilated(); }
/// Whether call C runs by tiles_of_pairs: its windows have neither gaps nor groups, its weights
/// more than 4 bits, and neighbouring filters make pairs.
template <class C>
inline constexpr bool by_whole_windows = [] {
  if constexpr (gathers(layer_of<C>) || bits_of_weights<C>() <= 4) return false;
  else return has_ordered_pairs<C>();
}();
template <bool Gathers, bool Whole>
constexpr auto make_plan(const byte_layer& l, int steps_of_word) {
  if constexpr (Gathers) return make_gathered_plan(l.g, l.x_zero, steps_of_word);
  else if constexpr (Whole) return make_whole_plan(l.g, l.x_zero);
  else return make_window_plan(l.g, l.x_zero, steps_of_word);
}

/// Two filters times four pixels by SMLAD, over patches, a ring of rows or gathered windows.
template <bool Narrow>
struct smlad_2x4 : cortex_m::microkernel<smlad_2x4<Narrow>, core> {
  static constexpr bool widens_weights = Narrow;
  template <class C>
  static constexpr bool proves = has_pairs<C, Narrow>();

  template <class C>
  static constexpr auto plan = [] {
    constexpr byte_layer l = layer_of<C>;
    constexpr bool whole = by_whole_windows<C>;
    auto p = make_plan<gathers(l), whole>(l, steps_of_word(form_of_weights<C>));
    p.headroom = 255 - (l.end.high - l.end.low);
    p.give_back = l.end.high - 255;
    if constexpr (whole) {
      p.pairs = ordered_pairs(l.filters());
      p.pair_bytes = 4 * words_of_pair(p, doubles_weights(l), l.end.shifts());
      p.end_by = l.end.shifts() ? cortex_m::shift_of(l.end) : added_to_sums<C>();
    } else {
      p.pairs = pairs_of<C>.count;
      p.pair_bytes = static_cast<int>(sizeof(pair_constants_t<C>));
    }
    return p;
  }();
  template <class C>
  static constexpr int scratch = window_scratch(plan<C>);

  template <class C>
  static constexpr auto pack() {
    if constexpr (by_whole_windows<C>) return pack_ordered_pairs<C, plan<C>>();
    else return pack_pairs<C, plan<C>, gathers(layer_of<C>) ? 1 : plan<C>.kh>();
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    const auto& constants = kernel_constants<K, C>(a);
    const auto x = a.template rows<0>();
    std::int8_t* const y = a.template out<0>();
    if constexpr (by_whole_windows<C>) {
      constexpr epilogue_code e = code_of_tiles<C>;
      constexpr bool doubled = doubles_weights(layer_of<C>);
      if constexpr (has_patches<C>()) {
        run_whole_patches<e, doubled>(constants.plan, constants.words, x, y, a.scratch(), rows);
      } else {
        run_whole_rows<e, doubled, plan<C>.how>(constants.plan, constants.words, x, y, a.scratch(),
                                                rows);
      }
    } else {
      constexpr auto run = rows_by<C>();
      run(constants.plan, constants.ends, constants.weights, x, y, a.scratch(), rows);
    }
#else
    static_assert(sizeof(A) == 0, "conv2d by SMLAD: compile with -mcpu=cortex-m4");
#endif
  }

#if ETCH_HAS_DSP
 private:
  template <class C>
  static constexpr auto rows_by() {
    constexpr weights_in form = form_of_weights<C>;
    constexpr auto epilogue = requantise<C>();
    if constexpr (gathers(layer_of<C>)) return &run_gathered<epilogue, form, pair_constants_t<C>>;
    else return has_patches<C>() ? &run_patches<epilogue, form> : &run_ring<epilogue, form>;
  }
  template <class C>
  static constexpr bool has_patches() {
    if constexpr (gathers(layer_of<C>)) return false;
    else return plan<C>.how == arrangement::patches;
  }
#endif
};

}  // namespace armv7em

/// conv2d of 8-bit codes by pairs of filters.
struct conv2d_s8_s8_s8_2x4_smlad
    : layer_kernel<conv2d_s8_s8_s8_2x4_smlad, ops::conv2d, armv7em::smlad_2x4<false>> {
  static constexpr const char* name = "conv2d_s8_s8_s8_2x4_smlad";
};

}  // namespace ETCH_NAMESPACE
