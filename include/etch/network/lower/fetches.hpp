// Constants that are copied from slow memory before their layer runs: which, when, and where to.
#pragma once

#include <etch/network/lower/row_schedule.hpp>

namespace ETCH_NAMESPACE {

/// A schedule that has buffers for copies of constants: those of a node are copied while the node
/// before it runs, so that two copies live at a time.
template <class Schedule, int N>
struct fetching : Schedule {
  int copy_of[N > 0 ? N : 1]{};   ///< index into buffers, -1 for none
  int start_at[N > 0 ? N : 1]{};  ///< the node before which the copy of node n's constants begins
};

namespace detail {

/// Whether node n of graph g runs at once in schedule s, and has something to do.
template <class Graph, class Schedule>
constexpr bool runs_at_once(const Graph& g, const Schedule& s, int n) {
  if constexpr (requires { s.how; }) {
    if (n == Graph::size.nodes || s.is_nothing[n]) return false;
    return !runs_row_by_row(s.how[n]) && s.how[n] != manner::runs;
  } else {
    return !renames(g, n);
  }
}

/// Whether constants of kernel K for call C are read from wherever they are copied to. Buffers are
/// aligned to 16.
template <class K, class C>
constexpr bool reads_copies() {
  if constexpr (requires { requires K::template bakes_constants<C>; }) return false;
  else return alignof(decltype(K::template pack<C>())) <= arena_alignment;
}
/// Bytes of constants of kernel K for call C that a network fetches.
template <class K, class C>
constexpr int fetched_size() {
  return reads_copies<K, C>() ? packed_size<K, C> : 0;
}
/// Those of each node of graph G, whose kernels are those of Way.
template <class Way, const auto& G, class Nodes = first<bare<decltype(G)>::type::size.nodes>>
struct fetched_sizes;
template <class Way, const auto& G, int... N>
struct fetched_sizes<Way, G, indices<N...>> {
  static constexpr int of[]{fetched_size<typename Way::template kernel_at<N>, call<G, N>>()..., 0};
};

}  // namespace detail

/// Schedule s of graph g, which has room for them, with buffers for bytes[n] bytes of constants of
/// each node n that runs at once.
template <class Graph, class Schedule>
constexpr auto fetch_constants(const Graph& g, const Schedule& s, const int* bytes) {
  constexpr int N = Graph::size.nodes;
  fetching<Schedule, N> m{s};
  for (int n = 0; n < N; ++n) m.copy_of[n] = m.start_at[n] = -1;
  int before = -1, began = 0;  // the node that ran at once before, and when
  for (int k = 0, time = 1; k < s.step_count; time += maximum(s.steps[k].rows, 1), ++k) {
    const int n = s.steps[k].node;
    if (!detail::runs_at_once(g, s, n)) {
      if (s.steps[k].rows > 0) before = -1;
      continue;
    }
    if (bytes[n] > 0) {
      m.copy_of[n] = m.buffer_count;
      m.start_at[n] = before < 0 ? n : before;
      m.buffers[m.buffer_count++] = {bytes[n], before < 0 ? time : began, time, arena_alignment};
    }
    before = n;
    began = time;
  }
  if constexpr (requires { m.peak_time; }) {
    m.peak_time = plan::peak_step(m.used());
    m.peak = plan::live_bytes(m.used(), m.peak_time);
  }
  return m;
}

}  // namespace ETCH_NAMESPACE
