// conv2d of 8-bit codes, and of weights of at most 4 bits, which take as many in flash: two filters
// times four pixels a step, by SMLAD.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// accumulators that are proved exact. C, OC, OW, window, padding, stride, dilation and groups are
// free. Reads: x (N,H,W,C), weights (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/armv7em/windows.hpp>
#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Whether windows have gaps, or read a group of channels.
constexpr bool gathers(const byte_layer& l) { return l.g.groups > 1 || l.is_dilated(); }
template <bool Gathers>
constexpr auto make_plan(const byte_layer& l, int steps_of_word) {
  if constexpr (Gathers) return make_gathered_plan(l.g, l.x_zero, steps_of_word);
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
    auto p = make_plan<gathers(l)>(l, steps_of_word(form_of_weights<C>));
    p.headroom = 255 - (l.end.high - l.end.low);
    p.give_back = l.end.high - 255;
    p.pairs = pairs_of<C>.count;
    p.pair_bytes = static_cast<int>(sizeof(pair_constants_t<C>));
    return p;
  }();
  template <class C>
  static constexpr int scratch = window_scratch(plan<C>);

  template <class C>
  static constexpr auto pack() {
    return pack_pairs<C, plan<C>, gathers(layer_of<C>) ? 1 : plan<C>.kh>();
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    constexpr auto run = rows_by<C, requantise<C>()>();
    const auto& constants = kernel_constants<K, C>(a);
    run(constants.plan, constants.ends, constants.weights, a.template rows<0>(),
        a.template out<0>(), a.scratch(), rows);
#else
    static_assert(sizeof(A) == 0, "conv2d by SMLAD: compile with -mcpu=cortex-m4");
#endif
  }

#if ETCH_HAS_DSP
 private:
  template <class C, void (*Epilogue)()>
  static constexpr auto rows_by() {
    constexpr weights_in form = form_of_weights<C>;
    if constexpr (gathers(layer_of<C>)) return &run_gathered<Epilogue, form, pair_constants_t<C>>;
    else
      return plan<C>.how == arrangement::patches ? &run_patches<Epilogue, form>
                                                 : &run_ring<Epilogue, form>;
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
