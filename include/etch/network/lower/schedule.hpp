// What a network does when: its steps, and the buffers that follow from them. Values that share
// bytes (aliases, in place) are one buffer.
#pragma once

#include <etch/graph/graph.hpp>
#include <etch/network/options.hpp>
#include <etch/plan/buffer.hpp>

namespace ETCH_NAMESPACE {

/// Alignment of values in the arena, in bytes: the widest load of the generic kernels.
inline constexpr int value_alignment = 4;
/// That of sums of 64 bits.
inline constexpr int widest_alignment = 8;
/// Alignment of the arena and of kernel scratch, in bytes.
inline constexpr int arena_alignment = 16;

/// The alignment of value x in the arena.
constexpr int alignment_of(const operand& x) {
  return x.number.bits == 64 ? widest_alignment : value_alignment;
}

/// A step of a schedule: `rows` rows of the output of a node, one by one; 0: the whole node.
struct schedule_step {
  int node = 0;  ///< the number of nodes stands for rows of the input, which arrive
  int rows = 0;
};

/// The steps of a network of V values and N nodes, and what has to lie in memory when.
///
/// Time 0 is before the first step (inputs are written); each row of a step, or its whole node,
/// takes one unit of time; outputs are read at `end`. A value is one buffer, or where its rows are
/// apart one for each row, one behind the other in `buffers`.
template <int V, int N, int Buffers = V + N, int Steps = N>
struct schedule {
  static constexpr int most_buffers = Buffers;
  schedule_step steps[Steps > 0 ? Steps : 1]{};
  int step_count = 0;
  int end = 0;
  int buffer_of[V]{};               ///< the first in buffers, -1 for constants
  int scratch_of[N > 0 ? N : 1]{};  ///< index into buffers, -1 for none
  plan::buffer buffers[Buffers > 0 ? Buffers : 1]{};
  int buffer_count = 0;

  constexpr plan::sequence<plan::buffer> used() const { return {buffers, buffer_count}; }
};

/// The node that runs at `time`; before the first step and after the last the one beside.
template <class Schedule>
constexpr int node_at(const Schedule& s, int time) {
  int node = 0, begin = 1;
  for (int k = 0; k < s.step_count && begin <= maximum(time, 1); ++k) {
    node = s.steps[k].node;
    begin += maximum(s.steps[k].rows, 1);
  }
  return node;
}

/// Whether a value of g is kept from run to run.
template <class Graph>
constexpr bool keeps_state(const Graph& g) {
  for (const value& v : g.values) {
    if (v.lives == lifetime::always) return true;
  }
  return false;
}

/// Whether node n may write its output over input i: the operator is element-wise, sizes and
/// layouts are equal, and no later node reads the input.
template <class Graph>
constexpr bool overwrites(const Graph& g, int n, int i, const int* bytes) {
  const node& at = g.nodes[n];
  const value& in = g.values[at.inputs[i]];
  const value& out = g.values[at.outputs[0]];
  const bool packs = in.is.number.bits < 8 || out.is.number.bits < 8;
  return at.op->in_place && !in.is.is_constant && in.lives == lifetime::transient &&
         bytes[at.inputs[i]] == bytes[at.outputs[0]] && in.is.layout == out.is.layout &&
         in.is.shape == out.is.shape && (in.is.number.bits == out.is.number.bits || !packs);
}

/// Whether the output of node n is another name for the bytes of its first input.
template <class Graph>
constexpr bool renames(const Graph& g, int n) {
  const node& at = g.nodes[n];
  const value& in = g.values[at.inputs[0]];
  return at.op->copies_order && in.is.layout == &layout_id<hwc> &&
         g.values[at.outputs[0]].is.layout == &layout_id<hwc> && in.lives == lifetime::transient &&
         !in.is.is_constant;
}

/// The schedule of whole values, layer after layer: node n runs at time n + 1. Value v takes
/// bytes[v], node n needs scratch[n] bytes. There is room for a buffer more a node where it fetches
/// constants.
template <bool Fetches = false, class Graph>
constexpr auto layer_order(const Graph& g, const int* bytes, const int* scratch, options o) {
  constexpr int V = Graph::size.values, N = Graph::size.nodes;
  schedule<V, N, V + (Fetches ? 2 : 1) * N> m;
  m.step_count = N;
  m.end = N + 1;
  int last[V]{};  // time at which the value is read last
  for (int v = 0; v < V; ++v) {
    last[v] = g.values[v].producer + 1;
    m.buffer_of[v] = -1;
  }
  for (int n = 0; n < N; ++n) {
    m.steps[n].node = n;
    for (int i = 0; i < g.nodes[n].input_count; ++i) last[g.nodes[n].inputs[i]] = n + 1;
  }
  for (int i = 0; i < Graph::size.inputs && o.keep_input; ++i) last[g.inputs[i]] = N + 1;
  for (int i = 0; i < Graph::size.outputs; ++i) last[g.outputs[i]] = N + 1;

  auto own_buffer = [&](int v, int first) {
    m.buffer_of[v] = m.buffer_count;
    m.buffers[m.buffer_count++] = {bytes[v], first, last[v], alignment_of(g.values[v].is)};
  };
  for (int v = 0; v < V; ++v) {
    const bool state = g.values[v].lives == lifetime::always;
    if (state) last[v] = N + 1;
    if (!g.values[v].is.is_constant && g.values[v].producer < 0) own_buffer(v, 0);
  }
  for (int n = 0; n < N; ++n) {
    const node& at = g.nodes[n];
    int shared = -1;
    for (int i = 0; i < at.input_count && shared < 0; ++i) {
      const int in = at.inputs[i];
      if (m.buffer_of[in] < 0) continue;
      const bool dies = m.buffers[m.buffer_of[in]].last == n + 1;
      if (overwrites(g, n, i, bytes) && dies) shared = in;
      if (i == 0 && renames(g, n)) shared = in;
    }
    for (int k = 0; k < at.output_count; ++k) {
      const int out = at.outputs[k];
      if (k > 0 || shared < 0) {
        own_buffer(out, n + 1);
      } else {
        m.buffer_of[out] = m.buffer_of[shared];
        plan::buffer& b = m.buffers[m.buffer_of[out]];
        b.last = maximum(b.last, last[out]);
      }
    }
    m.scratch_of[n] = -1;
    if (scratch[n] > 0) {
      m.scratch_of[n] = m.buffer_count;
      m.buffers[m.buffer_count++] = {scratch[n], n + 1, n + 1, arena_alignment};
    }
  }
  return m;
}

}  // namespace ETCH_NAMESPACE
