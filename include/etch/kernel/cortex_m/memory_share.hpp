// Whether scratch memory is small beside what a network needs anyway.
#pragma once

#include <etch/kernel/kernel.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

constexpr int bytes_of_value(const operand& v) {
  return v.is_constant ? 0 : (v.shape.size() * v.number.bits + 7) / 8;
}
/// Bytes of the values that node n of graph g reads and writes.
template <class Graph, class Node>
constexpr int bytes_around(const Graph& g, const Node& n) {
  int bytes = 0;
  for (int i = 0; i < n.input_count; ++i) bytes += bytes_of_value(g.values[n.inputs[i]].is);
  for (int o = 0; o < n.output_count; ++o) bytes += bytes_of_value(g.values[n.outputs[o]].is);
  return bytes;
}
/// The most that a node of G reads and writes: about what the network needs without scratch.
template <const auto& G>
inline constexpr int most_bytes_around = [] {
  int most = 0;
  for (const auto& n : G.nodes) most = maximum(most, bytes_around(G, n));
  return most;
}();

template <class C>
struct memory_of_call;
template <const auto& G, int N>
struct memory_of_call<call<G, N>> {
  static constexpr int around = bytes_around(G, G.nodes[N]);
  static constexpr int most = most_bytes_around<G>;
};

/// Whether `scratch` bytes at call C add at most a sixteenth to the memory of its network.
template <class C>
constexpr bool is_small_share(int scratch) {
  using m = memory_of_call<C>;
  return m::around + scratch <= m::most + m::most / 16;
}

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
