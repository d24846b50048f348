// The least and the largest code of each channel of a value, for every input: ranges_of<G, V>, as
// ranges.hpp finds it.
#pragma once

#include <etch/graph/worst_case.hpp>
#include <etch/kernel/arithmetic/requantise.hpp>

namespace ETCH_NAMESPACE {

/// The least and the largest code of each of C channels; none where nothing is known.
template <int C>
struct channel_ranges {
  int low[C > 0 ? C : 1]{};
  int high[C > 0 ? C : 1]{};
  static constexpr bool are_known = C > 0;
  constexpr bool is_constant(int c) const { return are_known && low[c] == high[c]; }
  constexpr void set(int c, int least, int most) {
    low[c] = least;
    high[c] = most;
  }
};

namespace detail {

/// Whether the codes of a value are told apart by channel: integers of up to 16 bits, channels
/// last.
constexpr bool has_ranges(const operand& v) {
  return v.number.kind->is_integer && !is_accumulator(v.number) && v.number.bits <= 16 &&
         v.number.channel_scale == nullptr && v.layout == &layout_id<hwc>;
}
/// Channels of value V of G of which ranges are known; 0 where nothing is.
template <const auto& G, int V>
inline constexpr int ranged_channels = has_ranges(G.values[V].is) ? G.values[V].is.shape.c() : 0;

template <const auto& G, int V>
constexpr auto find_ranges();

}  // namespace detail

/// What the channels of value V of G can be.
template <const auto& G, int V>
inline constexpr auto ranges_of = detail::find_ranges<G, V>();

namespace detail {

/// The hull of all channels of r.
template <int C>
constexpr interval hull_of(const channel_ranges<C>& r) {
  interval all = nothing_yet;
  for (int c = 0; c < C; ++c) all = hull(all, {r.low[c], r.high[c]});
  return all;
}

/// Every code that the output of node N, or input V where it is none, can have by its format and
/// its clamp.
template <const auto& G, int V>
constexpr auto all_codes() {
  constexpr int channels = ranged_channels<G, V>, n = G.values[V].producer;
  channel_ranges<channels> r;
  const format& f = G.values[V].is.number;
  auto low = static_cast<int>(f.kind->lowest(f)), high = static_cast<int>(f.kind->highest(f));
  if constexpr (n >= 0) {
    if constexpr (G.nodes[n].outputs[0] == V) {
      constexpr auto l = output_limits<call<G, n>>();
      low = l.low, high = l.high;
    }
  }
  for (int c = 0; c < channels; ++c) r.set(c, low, high);
  return r;
}

/// The codes of constant V, by channel.
template <const auto& G, int V>
constexpr auto constant_ranges() {
  constexpr int channels = ranged_channels<G, V>;
  channel_ranges<channels> r;
  for (int i = 0; i < typed_value<G, V>::span; ++i) {
    const int c = i % channels;
    const auto code = static_cast<int>(typed_value<G, V>::load(G.values[V].bytes, i));
    r.set(c, i < channels ? code : minimum(r.low[c], code),
          i < channels ? code : maximum(r.high[c], code));
  }
  return r;
}

}  // namespace detail

}  // namespace ETCH_NAMESPACE
