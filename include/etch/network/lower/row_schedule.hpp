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
  plan::joined_groups joined{};  ///< the rows of an input that is there, and those of an output
  int most_rows = 0;             ///< the most that a node or an input runs through
  int peak = 0;                  ///< the most bytes that live at a time
  int peak_time = 0;             ///< the first such time

  /// Whether the rows of value v lie anywhere.
  constexpr bool is_in_table(int v) const { return apart[v] && this->buffer_of[v] < in_table; }
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

  const auto add = [&](int size, int first, int last, int alignment) {
    s.buffers[s.buffer_count++] = {size, first, last, alignment};
  };
  if (most >= 0) most = maximum<long long>(most, order.peak);
  for (int n = 0; n < N; ++n) {
    s.scratch_of[n] = -1;
    s.how[n] = settled(f, order, n, most);
  }
  enum kind { anywhere, of_input, of_output, whole };  // rows, or values; in this order
  const auto kind_of = [&](int v) {
    if (!order.apart[v]) return whole;
    return order.is_input(v) ? of_input : order.grows(v) ? of_output : anywhere;
  };
  for (int turn = anywhere; turn <= whole; ++turn) {
    if (turn == of_input) s.in_table = s.buffer_count;
    for (int v = 0; v < V; ++v) {
      const kind is = kind_of(v);
      if (f.root[v] != v || order.owner[v] != v || is != turn) continue;
      const plan::joined_buffers rows{s.buffer_count, is == whole ? 1 : f.rows[v]};
      s.buffer_of[v] = rows.first;
      for (int r = 0; r < rows.count; ++r) {
        const int k = f.first_row[v] + r;
        const bool is_aligned = is == anywhere || r == 0;
        if (order.birth[k] < 0) add(0, 0, 0, 1);
        else add(order.size(v), order.birth[k], order.death[k], is_aligned ? f.alignment[v] : 1);
      }
      if (is == of_input) s.joined.dying = rows;
      if (is == of_output) s.joined.born = rows;
    }
    for (int n = 0; n < N; ++n) {
      const int scratch = f.is_nothing[n] ? 0 : scratch_in(s.how[n], f.needs[n]);
      const bool by_rows = runs_row_by_row(s.how[n]);
      if (scratch == 0 || turn != (by_rows ? anywhere : whole)) continue;
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

/// Plan m, whose joined rows stay where they are: the judge of placements sees that they lie one
/// behind the other.
template <class Memory>
constexpr Memory with_rows_pinned(Memory m) {
  plan::detail::pin(m.buffers, m.joined.dying, m.placed.offset[m.joined.dying.first]);
  plan::detail::pin(m.buffers, m.joined.born, m.placed.offset[m.joined.born.first]);
  return m;
}
/// Schedule s placed with its joined rows from `starts` on; `bound` bytes of it live at a time.
template <class Schedule>
constexpr auto plan_joined(const Schedule& s, plan::joined_starts starts, int bound) {
  auto m = unplaced_memory(s);
  if (m.together <= most_of_tensor)
    m.placed = plan::place_joined<Schedule::most_buffers>(m.used(), m.joined, starts, bound);
  return with_rows_pinned(m);
}

/// The plans of schedule S, each an evaluation of its own: compilers limit what one may take.
template <const auto& S>
inline constexpr auto plan_of_rows_apart = plan_memory(S);
template <const auto& S>
inline constexpr int bound_of_rows =
    plan::lower_bound<bare<decltype(S)>::type::most_buffers>(S.used());
template <const auto& S, int Way>
inline constexpr plan::joined_starts starts_in_way =
    plan::starts_of_way<bare<decltype(S)>::type::most_buffers>(S.used(), S.joined, bound_of_rows<S>,
                                                               Way);

/// First fit of many buffers, so many turns an evaluation: each looks at all that have their place.
template <const auto& S, int Way>
struct placed_in_parts {
  static constexpr int N = bare<decltype(S)>::type::most_buffers, turns = 256;
  static constexpr plan::joined_starts starts = starts_in_way<S, Way>;
  static constexpr plan::detail::joined_at<N> moved{S.used(), S.joined, starts};
  static constexpr plan::detail::ranking<N> turn{moved.used(), plan::order::size};

  template <int Part>
  static constexpr plan::detail::fitted<N> make_part() {
    plan::detail::fitted<N> f;
    if constexpr (Part > 0) f = part<Part - 1>;
    plan::detail::fit(f, moved.used(), plan::detail::overlap_table<N>({}), turn,
                      plan::detail::unlimited, minimum((Part + 1) * turns, 2 * moved.count));
    return f;
  }
  template <int Part>
  static constexpr plan::detail::fitted<N> part = make_part<Part>();

  static constexpr auto make() {
    constexpr const auto& all = part<(2 * moved.count - 1) / turns>;
    auto m = unplaced_memory(S);
    for (int b = 0; b < m.buffer_count; ++b) m.placed.offset[b] = all.offset[b];
    m.placed.bytes = all.bytes;
    m.placed = plan::detail::parted(m.placed, S.used(), S.joined, starts, bound_of_rows<S>);
    return with_rows_pinned(m);
  }
};
template <const auto& S, int Way>
inline constexpr auto plan_in_way = [] {
  if constexpr (plan::are_many(S.buffer_count) && unplaced_memory(S).together <= most_of_tensor)
    return placed_in_parts<S, Way>::make();
  else return plan_joined(S, starts_in_way<S, Way>, bound_of_rows<S>);
}();

/// The first way to join the rows of S, from Way on.
template <const auto& S>
constexpr int next_way_to_join(int way) {
  while (way < plan::ways_to_join && !plan::is_way_to_join<bare<decltype(S)>::type::most_buffers>(
                                         S.used(), S.joined, bound_of_rows<S>, way))
    ++way;
  return way;
}
/// The way that takes the fewest bytes, of Best and those behind Way.
template <const auto& S, int Best = next_way_to_join<S>(0), int Way = Best>
constexpr int best_way_to_join() {
  constexpr int next = next_way_to_join<S>(Way + 1);
  if constexpr (next == plan::ways_to_join || plan_in_way<S, Best>.placed.is_optimal()) {
    return Best;
  } else {
    constexpr bool is_better =
        plan_in_way<S, next>.placed.bytes < plan_in_way<S, Best>.placed.bytes;
    return best_way_to_join<S, is_better ? next : Best, next>();
  }
}
/// The plan of schedule S.
template <const auto& S>
constexpr const auto& plan_rows() {
  if constexpr (S.joined.are_empty()) return plan_of_rows_apart<S>;
  else return plan_in_way<S, best_way_to_join<S>()>;
}

}  // namespace detail
}  // namespace ETCH_NAMESPACE
