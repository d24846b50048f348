// What kernels of 8-bit codes that end sum after sum know of a layer and of its channels, filters
// of a dense layer among them.
#pragma once

#include <etch/base/list.hpp>
#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/gather.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// What the ends of all sums share.
struct layer_limits {
  int shift;
  code_range range;
};
template <class C>
constexpr layer_limits make_layer_limits() {
  return {cortex_m::shift_of(layer_of<C>.end), cortex_m::range_of(layer_of<C>.end)};
}

/// A depthwise convolution as its row loop sees it.
struct channel_plan : cortex_m::window_shape, layer_limits {};
template <class C>
constexpr channel_plan make_channel_plan() {
  constexpr byte_layer l = layer_of<C>;
  return {cortex_m::make_window_shape(l.g, l.x_zero), make_layer_limits<C>()};
}

/// Where the sum of a channel starts, and its factor.
struct channel_start {
  std::int32_t sum;
};
struct factored_channel : channel_start {
  output_factor factor;
};
template <class C>
using channel_t =
    element_t<list<factored_channel, channel_start>, layer_of<C>.end.shifts() ? 1 : 0>;

/// Constants of channel c of call C.
template <class C>
constexpr channel_t<C> constants_of_channel(int c, products_of what) {
  const cortex_m::accumulator a = cortex_m::accumulators_of<C>.of[c];
  const channel_start start{start_of(a, what)};
  if constexpr (layer_of<C>.end.shifts()) return start;
  else return {start, factor_in_place<C>(a.factor)};
}

#if ETCH_HAS_DSP

/// The code of a sum.
template <epilogue_code E, class Channel>
ETCH_GLUE std::int8_t end_channel(const layer_limits& p, const Channel& k, std::int32_t sum) {
  if constexpr (E.shifts) return core::limited<E.limit>(p.range, sum >> p.shift);
  else return core::limited<E.limit>(p.range, core::scaled<E.step>(2 * sum, k.factor));
}

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
