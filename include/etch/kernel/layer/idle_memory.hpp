// Memory of a network that no value uses while a layer runs.
#pragma once

#include <etch/kernel/layer/ample_memory.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// The nodes of graph G that make a value and that read it last, in their order: -1 for inputs, one
/// behind the last for outputs of the graph.
template <const auto& G>
inline constexpr auto lives_of_values = [] {
  constexpr auto size = bare<decltype(G)>::type::size;
  struct {
    int first[size.values], last[size.values];
  } lives{};
  for (int& first : lives.first) first = -1;
  for (int& last : lives.last) last = -1;
  for (int n = 0; n < size.nodes; ++n) {
    const auto& node = G.nodes[n];
    for (int i = 0; i < node.input_count; ++i) lives.last[node.inputs[i]] = n;
    for (int o = 0; o < node.output_count; ++o) lives.first[node.outputs[o]] = n;
  }
  for (int o = 0; o < size.outputs; ++o) lives.last[G.outputs[o]] = size.nodes;
  return lives;
}();
/// Bytes of values: each in memory of its own, and outputs over inputs that die with them.
struct live_bytes {
  int apart = 0, over = 0;
};
/// Those at node n of graph G.
template <const auto& G>
constexpr live_bytes live_bytes_at(int n) {
  int later = 0, dying = 0, made = 0;
  for (int v = 0; v < bare<decltype(G)>::type::size.values; ++v) {
    const int first = lives_of_values<G>.first[v], last = lives_of_values<G>.last[v];
    if (first > n || last < n) continue;
    (first == n ? made : last == n ? dying : later) += bytes_of_value(G.values[v].is);
  }
  return {later + dying + made, later + maximum(dying, made)};
}
/// The most at a node with constants of an operator that does not write in place: what the network
/// needs at least.
template <const auto& G>
inline constexpr live_bytes most_live_bytes = [] {
  live_bytes most;
  for (int n = 0; n < bare<decltype(G)>::type::size.nodes; ++n) {
    const auto& node = G.nodes[n];
    bool reads = false;
    for (int i = 0; i < node.input_count; ++i) {
      reads = reads || G.values[node.inputs[i]].is.is_constant;
    }
    if (!reads || node.op->in_place) continue;
    const live_bytes at = live_bytes_at<G>(n);
    most = {maximum(most.apart, at.apart), maximum(most.over, at.over)};
  }
  return most;
}();

}  // namespace detail

/// The scratch memory that adds nothing to the memory of the network of a call, whether outputs lie
/// over inputs or not.
template <const auto& G, int N>
constexpr int idle_bytes(const call<G, N>&) {
  constexpr detail::live_bytes most = detail::most_live_bytes<G>,
                               here = detail::live_bytes_at<G>(N);
  return minimum(most.apart - here.apart, most.over - here.over);
}

}  // namespace ETCH_NAMESPACE
