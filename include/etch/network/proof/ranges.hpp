// What each channel of each value can be, for every input, proved from weights, biases, scales and
// clamps: an input holds any code of its format, sums of products reach as far as layer_ranges.hpp
// says, and what other operators do with ranges is a fact of theirs (channel_codes,
// op/channels.hpp).
#pragma once

#include <etch/network/proof/layer_ranges.hpp>
#include <etch/network/proof/lone_node.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// Elements on which an operator is run to see what it makes of them, and codes of which a function
/// is tried; above, nothing is known: compilers evaluate them within their default limits.
inline constexpr int most_elements = 2048, most_codes_tried = 256;

/// Node N of G, whose output codes lie between those of the channels that they come from.
template <const auto& G, int N, int V>
constexpr auto kept_ranges() {
  constexpr int channels = ranged_channels<G, V>;
  const auto limits = output_limits<call<G, N>>();
  interval hulls[channels]{};
  for (interval& h : hulls) h = nothing_yet;
  bool known = true;
  for_each_index<call<G, N>::input_count>([&]<int I>() {
    constexpr int v = G.nodes[N].inputs[I];
    constexpr auto& of = ranges_of<G, v>;
    known = known && of.are_known && G.values[v].is.number == G.values[V].is.number;
    if (!known) return;
    const interval all = hull_of(of);
    for (int c = 0; c < channels; ++c) {
      const int from = sources_of<G, N, I>.of[c];
      if (from == all_channels) hulls[c] = hull(hulls[c], all);
      else if (from >= 0) hulls[c] = hull(hulls[c], {of.low[from], of.high[from]});
    }
  });
  if (!known) return all_codes<G, V>();
  channel_ranges<channels> r;
  for (int c = 0; c < channels; ++c) {
    r.set(c, static_cast<wide_int>(clamp<long long>(hulls[c].low, limits.low, limits.high)),
          static_cast<wide_int>(clamp<long long>(hulls[c].high, limits.low, limits.high)));
  }
  return r;
}

/// Whether ranges of all inputs of node N of G are known.
template <const auto& G, int N>
constexpr bool inputs_have_ranges() {
  for (int i = 0; i < G.nodes[N].input_count; ++i) {
    if (!has_ranges(G.values[G.nodes[N].inputs[i]].is)) return false;
  }
  return true;
}

/// The least codes of value V's channels, or the largest ones, cell after cell.
template <const auto& G, int V>
struct end_of_ranges {
  bool is_high;
  constexpr auto operator[](int i) const {
    const int c = i % ranged_channels<G, V>;
    using storage = typename typed_value<G, V>::storage;
    return static_cast<storage>(is_high ? ranges_of<G, V>.high[c] : ranges_of<G, V>.low[c]);
  }
};
/// The codes that node N makes of one corner of the ranges of its inputs: bit i is set where input
/// i is at its largest codes.
template <const auto& G, int N, int... I>
constexpr auto run_corner(int corner, indices<I...>) {
  return evaluate<lone_graph<G, N>>(
      end_of_ranges<G, G.nodes[N].inputs[I]>{(corner >> I & 1) != 0}...);
}

/// Node N of G, which is monotone in each input.
template <const auto& G, int N, int V>
constexpr auto corner_ranges() {
  using lone = lone_call<G, N>;
  constexpr int channels = ranged_channels<G, V>, inputs = lone::input_count;
  if constexpr (inputs > 2 || lone::template in<0>::span > most_elements) {
    return all_codes<G, V>();
  } else {
    constexpr int codes = lone::template out<>::span;
    channel_ranges<channels> r;
    for (int corner = 0; corner < 1 << inputs; ++corner) {
      const auto y = run_corner<G, N>(corner, first<inputs>{});
      for (int i = 0; i < codes; ++i)
        r.include(corner * codes + i, static_cast<wide_int>(y.code[i]));
    }
    return r;
  }
}

/// Codes begin, begin + 1, ...
template <class Code>
struct codes_from {
  wide_int begin;
  constexpr Code operator[](int i) const { return static_cast<Code>(begin + i); }
};

/// Whether each code of node N's output is made of one code of its input.
template <const auto& G, int N>
constexpr bool is_of_each_code() {
  const node& at = G.nodes[N];
  return at.op->codes == channel_codes::each &&
         G.values[at.inputs[0]].is.shape == G.values[at.outputs[0]].is.shape;
}
/// Node N of G, a function of one code.
template <const auto& G, int N, int V>
constexpr auto tried_ranges() {
  constexpr auto& of = ranges_of<G, G.nodes[N].inputs[0]>;
  constexpr interval all = hull_of(of);
  constexpr int channels = ranged_channels<G, V>;
  constexpr auto codes = static_cast<wide_int>(all.high - all.low) + 1;
  if constexpr (codes > most_codes_tried) {
    return all_codes<G, V>();
  } else {
    constexpr auto begin = static_cast<wide_int>(all.low);
    const auto y = evaluate<lone_graph<G, N, codes>>(
        codes_from<typename typed_value<G, G.nodes[N].inputs[0]>::storage>{begin});
    channel_ranges<channels> r;
    for (int c = 0; c < channels; ++c) {
      auto low = static_cast<wide_int>(y.code[of.low[c] - begin]), high = low;
      for (wide_int k = of.low[c] - begin; k <= of.high[c] - begin; ++k) {
        const auto code = static_cast<wide_int>(y.code[k]);
        if (code < low) low = code;
        if (code > high) high = code;
      }
      r.set(c, low, high);
    }
    return r;
  }
}

template <const auto& G, int V>
constexpr auto find_ranges() {
  constexpr int n = G.values[V].producer;
  if constexpr (ranged_channels<G, V> == 0) {
    return channel_ranges<0>{};
  } else if constexpr (G.values[V].is.is_constant && !is_null(G.values[V].bytes)) {
    return constant_ranges<G, V>();
  } else if constexpr (n < 0) {
    return all_codes<G, V>();
  } else if constexpr (depends_on_places(G, n)) {
    return all_codes<G, V>();
  } else if constexpr (sums_are_integers<G, n>) {
    return sums_of_layer<G, n>.codes;
  } else if constexpr (!inputs_have_ranges<G, n>()) {
    return all_codes<G, V>();
  } else if constexpr (G.nodes[n].op->codes == channel_codes::kept) {
    return kept_ranges<G, n, V>();
  } else if constexpr (G.nodes[n].op->codes == channel_codes::monotone) {
    return corner_ranges<G, n, V>();
  } else if constexpr (is_of_each_code<G, n>()) {
    return tried_ranges<G, n, V>();
  } else {
    return all_codes<G, V>();
  }
}

template <const auto& G, int... N>
constexpr bool find_all_ranges(indices<N...>) {
  (...,
   static_cast<void>(ranges_of<G, G.nodes[N].outputs[0]>));  // compilers keep a left fold's order
  return true;
}
/// Finds the ranges of G from the first node to the last, so that templates do not nest as deep as
/// the graph.
template <const auto& G>
inline constexpr bool has_all_ranges =
    find_all_ranges<G>(first<bare<decltype(G)>::type::size.nodes>{});

}  // namespace detail

/// What is proved of the sums of node N of G, for the kernels that run it.
template <const auto& G, int N>
struct proved_of<call<G, N>> {
  static_assert(detail::has_all_ranges<G>);
  static_assert(detail::sums_are_integers<G, N>);
  static constexpr const auto& sums = detail::sums_of_layer<G, N>;
};

}  // namespace ETCH_NAMESPACE
