// A graph in which a layer with weights by channel is another operator, whose filters lie one after
// the other, where its operator says that this makes the same sums: a depthwise_conv2d with a depth
// multiplier is a conv2d whose groups are the channels. Kernels then see one layer where users have
// two. No bit of any output changes.
#pragma once

#include <etch/network/proof/slim.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// What node N of G is by filters, where that is worth it: there is one channel, or many filters of
/// few channels share their windows.
template <const auto& G>
constexpr same_sums by_filter_of(int n) {
  const node& at = G.nodes[n];
  operand x[most_inputs]{};
  for (int i = 0; i < at.input_count; ++i) x[i] = G.values[at.inputs[i]].is;
  const same_sums same = at.op->by_filter(at.what, {x, at.input_count});
  if (!same.op) return {};
  const int channels = x[0].shape.c();
  const int filters = same.weights.n() / channels;
  return channels == 1 || (filters >= 8 && filters > 2 * channels) ? same : same_sums{};
}
template <const auto& G>
inline constexpr int count_by_filter = [] {
  int count = 0;
  for (int n = 0; n < bare<decltype(G)>::type::size.nodes; ++n)
    count += by_filter_of<G>(n).op ? 1 : 0;
  return count;
}();

/// The weights (KH,KW,O) of node N as (O,KH,KW).
template <const auto& G, int N>
alignas(16) inline constexpr auto weights_by_filter = [] {
  using c = call<G, N>;
  constexpr operand is = G.values[G.nodes[N].inputs[1]].is;
  constexpr int filters = is.shape.c(), taps = is.shape.size() / filters;
  byte_pool<bytes_of_codes(is.number, filters * taps)> p;
  const unsigned char* bytes = c::bytes(1);
  for (int o = 0; o < filters; ++o) {
    for (int t = 0; t < taps; ++t)
      copy_code(p.byte, o * taps + t, bytes, t * filters + o, is.number);
  }
  return p;
}();

template <const auto& G>
constexpr auto draft_by_filters() {
  using from = typename bare<decltype(G)>::type;
  graph_value<from::size.values + count_by_filter<G>, from::size.nodes, from::size.inputs,
              from::size.outputs, typename from::extensions_type>
      g{};
  for (int v = 0; v < from::size.values; ++v) g.values[v] = G.values[v];
  for (int i = 0; i < from::size.inputs; ++i) g.inputs[i] = G.inputs[i];
  for (int o = 0; o < from::size.outputs; ++o) g.outputs[o] = G.outputs[o];
  int next = from::size.values;
  for_each_index<from::size.nodes>([&]<int N>() {
    node& at = g.nodes[N];
    at = G.nodes[N];
    constexpr same_sums same = by_filter_of<G>(N);
    if constexpr (same.op) {
      value& weights = g.values[next];
      weights = G.values[at.inputs[1]];
      weights.is.shape = same.weights;
      weights.is.layout = &layout_id<ohwi>;
      weights.bytes = weights_by_filter<G, N>.byte;
      at.op = same.op;
      at.what = same.what;
      at.inputs[1] = next++;
    }
  });
  return draft(g);
}
template <const auto& G>
inline constexpr auto drafted_by_filters = draft_by_filters<G>();

}  // namespace detail

/// G with layers by filters where that makes the same sums; G itself where there are none.
template <const auto& G, bool Changes = (detail::count_by_filter<G> > 0)>
struct by_filters {
  static constexpr graph_size left = detail::drafted_by_filters<G>.left();
  static constexpr auto graph =
      detail::drafted_by_filters<G>.template result<left.values, left.nodes>();
};
template <const auto& G>
struct by_filters<G, false> {
  static constexpr const auto& graph = G;
};

}  // namespace ETCH_NAMESPACE
