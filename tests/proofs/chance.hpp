// The graph of a seed, chance<Seed>, and its constants as bytes of their own.
#pragma once

#include "random_graph.hpp"

namespace test {

/// The graph of a seed as it was made, its constants, and the graph.
template <unsigned Seed>
inline constexpr random_graph written{Seed};
template <unsigned Seed>
inline constexpr auto constants = [] {
  constexpr const random_graph& from = written<Seed>;
  pool<from.bytes_used + 1, from.scales_used + 1> p;
  for (int i = 0; i < from.bytes_used; ++i) p.bytes[i] = from.constants.bytes[i];
  for (int i = 0; i < from.scales_used; ++i) p.scales[i] = from.constants.scales[i];
  return p;
}();
template <unsigned Seed>
constexpr auto make_graph() {
  constexpr const random_graph& from = written<Seed>;
  etch::graph_value<from.value_count, from.node_count, 1, from.output_count> g{};
  for (int v = 0; v < from.value_count; ++v) {
    g.values[v] = from.values[v];
    if (from.bytes_at[v] >= 0) g.values[v].bytes = constants<Seed>.bytes + from.bytes_at[v];
    if (from.scales_at[v] >= 0)
      g.values[v].is.number.channel_scale = constants<Seed>.scales + from.scales_at[v];
  }
  for (int n = 0; n < from.node_count; ++n) g.nodes[n] = from.nodes[n];
  g.inputs[0] = 0;
  for (int o = 0; o < from.output_count; ++o) g.outputs[o] = from.outputs[o];
  return g;
}
template <unsigned Seed>
inline constexpr auto chance = make_graph<Seed>();

}  // namespace test
