// draft: the mutable copy of a graph that passes work on.
#pragma once

#include <etch/graph/graph.hpp>

namespace ETCH_NAMESPACE {

/// A copy of a graph from which passes remove nodes and values. A pass is a struct with
/// `template <class D> static constexpr void apply(D& draft)`.
template <class Graph>
struct draft {
  static constexpr graph_size size = Graph::size;

  Graph g;
  bool node_lives[size.nodes > 0 ? size.nodes : 1]{};
  int readers[size.values]{};  ///< node inputs and graph outputs that read a value

  constexpr explicit draft(const Graph& from) : g(from) {
    for (int n = 0; n < size.nodes; ++n) {
      node_lives[n] = true;
      for (int i = 0; i < g.nodes[n].input_count; ++i) ++readers[g.nodes[n].inputs[i]];
    }
    for (int o = 0; o < size.outputs; ++o) ++readers[g.outputs[o]];
  }
  constexpr bool is_input(int v) const {
    for (int i = 0; i < size.inputs; ++i) {
      if (g.inputs[i] == v) return true;
    }
    return false;
  }
  constexpr bool is_output(int v) const {
    for (int o = 0; o < size.outputs; ++o) {
      if (g.outputs[o] == v) return true;
    }
    return false;
  }
  /// Fuses node n, which reads only value `in`, into the producer of `in`: from now on that node
  /// makes the output of n.
  constexpr void merge_into_producer(int n) {
    const int in = g.nodes[n].inputs[0], out = g.nodes[n].outputs[0];
    const int producer = g.values[in].producer;
    for (int o = 0; o < g.nodes[producer].output_count; ++o) {
      if (g.nodes[producer].outputs[o] == in) g.nodes[producer].outputs[o] = out;
    }
    g.values[out].producer = producer;
    node_lives[n] = false;
    readers[in] = 0;
  }
  /// Removes node n, whose output nobody reads.
  constexpr void remove(int n) {
    for (int i = 0; i < g.nodes[n].input_count; ++i) --readers[g.nodes[n].inputs[i]];
    node_lives[n] = false;
  }
  /// Removes node n; the readers of its output read value `with` instead, which is made before it.
  constexpr void replace(int n, int with) {
    const int out = g.nodes[n].outputs[0];
    remove(n);
    for (int m = n + 1; m < size.nodes; ++m) {
      for (int i = 0; i < g.nodes[m].input_count; ++i) {
        if (g.nodes[m].inputs[i] == out) g.nodes[m].inputs[i] = with;
      }
    }
    for (int o = 0; o < size.outputs; ++o) {
      if (g.outputs[o] == out) g.outputs[o] = with;
    }
    if (g.values[with].name[0] == '\0') g.values[with].name = g.values[out].name;
    readers[with] += readers[out];
    readers[out] = 0;
  }
  /// Removes node n; the readers of its output read its first input instead.
  constexpr void bypass(int n) { replace(n, g.nodes[n].inputs[0]); }

  /// Number of values and nodes that remain.
  constexpr graph_size left() const {
    graph_size s{0, 0, size.inputs, size.outputs};
    for (int v = 0; v < size.values; ++v) s.values += value_lives(v) ? 1 : 0;
    for (int n = 0; n < size.nodes; ++n) s.nodes += node_lives[n] ? 1 : 0;
    return s;
  }
  /// An input lives, whoever reads it.
  constexpr bool value_lives(int v) const { return readers[v] > 0 || is_input(v); }

  /// The graph that remains; its size is left().
  template <int V, int N>
  constexpr auto result() const {
    graph_value<V, N, size.inputs, size.outputs, typename Graph::extensions_type> made{};
    int value_at[size.values]{}, node_at[size.nodes > 0 ? size.nodes : 1]{};
    int values = 0, nodes = 0;
    for (int n = 0; n < size.nodes; ++n) {
      if (node_lives[n]) node_at[n] = nodes++;
    }
    for (int v = 0; v < size.values; ++v) {
      if (!value_lives(v)) continue;
      value_at[v] = values;
      made.values[values] = g.values[v];
      if (g.values[v].producer >= 0) made.values[values].producer = node_at[g.values[v].producer];
      ++values;
    }
    for (int n = 0; n < size.nodes; ++n) {
      if (!node_lives[n]) continue;
      node& to = made.nodes[node_at[n]];
      to = g.nodes[n];
      for (int i = 0; i < to.input_count; ++i) to.inputs[i] = value_at[to.inputs[i]];
      for (int o = 0; o < to.output_count; ++o) to.outputs[o] = value_at[to.outputs[o]];
    }
    for (int i = 0; i < size.inputs; ++i) made.inputs[i] = value_at[g.inputs[i]];
    for (int o = 0; o < size.outputs; ++o) made.outputs[o] = value_at[g.outputs[o]];
    return made;
  }
};

}  // namespace ETCH_NAMESPACE
