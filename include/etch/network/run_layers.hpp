// Running a network layer after layer: direct calls of its kernels at places of its arena.
#pragma once

#include <etch/kernel/rows.hpp>
#include <etch/network/fetch.hpp>
#include <etch/network/lower/overlap.hpp>
#include <etch/network/trace.hpp>

namespace ETCH_NAMESPACE {
namespace detail {

/// The codes of value V of what Placed places, which lies in one piece.
template <class Placed, int V>
ETCH_GLUE auto codes_of(typename Placed::bases in) {
  using value = typed_value<Placed::graph, V>;
  constexpr region_place place = Placed::place(Placed::memory.buffer_of[V]);
  return codes_at<typename value::memory::pointer>(at(in, place));
}

/// Whether the output of node n of Placed shares the bytes of its input and nothing is to be done.
template <class Placed>
constexpr bool is_alias(int n) {
  const node& at = Placed::graph.nodes[n];
  return at.op->copies_order &&
         Placed::memory.buffer_of[at.inputs[0]] == Placed::memory.buffer_of[at.outputs[0]];
}
template <class Placed, int N, int I, class A>
ETCH_GLUE void set_input_of_node(A& a, typename Placed::bases in) {
  constexpr int v = Placed::graph.nodes[N].inputs[I];
  if constexpr (!Placed::graph.values[v].is.is_constant) set_input<I>(a, codes_of<Placed, v>(in));
}
template <class Placed, int N, class A, int... I, int... O>
ETCH_GLUE void set_values(A& a, typename Placed::bases in, indices<I...>, indices<O...>) {
  (set_input_of_node<Placed, N, I>(a, in), ...);
  (set_output<O>(a, codes_of<Placed, Placed::graph.nodes[N].outputs[O]>(in)), ...);
}
/// The kernel of node N over all rows.
template <class Placed, int N, class A>
ETCH_GLUE void run_kernel(const A& a) {
  using c = typename Placed::template call_at<N>;
  using k = typename Placed::template kernel_at<N>;
  if constexpr (requires { Placed::memory.under; }) {
    constexpr row_blocks blocks = blocks_of(Placed::graph, Placed::memory, N);
    for (int b = 0; b < blocks.count(); ++b)
      k::template run<c>(a, row_block{blocks.first(b), blocks.size(b)});
  } else {
    k::template run<c>(a, row_block{0, c::template out<>::is.shape.rows()});
  }
}

/// Runs layer N of what Placed places, whose values are whole, and tells the tracer.
template <class Placed, int N, class Tracer, class F>
ETCH_GLUE void run_layer(typename Placed::bases in, Tracer& tracer, F& fetch) {
  using c = typename Placed::template call_at<N>;
  constexpr bool watched = !__is_same(Tracer, no_tracer);
  if constexpr (watched) before(tracer, traced<Placed, N>(0));
  if constexpr (!__is_same(F, no_fetch)) fetch_before<Placed, N>(in, fetch);
  if constexpr (!is_alias<Placed>(N)) {
    arguments<c> a;
    set_values<Placed, N>(a, in, first<c::input_count>{}, first<c::output_count>{});
    if constexpr (Placed::need.scratch[N] > 0) {
      constexpr region_place place = Placed::place(Placed::memory.scratch_of[N]);
      a.scratch_memory = at(in, place);
    }
    if constexpr (__is_same(F, no_fetch)) run_kernel<Placed, N>(a);
    else run_kernel<Placed, N>(with_fetched<Placed, N>(in, a));
  }
  if constexpr (watched) {
    constexpr int v = Placed::graph.nodes[N].outputs[0];
    constexpr region_place place = Placed::place(Placed::memory.buffer_of[v]);
    const traced_step done = traced<Placed, N>(0);
    after(tracer, done);
    show_value(tracer, done, traced_output<Placed, N>(at(in, place), c::template out<>::span));
  }
}
/// All layers.
template <class Placed, class Tracer, class F, int... N>
ETCH_GLUE void run_layers(typename Placed::bases in, Tracer& tracer, F& fetch, indices<N...>) {
  (run_layer<Placed, N>(in, tracer, fetch), ...);
}
/// Layer n.
template <class Placed, class F, int... N>
ETCH_GLUE void run_one_layer(typename Placed::bases in, int n, F& fetch, indices<N...>) {
  no_tracer nobody;
  const bool ran[] = {(n == N && (run_layer<Placed, N>(in, nobody, fetch), true))...};
  (void)ran;
}

}  // namespace detail
}  // namespace ETCH_NAMESPACE
