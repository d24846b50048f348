// What a kernel asks the network of its call before it takes much scratch memory.
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
/// The nodes of G that read constants.
template <const auto& G>
inline constexpr int layers_with_constants = [] {
  int count = 0;
  for (const auto& n : G.nodes) {
    bool reads = false;
    for (int i = 0; i < n.input_count; ++i) reads = reads || G.values[n.inputs[i]].is.is_constant;
    if (reads) ++count;
  }
  return count;
}();

}  // namespace detail

/// The scratch memory that adds at most a sixteenth to what the network of a call needs.
template <const auto& G, int N>
constexpr int spare_bytes(const call<G, N>&) {
  constexpr int most = detail::most_bytes_around<G>;
  return most + most / 16 - detail::bytes_around(G, G.nodes[N]);
}
/// Whether `bytes` of scratch memory are at most an eighth of the values around a call.
template <const auto& G, int N>
constexpr bool is_small_part(const call<G, N>&, int bytes) {
  return bytes <= detail::bytes_around(G, G.nodes[N]) / 8;
}
/// Whether the network of a call bears them: they are a small part, or all at the call is less than
/// three quarters of what the largest layer takes, or the layer is alone.
template <const auto& G, int N>
constexpr bool has_ample_memory(const call<G, N>& c, int bytes) {
  return is_small_part(c, bytes) || detail::layers_with_constants<G> < 2 ||
         4 * (detail::bytes_around(G, G.nodes[N]) + bytes) < 3 * detail::most_bytes_around<G>;
}

}  // namespace ETCH_NAMESPACE
