// network<graph, Target>: a graph placed on a target, its kernels chosen and its memory planned.
// The class holds the arena, runs the network by direct calls and tells its figures as constants.
#pragma once

#include <etch/base/literals.hpp>
#include <etch/base/text.hpp>
#include <etch/graph/make.hpp>
#include <etch/network/evaluate.hpp>
#include <etch/network/lower/placed.hpp>
#include <etch/network/lower/sums_check.hpp>
#include <etch/network/run_layers.hpp>
#include <etch/network/run_rows.hpp>
#include <etch/network/trace.hpp>
#include <etch/network/view.hpp>

namespace ETCH_NAMESPACE {

namespace detail {
template <int N>
struct number {};
template <class Graph>
constexpr int read_graph(const Graph& g) {
  return g.nodes[0].input_count;
}
}  // namespace detail
/// Whether the compiler can read the graph: `inline constexpr auto graph = etch::graph(...)`.
template <const auto& G>
concept the_graph_is_a_constexpr_variable =
    requires { typename detail::number<detail::read_graph(G)>; };

/// Graph G on Target: an arena and run(). Deriving a struct gives it a short name in errors:
/// struct mini : etch::network<mini_graph> {};
///
/// All functions work on an arena of ram_bytes bytes, aligned to 16: an object owns one, static
/// functions take any, or the regions that it is made of (docs/budgets.md), each aligned to 16.
/// They write nothing else: no global, static or thread-local variable. So two threads (or a task
/// and an interrupt) may run any networks at the same time on different arenas; on one arena only
/// one may run at a time, and there is no lock: the caller has to take care.
template <const auto& G, class Target = this_target, options O = options{}>
requires the_graph_is_a_constexpr_variable<G>
class network : public detail::facts_of<G, Target, O> {
  using written = detail::passed<G, O.observe_all>;
  static_assert(detail::sums_check<written::graph, O.sums>::passed);
  using lower = detail::lowered<detail::tabled_of<G, O>::graph, detail::step_of<G, Target, O>>;

 public:
  /// The graph after the passes.
  static constexpr const auto& graph = lower::graph;
  using target = Target;
  /// The same network for another target: its figures can be asserted on any compiler.
  template <class Other>
  using on = network<G, Other, O>;
  /// The same network with other options.
  template <options Other>
  using with = network<G, Target, Other>;

  using placed = detail::placed<lower::graph, Target, O>;
  /// What static functions take for the memory: its first byte, or with regions or states also a
  /// pointer to each region, in their order, the states' last: run({fast, slow}).
  using bases = typename placed::bases;

  static constexpr int layer_count = placed::node_count;
  /// Bytes of the arena: values that live at the same time, and scratch memory of kernels.
  static constexpr int ram_bytes = placed::memory.placed.bytes;
  /// Bytes of the region that options{.regions = ...} name so; "state" is that of the states.
  template <text Name>
  static constexpr int region_bytes() {
    constexpr int r = placed::regions.find(Name.characters);
    static_assert(r >= 0, "region_bytes: the network has no region of this name");
    if constexpr (r >= 0) return placed::regions.bytes[r];
    else return 0;
  }
  /// The tables that its layers share, besides the constants of each.
  using tables = typename decltype(placed::gather_tables(detail::first<layer_count>{}))::type;
  /// Bytes of constants in flash: weights, biases, factors, each shared table once, and padding for
  /// alignment, so that no image holds more. Code is not counted.
  static constexpr int constant_bytes = [] {
    int sum = detail::bytes_of_tables(tables{}) + detail::progress_of<placed>::constant_bytes;
    for (int n = 0; n < layer_count; ++n) sum += placed::need.constants[n];
    return sum;
  }();
  /// Bytes of the constants of layer n, without shared tables; 0 <= n < layer_count.
  static constexpr int layer_constants(int n) { return placed::need.constants[n]; }
  /// Multiply-accumulates of layer n; 0 <= n < layer_count.
  static constexpr long long layer_macs(int n) { return macs_of(lower::graph, n); }
  /// Multiply-accumulates of one inference.
  static constexpr long long macs = macs_of(lower::graph);
  /// The same without tables and with all channels.
  static constexpr long long macs_as_written = macs_of(written::graph);
  /// Bits in two's complement that layer_sums(n) needs; 0 if the layer sums no integers.
  static constexpr int layer_sum_bits(int n) { return signed_bits(network::layer_sums(n)); }
  /// Bits of the accumulator of layer n; 64 if it has none.
  static constexpr int layer_sum_capacity(int n) { return sum_capacity(lower::graph, n); }
  /// The layer at the peak: the most bytes are live while it runs.
  static constexpr int peak_layer = [] {
    int time = 0;
    if constexpr (placed::by_rows) time = placed::memory.peak_time;
    else time = plan::peak_step(placed::memory.used());
    return minimum(node_at(placed::memory, time), layer_count - 1);
  }();
  /// Whether the memory plan is proved to be the smallest: it meets the live-bytes bound, or a
  /// search ruled out all others. `placed::memory.placed.proof()` says which. With regions, whether
  /// that is so of each, of what lies in it.
  static constexpr bool is_optimal() { return placed::memory.placed.is_optimal(); }
  /// The name of layer n, as errors and reports print it.
  static constexpr layer_name layer(int n) { return name_of(graph, n); }

  template <int I = 0>
  using input_value = typed_value<lower::graph, lower::graph.inputs[I]>;
  template <int I = 0>
  using output_value = typed_value<lower::graph, lower::graph.outputs[I]>;

  /// The last layer that reads input I; layer_count if an output is only another name for the
  /// input. With options{.keep_input = true} the input may be written again, by DMA for instance,
  /// as soon as run_layer() has run that layer. Without, its bytes are reused: they belong to the
  /// network until run() returns and the outputs are read.
  template <int I = 0>
  static constexpr int last_layer_reading_input = [] {
    const auto& buffer_of = placed::memory.buffer_of;
    const int buffer = buffer_of[lower::graph.inputs[I]];
    int last = 0;
    for (int n = 0; n < layer_count; ++n) {
      for (int i = 0; i < lower::graph.nodes[n].input_count; ++i) {
        if (buffer_of[lower::graph.nodes[n].inputs[i]] == buffer) last = n;
      }
    }
    for (const int v : lower::graph.outputs) last = buffer_of[v] == buffer ? layer_count : last;
    return last;
  }();

  /// Input I: write it before run(). Its bytes are reused by run() unless options say keep_input.
  template <int I = 0>
  auto input() {
    return input<I>(arena_);
  }
  template <int I = 0>
  static auto input(bases arena) {
    static_assert(
        !input_arrives || I > 0 || O.keep_input,
        "the first input of this network arrives in rows: begin(), next_row(), push_row()");
    return view<lower::graph.inputs[I]>(arena);
  }
  /// Output I: valid after run() until the next run() or a write to an input.
  template <int I = 0>
  auto output() {
    return output<I>(arena_);
  }
  template <int I = 0>
  static auto output(bases arena) {
    return view<lower::graph.outputs[I]>(arena);
  }
  /// The output that tap named.
  template <text Name>
  auto output() {
    static_assert(output_named<Name>() >= 0, "output: no output of the graph has this name");
    if constexpr (output_named<Name>() >= 0) return output<output_named<Name>()>();
  }

  /// Whether the network has state: values that it keeps from run to run.
  static constexpr bool has_state = keeps_state(lower::graph);
  /// Sets every state to its first value: call it before the first run and to start over.
  void reset() { reset(arena_); }
  static void reset(bases arena) {
    for_each_index<placed::value_count>([&]<int V>() {
      if constexpr (lower::graph.values[V].lives == lifetime::always) {
        detail::begin_state<lower::graph, V>(detail::codes_of<placed, V>(arena));
      }
    });
  }

  /// One inference.
  void run() { run(arena_); }
  static void run(bases arena) {
    no_tracer nobody;
    run(arena, nobody);
  }
  /// One inference of a network that fetches its constants (docs/memory.md), with a tracer or
  /// without. What else runs layers takes `fetch` as its last argument, too.
  template <constant_fetch F, class Tracer = no_tracer>
  void run(F&& fetch, Tracer&& tracer = Tracer{}) {
    run_all(arena_, tracer, fetch);
  }
  template <constant_fetch F, class Tracer = no_tracer>
  ETCH_GLUE static void run(bases arena, F&& fetch, Tracer&& tracer = Tracer{}) {
    run_all(arena, tracer, fetch);
  }
  /// One inference with a tracer, which is told of each step: before(step), after(step), and of
  /// each value when it is complete: value(step, value). Of a value that lies in rows, which are
  /// never there all at once, it is told as they are made: row(step, row).
  template <class Tracer>
  requires(!constant_fetch<Tracer> && !requires(Tracer t, bases b) { b = t; })
  void run(Tracer&& tracer) {
    run(arena_, tracer);
  }
  template <class Tracer>
  requires(!constant_fetch<Tracer>)
  ETCH_GLUE static void run(bases arena, Tracer& tracer) {
    detail::no_fetch nothing;
    run_all(arena, tracer, nothing);
  }

  /// Runs layer n alone, 0 <= n < layer_count. One inference is layer 0, then 1, ... layer_count -
  /// 1; between two layers the caller can feed a watchdog, run another task or give up. Nothing
  /// else may touch the arena, inputs included, meanwhile. Direct calls behind a switch: no table.
  template <class F = detail::no_fetch>
  void run_layer(int n, F&& fetch = F{}) {
    run_layer(arena_, n, fetch);
  }
  template <class F = detail::no_fetch>
  static void run_layer(bases arena, int n, F&& fetch = F{}) {
    static_assert(!runs_by_rows, "this network runs by rows: run() and run_step() alone");
    static_assert(detail::takes_fetch<O.fetch, F>());
    detail::run_one_layer<placed>(arena, n, fetch, detail::first<layer_count>{});
  }

  /// Whether options made it run row by row (docs/memory.md).
  static constexpr bool runs_by_rows = placed::by_rows;
  /// Whether its first input arrives in rows.
  static constexpr bool input_arrives = O.input == arrival::rows;
  /// Whether options{.input = arrival::rows} can have it so, with these kernels.
  static constexpr bool input_can_arrive =
      detail::rows_of_graph<lower::graph, Target, O.keep_input>::can_arrive;
  /// How far an inference has come.
  using progress = typename detail::progress_of<placed>::type;
  /// The same without a constructor: what the functions below take.
  using counters = typename detail::progress_of<placed>::counters;
  /// Runs the next step, a layer or one row of a layer; whether another one follows. An inference
  /// begins with progress{}; between two steps is what is between two layers for run_layer.
  template <class F = detail::no_fetch>
  bool run_step(counters& p, F&& fetch = F{}) {
    return run_step(arena_, p, fetch);
  }
  template <class F = detail::no_fetch>
  static bool run_step(bases arena, counters& p, F&& fetch = F{}) {
    static_assert(
        !input_arrives,
        "the first input of this network arrives in rows: begin(), next_row(), push_row()");
    if constexpr (runs_by_rows) {
      static_assert(detail::takes_fetch<O.fetch, F>());
      no_tracer nobody;
      rows::run_step(arena, p, nobody, fetch);
      return !rows::is_done(p);
    } else {
      if (p.layer < layer_count) run_layer(arena, p.layer++, fetch);
      return p.layer < layer_count;
    }
  }

  /// With options{.input = arrival::rows}: an inference begins. Other inputs are written before.
  void begin()
  requires(O.input == arrival::rows)
  {
    begin(arena_, position_);
  }
  static void begin(bases arena, counters& p)
  requires(O.input == arrival::rows)
  {
    no_tracer nobody;
    begin(arena, p, nobody);
  }
  template <class Tracer>
  static void begin(bases arena, counters& p, Tracer& tracer)
  requires(O.input == arrival::rows)
  {
    p = {};
    rows::template begin<O.input>(arena, tracer);
    detail::no_fetch nothing;
    rows::run_on(arena, p, tracer, nothing);
  }
  /// Where the next row of the first input lies, W C codes: write it there, by DMA for instance,
  /// before push_row(). There is one until push_row() says true.
  auto next_row()
  requires(O.input == arrival::rows)
  {
    return next_row(arena_, position_);
  }
  static auto next_row(bases arena, const counters& p)
  requires(O.input == arrival::rows)
  {
    return rows::template next_row<lower::graph.inputs[0]>(arena, p);
  }
  /// The row at next_row() is there: runs all that waited for it. Whether the output is ready.
  bool push_row()
  requires(O.input == arrival::rows)
  {
    return push_row(arena_, position_);
  }
  static bool push_row(bases arena, counters& p)
  requires(O.input == arrival::rows)
  {
    no_tracer nobody;
    return push_row(arena, p, nobody);
  }
  template <class Tracer>
  static bool push_row(bases arena, counters& p, Tracer& tracer)
  requires(O.input == arrival::rows)
  {
    rows::template take_row<lower::graph.inputs[0]>(arena, p, tracer);
    detail::no_fetch nothing;
    rows::run_on(arena, p, tracer, nothing);
    return rows::is_done(p);
  }

  /// One inference by the generic kernels, in the compiler too: evaluate(codes of input 0, ...)
  /// returns the codes of output 0.
  template <class... Inputs>
  static constexpr auto evaluate(const Inputs&... inputs) {
    return etch::evaluate<lower::graph>(inputs...);
  }

 private:
  using rows = detail::row_runner<placed>;

  template <text Name>
  static constexpr int output_named() {
    const int v = find_value(lower::graph, Name.characters);
    for (int o = 0; o < lower::graph.size.outputs; ++o) {
      if (lower::graph.outputs[o] == v) return o;
    }
    return -1;
  }
  template <int V>
  static auto view(bases arena) {
    using value = typed_value<lower::graph, V>;
    return tensor_view<value, typename value::memory::pointer>(detail::codes_of<placed, V>(arena));
  }
  template <class Tracer, class F>
  ETCH_GLUE static void run_all(bases arena, Tracer& tracer, F& fetch) {
    static_assert(
        !input_arrives,
        "the first input of this network arrives in rows: begin(), next_row(), push_row()");
    static_assert(detail::takes_fetch<O.fetch, F>());
    if constexpr (runs_by_rows) {
      progress p;
      rows::template begin<O.input>(arena, tracer);
      rows::run_on(arena, p, tracer, fetch);
    } else {
      detail::run_layers<placed>(arena, tracer, fetch, detail::first<layer_count>{});
    }
  }

  alignas(arena_alignment) unsigned char arena_[ram_bytes > 0 ? ram_bytes : 1];
  [[no_unique_address]] detail::position_of<placed, O.input> position_;
};

}  // namespace ETCH_NAMESPACE
