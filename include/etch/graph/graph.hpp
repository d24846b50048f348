// The graph (intermediate representation) as a plain constexpr value: values with their formats,
// shapes and constants, and nodes that apply operators to them. The DSL and the importer make
// graphs, passes transform them, a network places one on a target.
#pragma once

#include <etch/base/place_of_constant.hpp>
#include <etch/base/text.hpp>
#include <etch/graph/extensions.hpp>
#include <etch/graph/numerics.hpp>

namespace ETCH_NAMESPACE {

/// How long a value lives: until its last reader, or from run to run (state).
enum class lifetime : int { transient, always };

/// A tensor in a graph: a constant, an input, or the output of a node.
struct value {
  operand is{};
  int producer = -1;                     ///< node that makes it; -1 for inputs and constants
  const char* name = "";                 ///< given by tap; empty if there is none
  const unsigned char* bytes = nullptr;  ///< constants: little-endian codes; state: first value
  rounding round = rounding::standard;
  lifetime lives = lifetime::transient;
};

/// An operator applied to values.
struct node {
  pointer_to<operator_tag> op{};
  attributes what{};
  int inputs[most_inputs]{-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
  int outputs[4]{-1, -1, -1, -1};
  int input_count = 0;
  int output_count = 0;
  activation act = activation::none;       ///< clamping merged into the node by fuse_activation
  wide_int clamp_low = 0, clamp_high = 0;  ///< codes, for activation::clamp
  folded_operator folded{};                ///< merged into the node by fold_batch_norm
};

// Equality, for passes that compare nodes. Both functions name every member, so that they do not
// compile after a member is added until they consider it.

/// Whether a and b compute the same function of their inputs.
constexpr bool same_work(const node& a, const node& b) {
  const auto& [op, what, inputs, outputs, input_count, output_count, act, clamp_low, clamp_high,
               folded] = a;
  return op == b.op && input_count == b.input_count && output_count == b.output_count &&
         act == b.act && clamp_low == b.clamp_low && clamp_high == b.clamp_high && what == b.what &&
         folded == b.folded;
}
/// Whether a and b have the same description, apart from their producers and names. Constants are
/// equal if they are at the same address.
constexpr bool same_kind(const value& a, const value& b) {
  const auto& [is, producer, name, bytes, round, lives] = a;
  return is == b.is && same_address(bytes, b.bytes) && round == b.round && lives == b.lives;
}

/// Number of values, nodes, inputs and outputs of a graph.
struct graph_size {
  int values = 0, nodes = 0, inputs = 0, outputs = 0;
};

/// A finished graph; its nodes are in topological order.
template <int V, int N, int I, int O, class Extensions = extensions<>>
struct graph_value {
  using operators = typename Extensions::operators;
  using format_kinds = typename Extensions::format_kinds;
  using layouts = typename Extensions::layouts;
  using kernels = typename Extensions::kernels;
  using extensions_type = Extensions;

  static constexpr graph_size size{V, N, I, O};
  value values[V]{};
  node nodes[N > 0 ? N : 1]{};
  int inputs[I > 0 ? I : 1]{};
  int outputs[O > 0 ? O : 1]{};

  /// The inputs of node n, gathered into x for its operator.
  constexpr operands gather(int n, operand (&x)[most_inputs]) const {
    const int count = nodes[n].input_count - nodes[n].folded.input_count;
    for (int i = 0; i < count; ++i) x[i] = values[nodes[n].inputs[i]].is;
    return {x, count};
  }
};

/// Multiply-accumulates of node n of g, and of all nodes.
template <class Graph>
constexpr long long macs_of(const Graph& g, int n) {
  operand x[most_inputs]{};
  const operands in = g.gather(n, x);
  const node& at = g.nodes[n];
  return at.op->macs(at.what, in, g.values[at.outputs[0]].is);
}
template <class Graph>
constexpr long long macs_of(const Graph& g) {
  long long sum = 0;
  for (int n = 0; n < Graph::size.nodes; ++n) sum += macs_of(g, n);
  return sum;
}

/// Index of the value that tap named `name`, or -1.
template <class Graph>
constexpr int find_value(const Graph& g, const char* name) {
  for (int v = 0; v < Graph::size.values; ++v) {
    if (same_text(g.values[v].name, name)) return v;
  }
  return -1;
}

}  // namespace ETCH_NAMESPACE
