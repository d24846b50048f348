// The least and the largest code of each channel of a value, for every input: ranges_of<G, V>, as
// ranges.hpp finds it.
#pragma once

#include <etch/graph/worst_case.hpp>
#include <etch/kernel/layer/filters.hpp>

namespace ETCH_NAMESPACE {

/// The least and the largest code of each of C channels; none where nothing is known.
template <int C>
struct channel_ranges {
  wide_int low[C > 0 ? C : 1]{};
  wide_int high[C > 0 ? C : 1]{};
  static constexpr bool are_known = C > 0;
  constexpr bool is_constant(int c) const { return are_known && low[c] == high[c]; }
  constexpr void set(int c, wide_int least, wide_int most) {
    low[c] = least;
    high[c] = most;
  }
  /// Takes element i of a tensor of C channels, channels last, into the range of its channel.
  constexpr void include(int i, wide_int code) {
    const int c = i % C;
    set(c, i < C ? code : minimum(low[c], code), i < C ? code : maximum(high[c], code));
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
  auto low = static_cast<wide_int>(f.kind->lowest(f));
  auto high = static_cast<wide_int>(f.kind->highest(f));
  if constexpr (n >= 0) {
    if constexpr (G.nodes[n].outputs[0] == V) {
      constexpr auto l = output_limits<call<G, n>>();
      low = l.low, high = l.high;
    }
  }
  for (int c = 0; c < channels; ++c) r.set(c, low, high);
  return r;
}

/// Whether what node n of g makes depends on where its elements lie: then nothing is known of its
/// channels, and all of them stay where they are.
template <class Graph>
constexpr bool depends_on_places(const Graph& g, int n) {
  return g.nodes[n].output_count > 1 || is_stochastic(g.values[g.nodes[n].outputs[0]].round);
}
/// The channels of an input that the channels of an output are made of.
template <int C>
struct channel_sources {
  int of[C]{};
};
template <const auto& G, int N, int I>
constexpr auto find_sources() {
  constexpr int y = G.nodes[N].outputs[0];
  const node& at = G.nodes[N];
  operand gathered[most_inputs]{};
  const operands x = G.gather(N, gathered);
  channel_sources<G.values[y].is.shape.c()> sources;
  for (int c = 0; c < G.values[y].is.shape.c(); ++c) {
    sources.of[c] = depends_on_places(G, N) ? all_channels
                                            : at.op->channel_of(at.what, x, G.values[y].is, I, c);
  }
  return sources;
}
/// Those of input I of node N of G.
template <const auto& G, int N, int I>
inline constexpr auto sources_of = find_sources<G, N, I>();

/// The codes of constant V, by channel.
template <const auto& G, int V>
constexpr auto constant_ranges() {
  constexpr int channels = ranged_channels<G, V>;
  channel_ranges<channels> r;
  for (int i = 0; i < typed_value<G, V>::span; ++i) {
    r.include(i, static_cast<wide_int>(typed_value<G, V>::load(G.values[V].bytes, i)));
  }
  return r;
}

}  // namespace detail

}  // namespace ETCH_NAMESPACE
