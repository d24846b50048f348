// A network is a graph placed on a target: kernels chosen, memory planned, run by straight calls.
// Over 400 lines: one class, and what it says of itself.
#pragma once

#include <etch/base/literals.hpp>
#include <etch/base/text.hpp>
#include <etch/graph/make.hpp>
#include <etch/graph/passes.hpp>
#include <etch/graph/sums.hpp>
#include <etch/network/lower/memory.hpp>
#include <etch/network/lower/select.hpp>
#include <etch/network/trace.hpp>
#include <etch/network/view.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// The graph that a network runs: after the passes.
template <const auto& G, options O>
struct lowered {
  static constexpr auto graph =
      run_passes<G, element_t<list<default_passes, observing_passes>, O.observe_all ? 1 : 0>>();
};

/// Prints the bytes of too large a network: bytes_of_buffers<have, most>.
template <long long Have, long long Most>
struct bytes_of_buffers {
  static constexpr bool fit = Have <= Most;
};

/// Everything that is known of a graph on a target before it runs.
template <const auto& G, class Target, options O>
struct placed {
  using graph_type = typename bare<decltype(G)>::type;
  static constexpr int node_count = graph_type::size.nodes;
  static constexpr int value_count = graph_type::size.values;

  template <int N>
  using call_at = call<G, N>;
  template <int N>
  using kernel_at = selected_kernel<Target, call<G, N>>;

  struct needs {
    int value_bytes[value_count]{};
    int scratch[node_count > 0 ? node_count : 1]{};
    int constants[node_count > 0 ? node_count : 1]{};
  };
  template <int... V, int... N>
  static constexpr needs sum_up(indices<V...>, indices<N...>) {
    return {{typed_value<G, V>::bytes...},
            {kernel_at<N>::template scratch<call_at<N>>...},
            {constant_size<kernel_at<N>, call_at<N>>...}};
  }
  template <int... N>
  static constexpr auto gather_tables(indices<N...>) {
    constexpr bool reads_tables = [] {
      const int counts[]{tables_of_kernel_t<kernel_at<N>, call_at<N>>::size..., 0};
      for (const int count : counts) {
        if (count > 0) return true;
      }
      return false;
    }();
    if constexpr (!reads_tables) {
      return carrier<list<>>{};
    } else {
      return carrier<all_tables<tables_of_kernel_t<kernel_at<N>, call_at<N>>...>>{};
    }
  }
  static constexpr needs need = sum_up(first<value_count>{}, first<node_count>{});
  static constexpr auto memory = plan_memory(G, need.value_bytes, need.scratch, O);
  static_assert(bytes_of_buffers<memory.together, most_of_tensor>::fit,
                "the values of a network and the scratch memory of its kernels take at most 2^31 - "
                "1 bytes together: bytes_of_buffers<have, most>");
};

/// The first layer whose sums overflow, or -1.
template <const auto& G, int... N>
constexpr int first_overflow(indices<N...>) {
  const bool overflows[]{!sums_fit<G, N>..., false};
  for (int n = 0; n < static_cast<int>(sizeof...(N)); ++n) {
    if (overflows[n]) return n;
  }
  return -1;
}

/// The named carrier of sums that overflow: prints as sum_bits<layer, need, have>::enough.
template <text Layer, int Need, int Have>
struct bits_of_sums {
  static constexpr bool enough = Need <= Have;
};
template <const auto& G, int N = first_overflow<G>(first<bare<decltype(G)>::type::size.nodes>{})>
struct sums_proof {
  static constexpr bool passed = true;
  static_assert(bits_of_sums<text_of<name_of(G, N)>(), signed_bits(proved_sums<G, N>),
                             sum_capacity(G, N)>::enough,
                "the sums of a layer can leave their accumulator: bits_of_sums<layer, need, have>; "
                "options{.sums = overflow::wraps} takes them as they are");
};
template <const auto& G>
struct sums_proof<G, -1> {
  static constexpr bool passed = true;
};
template <const auto& G, overflow Said>
struct sums_check : sums_proof<G> {};
template <const auto& G>
struct sums_check<G, overflow::wraps> {
  static constexpr bool passed = true;
};

/// One array for each value, for runs inside the compiler.
template <class Value>
struct value_array {
  code_array_t<typename Value::storage, Value::is.number.bits,
               Value::is.is_constant ? 1 : Value::span>
      code{};
  constexpr typename Value::memory::pointer data() { return begin(code); }
  constexpr typename Value::memory::const_pointer data() const { return begin(code); }

 private:
  template <class Codes>
  static constexpr auto begin(Codes& codes) {
    if constexpr (Value::is.number.bits < 8) return codes.data();
    else return codes + 0;
  }
};
template <const auto& G, int V>
struct value_slot : value_array<typed_value<G, V>> {};
template <const auto& G, class Values>
struct value_slots;
template <const auto& G, int... V>
struct value_slots<G, indices<V...>> : value_slot<G, V>... {};

}  // namespace detail

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
/// All functions work on an arena of ram_bytes bytes, aligned to 16: an object owns one, the
/// static ones take any. Nothing else is written: no global, no static variable, no thread-local.
/// So two threads (or a task and an interrupt) may run any networks at the same time on different
/// arenas; on one arena only one at a time, which the caller sees to: there is no lock inside.
template <const auto& G, class Target = this_target, options O = options{}>
requires the_graph_is_a_constexpr_variable<G>
class network {
  using lower = detail::lowered<G, O>;
  static_assert(detail::sums_check<lower::graph, O.sums>::passed);

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

  static constexpr int layer_count = placed::node_count;
  /// Bytes of the arena: values that live at the same time, and kernel scratch.
  static constexpr int ram_bytes = placed::memory.placed.bytes;
  /// The tables that its layers read beside their own constants.
  using tables = typename decltype(placed::gather_tables(detail::first<layer_count>{}))::type;
  /// Bytes that the network keeps in flash beside its code: weights, biases and factors, and each
  /// table once. With what their alignment leaves unused, so that no image holds more.
  static constexpr int constant_bytes = [] {
    int sum = detail::bytes_of_tables(tables{});
    for (int n = 0; n < layer_count; ++n) sum += placed::need.constants[n];
    return sum;
  }();
  /// The same of layer n alone, without tables; 0 <= n < layer_count.
  static constexpr int layer_constants(int n) { return placed::need.constants[n]; }
  /// Multiplications with an accumulation in layer n; 0 <= n < layer_count.
  static constexpr long long layer_macs(int n) {
    operand x[most_inputs]{};
    const operands in = lower::graph.gather(n, x);
    const node& at = lower::graph.nodes[n];
    return at.op->macs(at.what, in, lower::graph.values[at.outputs[0]].is);
  }
  /// Multiplications with an accumulation in one run.
  static constexpr long long macs = [] {
    long long sum = 0;
    for (int n = 0; n < layer_count; ++n) sum += layer_macs(n);
    return sum;
  }();
  /// The range of layer n's accumulator over all inputs, exact for constant weights; {0, 0} if the
  /// layer sums no integers. Reads every weight.
  static constexpr interval layer_sums(int n) { return sums_of_node(lower::graph, n); }
  /// The bits of two's complement that this range needs; 0 if the layer sums no integers.
  static constexpr int layer_sum_bits(int n) { return signed_bits(layer_sums(n)); }
  /// Bits of the accumulator of layer n, 64 where it has none.
  static constexpr int layer_sum_capacity(int n) { return sum_capacity(lower::graph, n); }
  /// The layer in whose step the most bytes are live.
  static constexpr int peak_layer = [] {
    const int step = plan::peak_step(placed::memory.used());
    return clamp(step - 1, 0, layer_count - 1);
  }();
  /// Whether the plan is proved to be the smallest: it meets the live-bytes bound.
  static constexpr bool is_optimal() { return placed::memory.placed.is_optimal(); }
  static constexpr layer_name layer(int n) { return name_of(graph, n); }

  template <int I = 0>
  using input_value = typed_value<lower::graph, lower::graph.inputs[I]>;
  template <int I = 0>
  using output_value = typed_value<lower::graph, lower::graph.outputs[I]>;

  /// The last layer that reads input I. With keep_input its bytes may be written again, by DMA for
  /// instance, as soon as run_layer() has run that layer: nothing else ever lies there. Without it
  /// they are reused, and belong to the network until run() is over and the outputs are read.
  /// layer_count when an output is only another name for the input.
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
  static auto input(unsigned char* arena) {
    return view<lower::graph.inputs[I]>(arena);
  }
  /// Output I: valid after run() until the next run() or a write to an input.
  template <int I = 0>
  auto output() {
    return output<I>(arena_);
  }
  template <int I = 0>
  static auto output(unsigned char* arena) {
    return view<lower::graph.outputs[I]>(arena);
  }
  /// The output that tap named.
  template <text Name>
  auto output() {
    static_assert(output_named<Name>() >= 0, "output: no output of the graph has this name");
    if constexpr (output_named<Name>() >= 0) return output<output_named<Name>()>();
  }

  /// Whether a part of the network remembers earlier runs.
  static constexpr bool has_state = [] {
    for (const value& v : lower::graph.values) {
      if (v.lives == lifetime::always) return true;
    }
    return false;
  }();
  /// Writes the first value of every state: before the first run, and to begin anew.
  void reset() { reset(arena_); }
  static void reset(unsigned char* arena) {
    for_each_index<placed::value_count>([&]<int V>() {
      if constexpr (lower::graph.values[V].lives == lifetime::always) fill<V>(address<V>(arena));
    });
  }

  /// One inference.
  void run() { run(arena_); }
  static void run(unsigned char* arena) {
    no_tracer nobody;
    run(arena, nobody);
  }
  /// One inference, told step by step to `tracer`: before(step), after(step), value(step, value).
  template <class Tracer>
  requires(!__is_same(Tracer, unsigned char))
  void run(Tracer&& tracer) {
    run(arena_, tracer);
  }
  template <class Tracer>
  ETCH_GLUE static void run(unsigned char* arena, Tracer& tracer) {
    for_each_index<layer_count>([&]<int N>()
                                    __attribute__((always_inline)) { step<N>(arena, tracer); });
  }

  /// Layer n alone, 0 <= n < layer_count. One inference is layer 0, then 1, ... layer_count - 1;
  /// between two layers a watchdog can be fed, another task run, an inference be given up. The
  /// arena, inputs included, must not be touched meanwhile. Direct calls behind a switch: no table.
  void run_layer(int n) { run_layer(arena_, n); }
  static void run_layer(unsigned char* arena, int n) {
    run_one_of(arena, n, detail::first<layer_count>{});
  }

  /// One inference inside the compiler or on any machine, by the generic kernels, on one array a
  /// value: evaluate(codes of input 0, ...) returns the codes of output 0.
  template <class... Inputs>
  static constexpr auto evaluate(const Inputs&... inputs) {
    static_assert(sizeof...(Inputs) == lower::graph.size.inputs,
                  "evaluate: one array of codes for each input of the network");
    using all = detail::value_slots<lower::graph, detail::first<placed::value_count>>;
    all values{};
    fill_inputs<0>(values, inputs...);
    for_each_index<placed::value_count>([&]<int V>() {
      if constexpr (lower::graph.values[V].lives == lifetime::always) {
        fill<V>(static_cast<detail::value_slot<lower::graph, V>&>(values).code);
      }
    });
    for_each_index<layer_count>([&]<int N>() {
      using c = call<lower::graph, N>;
      using k = selected_kernel<generic, c>;
      arguments<c> a;
      for_each_index<c::input_count>([&]<int I>() {
        constexpr int v = lower::graph.nodes[N].inputs[I];
        set_input<I>(a, static_cast<const detail::value_slot<lower::graph, v>&>(values).data());
      });
      for_each_index<c::output_count>([&]<int K>() {
        constexpr int v = lower::graph.nodes[N].outputs[K];
        set_output<K>(a, static_cast<detail::value_slot<lower::graph, v>&>(values).data());
      });
      constexpr int scratch = k::template scratch<c>;
      unsigned char memory[scratch > 0 ? scratch : 1]{};
      a.scratch_memory = memory;
      k::template run<c>(a, row_block{0, c::template out<>::is.shape.rows()});
    });
    return static_cast<const detail::value_array<output_value<0>>&>(
        static_cast<const detail::value_slot<lower::graph, lower::graph.outputs[0]>&>(values));
  }

 private:
  template <text Name>
  static constexpr int output_named() {
    const int v = find_value(lower::graph, Name.characters);
    for (int o = 0; o < lower::graph.size.outputs; ++o) {
      if (lower::graph.outputs[o] == v) return o;
    }
    return -1;
  }
  template <int V>
  ETCH_GLUE static auto address(unsigned char* arena) {
    using value = typed_value<lower::graph, V>;
    unsigned char* const bytes = arena + placed::memory.offset(V);
    if constexpr (value::is.number.bits < 8) return typename value::memory::pointer(bytes);
    else return reinterpret_cast<typename value::storage*>(bytes);
  }
  /// The first value of state V: its bytes, or real 0.
  template <int V, class T>
  static constexpr void fill(T* codes) {
    using v = typed_value<lower::graph, V>;
    constexpr const unsigned char* bytes = lower::graph.values[V].bytes;
    constexpr auto zero = static_cast<T>(v::kind::encode(v::is.number, 0.0));
    for (int i = 0; i < v::span; ++i) {
      if constexpr (!is_null(bytes)) codes[i] = load<T>(bytes, i);
      else codes[i] = zero;
    }
  }
  template <int V>
  static auto view(unsigned char* arena) {
    using value = typed_value<lower::graph, V>;
    return tensor_view<value, typename value::memory::pointer>(address<V>(arena));
  }
  template <int I, class C, class P>
  ETCH_GLUE static constexpr void set_input(arguments<C>& a, P p) {
    using element = typename C::template in<I>::memory::element;
    static_cast<detail::input_slot<I, element>&>(a).address = p;
  }
  template <int O_, class C, class P>
  ETCH_GLUE static constexpr void set_output(arguments<C>& a, P p) {
    using element = typename C::template out<O_>::memory::element;
    static_cast<detail::output_slot<O_, element>&>(a).address = p;
  }
  template <int I, class All, class First, class... Rest>
  static constexpr void fill_inputs(All& values, const First& first, const Rest&... rest) {
    using value = input_value<I>;
    auto& slot = static_cast<detail::value_slot<lower::graph, lower::graph.inputs[I]>&>(values);
    for (int i = 0; i < value::span; ++i) slot.code[i] = first[i];
    if constexpr (sizeof...(Rest) > 0) fill_inputs<I + 1>(values, rest...);
  }

  /// Whether node N only gives another name to the bytes of its input.
  template <int N>
  static constexpr bool is_alias() {
    const node& at = lower::graph.nodes[N];
    return at.op->copies_order &&
           placed::memory.buffer_of[at.inputs[0]] == placed::memory.buffer_of[at.outputs[0]];
  }

  template <int N, class Tracer>
  ETCH_GLUE static void step(unsigned char* arena, Tracer& tracer) {
    using c = call<lower::graph, N>;
    using k = typename placed::template kernel_at<N>;
    constexpr bool watched = !__is_same(Tracer, no_tracer);
    if constexpr (watched) detail::before(tracer, traced<N>());
    if constexpr (!is_alias<N>()) {
      arguments<c> a;
      for_each_index<c::input_count>([&]<int I>() __attribute__((always_inline)) {
        constexpr int v = lower::graph.nodes[N].inputs[I];
        if constexpr (!lower::graph.values[v].is.is_constant) set_input<I>(a, address<v>(arena));
      });
      for_each_index<c::output_count>([&]<int K>() __attribute__((always_inline)) {
        set_output<K>(a, address<lower::graph.nodes[N].outputs[K]>(arena));
      });
      if constexpr (placed::need.scratch[N] > 0) {
        a.scratch_memory = arena + placed::memory.scratch_offset(N);
      }
      k::template run<c>(a, row_block{0, c::template out<>::is.shape.rows()});
    }
    if constexpr (watched) {
      constexpr int v = lower::graph.nodes[N].outputs[0];
      using value = typed_value<lower::graph, v>;
      static constexpr operand is = value::is;
      detail::after(
          tracer, traced<N>(),
          {lower::graph.values[v].name, &is, arena + placed::memory.offset(v), value::span,
           value::is.number.bits < 8 ? 0 : static_cast<int>(sizeof(typename value::storage))});
    }
  }
  template <int... N>
  ETCH_GLUE static void run_one_of(unsigned char* arena, int n, detail::indices<N...>) {
    no_tracer nobody;
    const bool ran[] = {(n == N && (step<N>(arena, nobody), true))...};
    (void)ran;
  }
  template <int N>
  static constexpr layer_name layer_text = name_of(lower::graph, N);
  template <int N>
  static traced_step traced() {
    return {N, layer_text<N>.characters, call<lower::graph, N>::op::name,
            placed::template kernel_at<N>::name};
  }

  alignas(arena_alignment) unsigned char arena_[ram_bytes > 0 ? ram_bytes : 1];
};

}  // namespace ETCH_NAMESPACE
