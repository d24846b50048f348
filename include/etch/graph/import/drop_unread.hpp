// drop_unread: a graph under construction without what no output depends on.
#pragma once

#include <etch/graph/builder.hpp>

namespace ETCH_NAMESPACE {

/// Removes the nodes and values that no output depends on; inputs of the graph stay. `place`, which
/// has room for each value, becomes where each one is now, or -1.
constexpr void drop_unread(builder& g, int* outputs, int output_count, int* inputs, int input_count,
                           int* place) {
  for (int v = 0; v < g.size.values; ++v) place[v] = -1;
  for (int i = 0; i < input_count; ++i) place[inputs[i]] = 0;
  for (int o = 0; o < output_count; ++o) place[outputs[o]] = 0;
  const auto is_read = [&](const node& n) {
    for (int o = 0; o < n.output_count; ++o) {
      if (place[n.outputs[o]] >= 0) return true;
    }
    return false;
  };
  for (int n = g.size.nodes - 1; n >= 0; --n) {
    const node& of = g.nodes[n];
    if (!is_read(of)) continue;
    for (int i = 0; i < of.input_count; ++i) place[of.inputs[i]] = 0;
    for (int o = 0; o < of.output_count; ++o) place[of.outputs[o]] = 0;
  }
  int nodes = 0, values = 0;
  for (int n = 0; n < g.size.nodes; ++n) {
    if (!is_read(g.nodes[n])) continue;
    for (int o = 0; o < g.nodes[n].output_count; ++o) {
      g.values[g.nodes[n].outputs[o]].producer = nodes;
    }
    if (nodes != n) g.nodes[nodes] = g.nodes[n];
    ++nodes;
  }
  for (int v = 0; v < g.size.values; ++v) {
    if (place[v] < 0) continue;
    if (values != v) g.values[values] = g.values[v];
    place[v] = values++;
  }
  g.size.nodes = nodes, g.size.values = values;
  for (int n = 0; n < nodes; ++n) {
    for (int i = 0; i < g.nodes[n].input_count; ++i)
      g.nodes[n].inputs[i] = place[g.nodes[n].inputs[i]];
    for (int o = 0; o < g.nodes[n].output_count; ++o) {
      g.nodes[n].outputs[o] = place[g.nodes[n].outputs[o]];
    }
  }
  for (int i = 0; i < input_count; ++i) inputs[i] = place[inputs[i]];
  for (int o = 0; o < output_count; ++o) outputs[o] = place[outputs[o]];
}

}  // namespace ETCH_NAMESPACE
