// Running a network whose schedule has rows: a loop over its steps, with a counter for each node.
#pragma once

#include <etch/kernel/rows.hpp>
#include <etch/network/lower/row_schedule.hpp>

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
  using place = value_place<Placed, V,
                            Placed::memory.apart[V] &&
                                (Placed::memory.buffer_of[V] < Placed::memory.in_table)>;
  template <int I>
  using input = place<Placed::graph.nodes[N].inputs[I]>;
  template <int O>
  using output = place<Placed::graph.nodes[N].outputs[O]>;
};

/// How far an inference has come: the next step, rows of it that are done, and of each node all.
template <class Placed>
struct row_progress {
  std::uint16_t step = 0;
  std::uint8_t rows_of_step = 0;
  element_t<list<std::uint16_t, std::uint8_t>, Placed::memory.most_rows <= 255 ? 1 : 0>
      rows[Placed::node_count + 1]{};
};

/// Runs the network that Placed places, which has rows.
template <class Placed>
struct row_runner {
  static constexpr auto& memory = Placed::memory;
  static constexpr int nodes = Placed::node_count;
  using progress = row_progress<Placed>;
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
    using place = value_place<Placed, V, memory.apart[V]>;
    constexpr int row_bytes = value::bytes / value::is.shape.rows();
    int offset = 0;
    if constexpr (memory.apart[V]) offset = static_cast<int>(place::offset[p.rows[nodes]]);
    else offset = place::offset + p.rows[nodes] * row_bytes;
    return codes_at<typename value::memory::pointer>(place::base(in) + offset);
  }

  /// Runs one node, or one row of it.
  static void run_step(bases in, progress& p) {
    const auto step = steps::value.at[p.step];
    run_one_of(in, step.node, p.rows[step.node], first<nodes>{});
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
  /// Runs until the network waits for a row of its input, or is done.
  static void run_on(bases in, progress& p) {
    while (!is_done(p) && !waits(p)) run_step(in, p);
  }

 private:
  template <int... N>
  ETCH_GLUE static void run_one_of(bases in, int node, int row, indices<N...>) {
    static_cast<void>(((node == N && (run_node<N>(in, row), true)) || ...));
  }
  template <int N>
  ETCH_GLUE static void run_node(bases in, int row) {
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
      k::template run<c>(a, row_block{0, c::template out<>::is.shape.rows()});
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
  static constexpr int constant_bytes = 0;
};
template <class Placed>
struct progress_of<Placed, true> {
  using type = row_progress<Placed>;
  static constexpr int constant_bytes = row_offsets<Placed>::bytes + row_steps<Placed>::bytes;
};

/// What an object knows besides its arena: its progress, where its input arrives in rows.
template <class Placed, arrival Input>
struct position_of {};
template <class Placed>
struct position_of<Placed, arrival::rows> : row_progress<Placed> {};

}  // namespace detail
}  // namespace ETCH_NAMESPACE
