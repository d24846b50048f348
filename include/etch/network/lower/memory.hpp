// Memory planning of a network: buffers that values share (aliases, in place), their lifetimes and
// their offsets in the arena.
#pragma once

#include <etch/graph/graph.hpp>
#include <etch/network/options.hpp>
#include <etch/plan/place.hpp>

namespace ETCH_NAMESPACE {

/// Alignment of values in the arena, in bytes: the widest load of the generic kernels. Sums of 64
/// bits have 8.
inline constexpr int value_alignment = 4;
/// Alignment of the arena and of kernel scratch, in bytes.
inline constexpr int arena_alignment = 16;

/// The place of every value and of the scratch memory of every node in the arena.
///
/// Step 0 is before the first node (inputs are written), node n runs in step n + 1, outputs are
/// read in step N + 1. Values that share bytes (aliases, in place) are one buffer.
template <int V, int N>
struct memory_plan {
  int buffer_of[V]{};               ///< index into buffers, -1 for constants
  int scratch_of[N > 0 ? N : 1]{};  ///< index into buffers, -1 for none
  plan::buffer buffers[V + N > 0 ? V + N : 1]{};
  int buffer_count = 0;
  long long together = 0;  ///< bytes of all buffers; the planner needs fewer than 2^31
  plan::placement<V + N> placed{};

  constexpr int offset(int v) const { return placed.offset[buffer_of[v]]; }
  constexpr int scratch_offset(int n) const { return placed.offset[scratch_of[n]]; }
  constexpr plan::sequence<plan::buffer> used() const { return {buffers, buffer_count}; }
};

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

/// The memory plan of graph g: value v takes bytes[v], node n needs scratch[n] bytes.
template <class Graph>
constexpr auto plan_memory(const Graph& g, const int* bytes, const int* scratch, options o) {
  constexpr int V = Graph::size.values, N = Graph::size.nodes;
  memory_plan<V, N> m;
  int last[V]{};  // last step in which the value is read
  for (int v = 0; v < V; ++v) {
    last[v] = g.values[v].producer + 1;
    m.buffer_of[v] = -1;
  }
  for (int n = 0; n < N; ++n) {
    for (int i = 0; i < g.nodes[n].input_count; ++i) last[g.nodes[n].inputs[i]] = n + 1;
  }
  for (int i = 0; i < Graph::size.inputs && o.keep_input; ++i) last[g.inputs[i]] = N + 1;
  for (int i = 0; i < Graph::size.outputs; ++i) last[g.outputs[i]] = N + 1;

  auto own_buffer = [&](int v, int first) {
    m.buffer_of[v] = m.buffer_count;
    const int alignment = g.values[v].is.number.bits == 64 ? 8 : value_alignment;
    m.buffers[m.buffer_count++] = {bytes[v], first, last[v], alignment};
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
      const bool alias = i == 0 && at.op->copies_order &&
                         g.values[in].is.layout == &layout_id<hwc> &&
                         g.values[at.outputs[0]].is.layout == &layout_id<hwc> &&
                         g.values[in].lives == lifetime::transient;
      if (alias) shared = in;
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
  for (int b = 0; b < m.buffer_count; ++b) {
    const int unit = m.buffers[b].alignment;
    m.together += (m.buffers[b].size + unit - 1LL) / unit * unit;
  }
  if (m.together <= most_of_tensor) m.placed = plan::place<V + N>(m.used());
  return m;
}

}  // namespace ETCH_NAMESPACE
