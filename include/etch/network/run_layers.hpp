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

/// Runs the network that Placed places, whose values are whole.
template <class Placed>
struct layer_runner {
  static constexpr const auto& graph = Placed::graph;
  static constexpr auto& memory = Placed::memory;
  static constexpr int layers = Placed::node_count;
  using bases = typename Placed::bases;

  /// All layers, told to the tracer.
  template <class Tracer, class F>
  ETCH_GLUE static void run(bases in, Tracer& tracer, F& fetch) {
    run_all(in, tracer, fetch, first<layers>{});
  }
  /// Layer n.
  template <class F>
  ETCH_GLUE static void run_one(bases in, int n, F& fetch) {
    run_one_of(in, n, fetch, first<layers>{});
  }

 private:
  /// Whether the output of node N shares the bytes of its input and nothing is to be done.
  template <int N>
  static constexpr bool is_alias() {
    const node& at = graph.nodes[N];
    return at.op->copies_order && memory.buffer_of[at.inputs[0]] == memory.buffer_of[at.outputs[0]];
  }
  template <class Tracer, class F, int... N>
  ETCH_GLUE static void run_all(bases in, Tracer& tracer, F& fetch, indices<N...>) {
    (step<N>(in, tracer, fetch), ...);
  }
  template <class F, int... N>
  ETCH_GLUE static void run_one_of(bases in, int n, F& fetch, indices<N...>) {
    no_tracer nobody;
    const bool ran[] = {(n == N && (step<N>(in, nobody, fetch), true))...};
    (void)ran;
  }
  template <int N, class Tracer, class F>
  ETCH_GLUE static void step(bases in, Tracer& tracer, F& fetch) {
    using c = call<graph, N>;
    using k = typename Placed::template kernel_at<N>;
    constexpr bool watched = !__is_same(Tracer, no_tracer);
    if constexpr (watched) before(tracer, traced<Placed, N>(0));
    fetch_before<Placed, N>(in, fetch);
    if constexpr (!is_alias<N>()) {
      with_fetched<Placed, N, arguments<c>> a;
      if constexpr (is_fetched<Placed, N>()) a.constants_memory = copied_constants<Placed, N>(in);
      for_each_index<c::input_count>([&]<int I>() __attribute__((always_inline)) {
        constexpr int v = graph.nodes[N].inputs[I];
        if constexpr (!graph.values[v].is.is_constant) set_input<I>(a, codes_of<Placed, v>(in));
      });
      for_each_index<c::output_count>([&]<int K>() __attribute__((always_inline)) {
        set_output<K>(a, codes_of<Placed, graph.nodes[N].outputs[K]>(in));
      });
      if constexpr (Placed::need.scratch[N] > 0) {
        constexpr region_place place = Placed::place(memory.scratch_of[N]);
        a.scratch_memory = at(in, place);
      }
      if constexpr (requires { memory.under; }) {
        constexpr row_blocks blocks = blocks_of(graph, memory, N);
        for (int b = 0; b < blocks.count(); ++b)
          k::template run<c>(a, row_block{blocks.first(b), blocks.size(b)});
      } else {
        k::template run<c>(a, row_block{0, c::template out<>::is.shape.rows()});
      }
    }
    if constexpr (watched) {
      constexpr int v = graph.nodes[N].outputs[0];
      constexpr region_place place = Placed::place(memory.buffer_of[v]);
      const traced_step done = traced<Placed, N>(0);
      after(tracer, done);
      show_value(tracer, done, traced_output<Placed, N>(at(in, place), c::template out<>::span));
    }
  }
};

}  // namespace detail
}  // namespace ETCH_NAMESPACE
