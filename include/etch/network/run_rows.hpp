// Running a network whose schedule has rows: a loop over its steps, with a counter for each node.
#pragma once

#include <etch/kernel/rows.hpp>
#include <etch/network/fetch.hpp>
#include <etch/network/lower/regions.hpp>
#include <etch/network/lower/row_schedule.hpp>
#include <etch/network/trace.hpp>

namespace ETCH_NAMESPACE {
namespace detail {

/// The places of all rows that lie anywhere, in flash.
template <class Placed>
struct row_offsets {
  static constexpr auto& memory = Placed::memory;
  using type = element_t<list<std::uint32_t, std::uint16_t>, memory.placed.bytes <= 0xffff ? 1 : 0>;
  struct table {
    type of[memory.in_table > 0 ? memory.in_table : 1];
  };
  static constexpr int bytes = memory.in_table > 0 ? static_cast<int>(sizeof(table)) : 0;
  static constexpr table value = [] {
    table t{};
    for (int b = 0; b < memory.in_table; ++b) t.of[b] = static_cast<type>(Placed::place(b).offset);
    return t;
  }();
};

/// The steps, in flash.
template <class Placed>
struct row_steps {
  static constexpr auto& memory = Placed::memory;
  using number = element_t < list<std::uint16_t, std::uint8_t>, Placed::node_count<255 ? 1 : 0>;
  struct step {
    number node, rows;
  };
  struct table {
    step at[memory.step_count];
  };
  static constexpr int bytes = static_cast<int>(sizeof(table));
  static constexpr table value = [] {
    table t{};
    for (int s = 0; s < memory.step_count; ++s) {
      t.at[s] = {static_cast<number>(memory.steps[s].node),
                 static_cast<number>(memory.steps[s].rows)};
    }
    return t;
  }();
};

/// The region in which value V lies.
template <class Placed, int V>
struct value_region {
  static constexpr region_place first_row = Placed::place(Placed::memory.buffer_of[V]);
  ETCH_GLUE static unsigned char* base(typename Placed::bases in) {
    return at(in, {first_row.region, 0});
  }
};
/// Where value V lies, as row_arguments asks.
template <class Placed, int V, bool Apart>
struct value_place : value_region<Placed, V> {
  static constexpr bool is_apart = false;
  static constexpr int offset = value_region<Placed, V>::first_row.offset;
};
template <class Placed, int V>
struct value_place<Placed, V, true> : value_region<Placed, V> {
  static constexpr bool is_apart = true;
  using offset_type = typename row_offsets<Placed>::type;
  static constexpr const offset_type* offset =
      row_offsets<Placed>::value.of + Placed::memory.buffer_of[V];
  static constexpr int codes_of_row =
      detail::codes_of_row(Placed::graph.values[Placed::memory.root[V]].is);
};
/// The places of the values of node N.
template <class Placed, int N>
struct node_places {
  using bases = typename Placed::bases;
  template <int V>
  using place = value_place<Placed, V, Placed::memory.is_in_table(V)>;
  template <int I>
  using input = place<Placed::graph.nodes[N].inputs[I]>;
  template <int O>
  using output = place<Placed::graph.nodes[N].outputs[O]>;
};

/// How far an inference has come: the next step, rows of it that are done, and of each node all. No
/// constructor: an object that holds them needs none, and a program none before main.
template <class Placed>
struct row_counters {
  std::uint16_t step;
  std::uint8_t rows_of_step;
  element_t<list<std::uint16_t, std::uint8_t>, Placed::memory.most_rows <= 255 ? 1 : 0>
      rows[Placed::node_count + 1];
};
/// The same at the start of an inference.
template <class Placed>
struct row_progress : row_counters<Placed> {
  constexpr row_progress() : row_counters<Placed>{} {}
};

/// Runs the network that Placed places, which has rows.
template <class Placed>
struct row_runner {
  static constexpr auto& memory = Placed::memory;
  static constexpr int nodes = Placed::node_count;
  using progress = row_counters<Placed>;
  using bases = typename Placed::bases;
  using steps = row_steps<Placed>;

  /// Whether nothing is left to do.
  static bool is_done(const progress& p) { return p.step == memory.step_count; }
  /// Whether the next thing is that a row of the input arrives.
  static bool waits(const progress& p) {
    return !is_done(p) && steps::value.at[p.step].node == nodes;
  }

  /// Where the next row of input V, which arrives in rows, lies.
  template <int V>
  static auto next_row(bases in, const progress& p) {
    using value = typed_value<Placed::graph, V>;
    using place = value_place<Placed, V, memory.is_in_table(V)>;
    constexpr int row_bytes = value::bytes / value::is.shape.rows();
    int offset = 0;
    if constexpr (memory.is_in_table(V)) offset = static_cast<int>(place::offset[p.rows[nodes]]);
    else offset = place::offset + p.rows[nodes] * row_bytes;
    return codes_at<typename value::memory::pointer>(place::base(in) + offset);
  }

  /// Runs one node, or one row of it, and tells the tracer.
  template <class Tracer, class F>
  static void run_step(bases in, progress& p, Tracer& tracer, F& fetch) {
    const auto step = steps::value.at[p.step];
    run_one_of(in, step.node, p.rows[step.node], tracer, fetch, first<nodes>{});
    go_on(p);
  }
  /// Takes note of a step that is done.
  static void go_on(progress& p) {
    const auto step = steps::value.at[p.step];
    ++p.rows[step.node];
    if (++p.rows_of_step < step.rows) return;
    p.rows_of_step = 0;
    ++p.step;
  }
  /// An inference begins: tells the tracer of inputs that have other names.
  template <arrival Input, class Tracer>
  static void begin(bases in, Tracer& tracer) {
    if constexpr (!__is_same(Tracer, no_tracer)) {
      for_each_index<Placed::graph.size.inputs>([&]<int I>() {
        constexpr int v = Placed::graph.inputs[I];
        if constexpr (I > 0 || Input == arrival::whole) show_value_of<v>(in, tracer);
      });
    }
  }
  /// The row of input V at next_row is there.
  template <int V, class Tracer>
  static void take_row(bases in, progress& p, Tracer& tracer) {
    if constexpr (!__is_same(Tracer, no_tracer)) {
      constexpr int rows = Placed::graph.values[V].is.shape.rows();
      if constexpr (memory.is_in_table(V)) show_row_of<V>(in, p.rows[nodes], tracer);
      else if (p.rows[nodes] + 1 == rows) show_value_of<V>(in, tracer);
    }
    go_on(p);
  }
  /// Runs until the network waits for a row of its input, or is done.
  template <class Tracer, class F>
  static void run_on(bases in, progress& p, Tracer& tracer, F& fetch) {
    while (!is_done(p) && !waits(p)) run_step(in, p, tracer, fetch);
  }

 private:
  template <class Tracer, class F, int... N>
  ETCH_GLUE static void run_one_of(bases in, int node, int row, Tracer& tracer, F& fetch,
                                   indices<N...>) {
    static_cast<void>(((node == N && (run_traced<N>(in, row, tracer, fetch), true)) || ...));
  }
  template <int N, class Tracer, class F>
  ETCH_GLUE static void run_traced(bases in, int row, Tracer& tracer, F& fetch) {
    if constexpr (__is_same(Tracer, no_tracer)) {
      run_node<N>(in, row, fetch);
    } else if constexpr (!memory.is_nothing[N]) {
      before(tracer, traced<Placed, N>(row));
      run_node<N>(in, row, fetch);
      after(tracer, traced<Placed, N>(row));
      constexpr int v = Placed::graph.nodes[N].outputs[0];
      if constexpr (memory.is_in_table(v)) show_row_of<v>(in, row, tracer);
      else if (row + 1 == parts_of<N>()) show_value_of<v>(in, tracer);
    }
  }
  /// The steps of node N.
  template <int N>
  static constexpr int parts_of() {
    const node& at = Placed::graph.nodes[N];
    const auto rows = [](int v) { return Placed::graph.values[v].is.shape.rows(); };
    if (memory.how[N] == manner::runs) return rows(memory.root[at.inputs[0]]) + 1;
    return runs_row_by_row(memory.how[N]) ? rows(at.outputs[0]) : 1;
  }

  /// Calls show<N>() for the nodes whose output is value V, also under another name.
  template <int V, class Show>
  static void for_each_name(Show show) {
    for_each_index<nodes>([&]<int N>() {
      constexpr int v = Placed::graph.nodes[N].outputs[0];
      if constexpr (v == V || (memory.is_nothing[N] && memory.root[v] == V))
        show.template operator()<N>();
    });
  }
  /// Tells of row `row` of value V, as it is stored.
  template <int V, class Tracer>
  static void show_row_of(bases in, int row, Tracer& tracer) {
    constexpr int codes = codes_of_row(Placed::graph.values[V].is);
    using place = value_place<Placed, V, true>;
    const unsigned char* const at = place::base(in) + place::offset[row];
    for_each_name<V>([&]<int N>() {
      show_row(tracer, traced<Placed, N>(row), traced_output<Placed, N>(at, codes));
    });
  }
  /// Tells of value V, which lies in one piece.
  template <int V, class Tracer>
  static void show_value_of(bases in, Tracer& tracer) {
    constexpr int codes = typed_value<Placed::graph, V>::span;
    for_each_name<V>([&]<int N>() {
      constexpr region_place place = Placed::place(memory.buffer_of[V]);
      show_value(tracer, traced<Placed, N>(0), traced_output<Placed, N>(at(in, place), codes));
    });
  }
  template <int N, class F>
  ETCH_GLUE static void run_node(bases in, int row, F& fetch) {
    using c = typename Placed::template call_at<N>;
    using k = typename Placed::template kernel_at<N>;
    row_arguments<c, node_places<Placed, N>> a{in};
    if constexpr (memory.how[N] == manner::runs) {
      constexpr int root = memory.root[Placed::graph.nodes[N].inputs[0]];
      constexpr int rows = Placed::graph.values[root].is.shape.rows();
      constexpr int codes = codes_of_row(Placed::graph.values[root].is);
      using state = typename k::template state<c>;
      constexpr region_place place = Placed::place(memory.scratch_of[N]);
      state& s = *reinterpret_cast<state*>(at(in, place));
      if (row == 0) k::template begin<c>(s);
      if (row < rows) k::template take<c>(a, s, row * codes, codes);
      else k::template finish<c>(a, s);
    } else if constexpr (runs_row_by_row(memory.how[N])) {
      if constexpr (memory.scratch_of[N] >= 0) {
        constexpr region_place first_row = Placed::place(memory.scratch_of[N]);
        a.scratch_memory = at(in, {first_row.region, 0}) +
                           row_offsets<Placed>::value.of[memory.scratch_of[N] + row];
      }
      k::template run<c>(a, row_block{row, 1});
    } else if constexpr (!memory.is_nothing[N]) {
      if constexpr (memory.scratch_of[N] >= 0) {
        constexpr region_place place = Placed::place(memory.scratch_of[N]);
        a.scratch_memory = at(in, place);
      }
      constexpr row_block all{0, c::template out<>::is.shape.rows()};
      if constexpr (__is_same(F, no_fetch)) {
        k::template run<c>(a, all);
      } else {
        fetch_before<Placed, N>(in, fetch);
        k::template run<c>(with_fetched<Placed, N>(in, a), all);
      }
    }
  }
};

/// How far an inference of a network without rows has come.
struct layer_progress {
  int layer = 0;
};
/// The progress of what Placed places, and bytes of flash that its schedule takes.
template <class Placed, bool ByRows = Placed::by_rows>
struct progress_of {
  using type = layer_progress;
  using counters = layer_progress;
  static constexpr int constant_bytes = 0;
};
template <class Placed>
struct progress_of<Placed, true> {
  using type = row_progress<Placed>;
  using counters = row_counters<Placed>;
  static constexpr int constant_bytes = row_offsets<Placed>::bytes + row_steps<Placed>::bytes;
};

/// What an object knows besides its arena: its progress, where its input arrives in rows.
template <class Placed, arrival Input>
struct position_of {};
template <class Placed>
struct position_of<Placed, arrival::rows> : row_counters<Placed> {};

}  // namespace detail
}  // namespace ETCH_NAMESPACE
