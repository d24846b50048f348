// A schedule of rows: what runs when, and a buffer for each row that lies apart.
#pragma once

#include <etch/network/lower/memory.hpp>
#include <etch/network/lower/row_order.hpp>

namespace ETCH_NAMESPACE {

/// A schedule in which values lie whole or in rows, and nodes run in different manners.
template <int V, int N, int Buffers, int Steps>
struct row_schedule : schedule<V, N, Buffers, Steps> {
  detail::manner how[N > 0 ? N : 1]{};
  int root[V]{};                     ///< the value in whose rows it lies, -1 for constants
  bool is_nothing[N > 0 ? N : 1]{};  ///< the node has nothing to do
  bool apart[V]{};   ///< row r lies in buffer buffer_of[v] + r; one that is never made has no bytes
  int in_table = 0;  ///< so many buffers, the first ones, are rows that lie anywhere
  int input_row = 0;  ///< the first buffer of an input whose rows die one by one and lie one behind
  int input_rows = 0;  ///< the other
  int most_rows = 0;   ///< the most that a node or an input runs through
  int peak = 0;        ///< the most bytes that live at a time
  int peak_time = 0;   ///< the first such time
};

namespace detail {

/// What an order comes to.
struct row_sizes {
  int peak = 0;
  int buffers = 0;
  int steps = 0;
};

/// The most rows that a step counts.
inline constexpr int most_rows_of_step = 255;

/// Whether unit u of the order belongs to the step of the unit before it.
template <class Order>
constexpr bool joins_step(const Order& order, int u, int rows) {
  return u > 0 && order.node_of_unit[u] == order.node_of_unit[u - 1] && rows < most_rows_of_step;
}

template <class Facts>
constexpr row_sizes sizes_of(const Facts& f, const row_order<Facts>& order) {
  row_sizes s{order.peak};
  for (int v = 0; v < Facts::values; ++v) {
    if (f.root[v] == v) s.buffers += order.apart[v] ? f.rows[v] : 1;
  }
  for (int n = 0; n < Facts::nodes; ++n) {
    const node_needs& own = f.needs[n];
    const int scratch = maximum(own.row_scratch, own.small_row_scratch);
    s.buffers += order.how[n] == manner::small_rows && scratch > 0 ? f.rows[f.outputs[n][0]] : 1;
  }
  for (int u = 0, rows = 0; u < order.units; ++u) {
    rows = joins_step(order, u, rows) ? rows + 1 : 1;
    if (rows == 1) ++s.steps;
  }
  return s;
}

/// How node n runs: by the kernel that the target likes best where its scratch memory takes no more
/// than the small one's, or fits in `most` bytes beside what lives while the node runs.
template <class Facts>
constexpr manner settled(const Facts& f, const row_order<Facts>& order, int n, long long most) {
  const node_needs& own = f.needs[n];
  const long long room = most - order.live_at[n];
  const auto fits = [room](int scratch, int small) {
    return scratch <= small || round_up(scratch, arena_alignment) <= room;
  };
  switch (order.how[n]) {
    case manner::small: return fits(own.scratch, own.small_scratch) ? manner::whole : manner::small;
    case manner::small_rows:
      return fits(own.row_scratch, own.small_row_scratch) ? manner::rows : manner::small_rows;
    default: return order.how[n];
  }
}
constexpr int scratch_in(manner how, const node_needs& n) {
  switch (how) {
    case manner::whole: return n.scratch;
    case manner::small: return n.small_scratch;
    case manner::rows: return n.row_scratch;
    case manner::small_rows: return n.small_row_scratch;
    default: return n.state;
  }
}
constexpr bool runs_row_by_row(manner how) {
  return how == manner::rows || how == manner::small_rows;
}

/// What may be spent on scratch memory: nothing, as much as does not raise the peak, or bytes of
/// the whole arena.
inline constexpr long long no_scratch = -1, free_scratch = 0;

/// The schedule of an order, whose nodes may spend so much on scratch memory.
template <row_sizes Sizes, class Facts>
constexpr auto schedule_rows(const Facts& f, const row_order<Facts>& order, long long most) {
  constexpr int V = Facts::values, N = Facts::nodes;
  row_schedule<V, N, Sizes.buffers, Sizes.steps> s;
  s.end = order.end();
  s.peak = order.peak;
  s.peak_time = order.peak_time;
  for (int u = 0, rows = 0; u < order.units; ++u) {
    rows = joins_step(order, u, rows) ? rows + 1 : 1;
    if (rows == 1) s.steps[s.step_count++].node = order.node_of_unit[u];
    s.steps[s.step_count - 1].rows = rows;
  }

  const auto add = [&](int size, int first, int last, int alignment, int pinned = -1) {
    s.buffers[s.buffer_count++] = {size, first, last, alignment, pinned};
  };
  if (most >= 0) most = maximum<long long>(most, order.peak);
  for (int n = 0; n < N; ++n) {
    s.scratch_of[n] = -1;
    s.how[n] = settled(f, order, n, most);
  }
  // rows that lie anywhere, then those of an input that lie together, then what is whole
  for (int turn = 0; turn < 3; ++turn) {
    if (turn == 1) s.in_table = s.input_row = s.buffer_count;
    for (int v = 0; v < V; ++v) {
      const int kind = !order.apart[v] ? 2 : order.is_input(v) ? 1 : 0;
      if (f.root[v] != v || order.owner[v] != v || kind != turn) continue;
      s.buffer_of[v] = s.buffer_count;
      for (int r = 0; r < (kind == 2 ? 1 : f.rows[v]); ++r) {
        const int k = f.first_row[v] + r;
        if (order.birth[k] < 0) add(0, 0, 0, 1);
        else
          add(order.size(v), order.birth[k], order.death[k], kind == 1 ? 1 : f.alignment[v],
              kind == 1 ? r * order.size(v) : -1);
      }
      if (kind == 1) s.input_rows += f.rows[v];
    }
    for (int n = 0; n < N; ++n) {
      const int scratch = f.is_nothing[n] ? 0 : scratch_in(s.how[n], f.needs[n]);
      const bool by_rows = runs_row_by_row(s.how[n]);
      if (scratch == 0 || turn != (by_rows ? 0 : 2)) continue;
      s.scratch_of[n] = s.buffer_count;
      if (!by_rows) {
        const bool is_state = s.how[n] == manner::runs;
        const int alignment = is_state ? f.needs[n].state_alignment : arena_alignment;
        add(scratch, order.began[n], order.ended[n], alignment);
        continue;
      }
      int made = 0;
      for (int u = 0; u < order.units; ++u) {
        if (order.node_of_unit[u] != n) continue;
        add(scratch, u + 1, u + 1, arena_alignment);
        ++made;
      }
      for (; made < f.rows[f.outputs[n][0]]; ++made) add(0, 0, 0, 1);
    }
  }
  for (int n = 0; n < N; ++n) s.is_nothing[n] = f.is_nothing[n];
  int rows_of[N + 1]{};
  for (int u = 0; u < order.units; ++u) {
    s.most_rows = maximum(s.most_rows, ++rows_of[order.node_of_unit[u]]);
  }
  for (int v = 0; v < V; ++v) {
    s.root[v] = f.root[v];
    const int root = f.root[v] < 0 ? v : f.root[v];
    s.apart[v] = f.root[v] >= 0 && order.apart[root];
    s.buffer_of[v] = f.root[v] < 0 ? -1 : s.buffer_of[order.owner[root]];
  }
  return s;
}

/// Schedule s with the rows of its input so many bytes further up.
template <class Schedule>
constexpr Schedule with_input_at(Schedule s, int from) {
  for (int r = 0; r < s.input_rows; ++r) s.buffers[s.input_row + r].pinned += from;
  return s;
}
/// Where those rows would lie at the top of a plan that met its bound.
template <class Plan>
constexpr int top_of(const Plan& low) {
  int from = low.placed.lower_bound;
  for (int r = 0; r < low.input_rows; ++r) from -= low.buffers[low.input_row + r].size;
  return from / widest_alignment * widest_alignment;
}
/// The plan of schedule S with the rows of its input at the bottom of the arena, and at `From`.
/// Each is an evaluation of its own: compilers limit what one may take.
template <const auto& S>
inline constexpr auto low_plan = plan_memory(S);
template <const auto& S, int From>
inline constexpr auto high_plan = plan_memory(with_input_at(S, From));
/// The plan of schedule S: with the rows of its input at the bottom, or where that is worse at the
/// top.
template <const auto& S>
constexpr const auto& plan_rows() {
  constexpr int top = top_of(low_plan<S>);
  if constexpr (S.input_rows == 0 || low_plan<S>.placed.is_optimal() || top <= 0)
    return low_plan<S>;
  else if constexpr (high_plan<S, top>.placed.bytes < low_plan<S>.placed.bytes)
    return high_plan<S, top>;
  else return low_plan<S>;
}

}  // namespace detail
}  // namespace ETCH_NAMESPACE
