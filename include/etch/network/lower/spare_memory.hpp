// Whether a network has memory to spare for kernels that take scratch memory to be faster.
#pragma once

#include <etch/kernel/kernel.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

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

/// Whether `scratch` bytes at a call add nothing to the memory of its network.
template <const auto& G, int N>
constexpr bool is_idle(const call<G, N>&, int scratch) {
  return bytes_around(G, G.nodes[N]) + scratch <= most_bytes_around<G>;
}
/// Whether they add at most a sixteenth.
template <const auto& G, int N>
constexpr bool is_small_share(const call<G, N>&, int scratch) {
  constexpr int most = most_bytes_around<G>;
  return bytes_around(G, G.nodes[N]) + scratch <= most + most / 16;
}

/// Whether the network of call C has room for kernel K.
template <class K, class C>
constexpr bool has_room_for() {
  if constexpr (requires { requires K::template takes_spare_memory<C>; })
    return is_small_share(C{}, K::template scratch<C>);
  else if constexpr (requires { requires K::template takes_idle_memory<C>; })
    return is_idle(C{}, K::template scratch<C>);
  else return true;
}

}  // namespace detail

}  // namespace ETCH_NAMESPACE
