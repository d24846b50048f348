// graph(lambda): runs the lambda on a builder and returns the finished graph as a constant.
#pragma once

#include <etch/graph/dsl_1d.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void a_branch_ends_nowhere_its_value_is_neither_read_nor_an_output(long /*node*/, long) {}
inline void an_input_of_the_graph_is_never_read(long /*input*/, long) {}
}  // namespace error

namespace detail {

/// Checks that need the outputs: every value is used and none of the outputs is a bare sum.
constexpr diagnosis check_written(const builder& g, const int* outputs, int output_count,
                                  const int* inputs, int input_count) {
  for (int o = 0; o < output_count; ++o) {
    if (const diagnosis d = needs_format(g.values[outputs[o]].is)) return d;
  }
  for (int v = 0; v < g.size.values; ++v) {
    bool used = g.values[v].is.is_constant;
    for (int o = 0; o < output_count && !used; ++o) used = outputs[o] == v;
    // most readers follow their value closely, and the search ends at the first one
    for (int n = maximum(g.values[v].producer, 0); n < g.size.nodes && !used; ++n) {
      for (int i = 0; i < g.nodes[n].input_count; ++i) used |= g.nodes[n].inputs[i] == v;
    }
    if (used) continue;
    for (int i = 0; i < input_count; ++i) {
      if (inputs[i] == v) {
        return {.refuse = error::an_input_of_the_graph_is_never_read,
                .message = "input {} of the graph is never read",
                .have = i};
      }
    }
    return {.refuse = error::a_branch_ends_nowhere_its_value_is_neither_read_nor_an_output,
            .message = "a branch ends nowhere: the value of node {} is neither read nor an output",
            .have = g.values[v].producer,
            .node = g.values[v].producer};
  }
  return {};
}

/// Gives every value whose rounding the lambda left open that of the preset.
constexpr void fill(builder& g, numerics preset) {
  for (int n = 0; n < g.size.nodes; ++n) {
    operand x[most_inputs]{};
    for (int i = 0; i < g.nodes[n].input_count; ++i) x[i] = g.values[g.nodes[n].inputs[i]].is;
    for (int o = 0; o < g.nodes[n].output_count; ++o) {
      value& v = g.values[g.nodes[n].outputs[o]];
      if (v.round == rounding::standard) {
        v.round = default_rounding(preset, g.nodes[n].op, {x, g.nodes[n].input_count}, v.is);
      }
    }
  }
}

/// The result of running a lambda: size, inputs and outputs of its graph, or why it is refused.
struct written {
  graph_size size{};
  int inputs[32]{};
  int outputs[32]{};
  diagnosis refused{};
  bool full = false;
  int arrays = 0;  ///< typed arrays that hold constants
};

constexpr int store_outputs(int (&out)[32], wire w) {
  out[0] = w.id;
  return 1;
}
template <int N>
constexpr int store_outputs(int (&out)[32], const dsl::output_list<N>& list) {
  static_assert(N <= 32, "outputs: a graph has at most 32 outputs");
  for (int i = 0; i < N; ++i) out[i] = list.w[i].id;
  return N;
}

/// The inputs of a lambda, from the type of its call operator.
template <class Call>
struct lambda_of;
template <class L>
struct lambda : lambda_of<decltype(&L::operator())> {};
template <class L, class R, class... A>
struct lambda_of<R (L::*)(A...) const noexcept> : lambda_of<R (L::*)(A...) const> {};
template <class L, class R, class... A>
struct lambda_of<R (L::*)(A...) const> {
  static constexpr bool returns_wires =
      requires(int (&out)[32], R (*call)()) { store_outputs(out, call()); };
  static constexpr first<static_cast<int>(sizeof...(A))> order{};

  /// Runs f. Compilers print every call between the consteval function and the user's line in each
  /// error, so this is the only one.
  template <class F, int... I>
  static constexpr written write(builder& g, F f, indices<I...>) {
    static_assert(sizeof...(A) <= 32, "graph: a graph has at most 32 inputs");
    written w;
    const int ids[]{g.add(value{.is = describe<typename A::tensor_type>()})..., 0};
    for (; w.size.inputs < static_cast<int>(sizeof...(A)); ++w.size.inputs) {
      w.inputs[w.size.inputs] = ids[w.size.inputs];
    }
    w.size.outputs = store_outputs(w.outputs, f(A{{&g, ids[I]}}...));
    w.size.values = g.size.values;
    w.size.nodes = g.size.nodes;
    w.full = g.full;
    w.arrays = g.arrays;
    g.line = 0;
    g.refuse(check_written(g, w.outputs, w.size.outputs, w.inputs, w.size.inputs));
    w.refused = g.refused;
    return w;
  }
};

/// Whether the body of a lambda compiles, so that its call operator has a type.
template <class L>
inline constexpr bool compiles =
    requires { typename first<sizeof(lambda_of<decltype(&L::operator())>)>; };

/// Runs a lambda with room for so many values and nodes.
template <int Capacity, class F>
consteval written measure(F f) {
  value values[Capacity]{};
  node nodes[Capacity]{};
  builder g{.values = values, .nodes = nodes, .capacity = Capacity};
  return lambda<F>::write(g, f, lambda<F>::order);
}

/// The most values and nodes of a graph: as many as an array holds where addresses have 16 bits.
inline constexpr int most_of_graph = sizeof(void*) > 2 ? 4096 : 256;

/// The size of the graph of a lambda: tried with more and more room.
template <class F, int Capacity = 64>
consteval auto measured(F f) {
  constexpr written w = measure<Capacity>(F{});
  if constexpr (Capacity == most_of_graph) {
    static_assert(!w.full,
                  "graph: at most 4096 values and 4096 nodes, 256 where addresses have 16 bits");
    return w;
  } else if constexpr (w.full) {
    return measured<F, Capacity * 4>(f);
  } else {
    return w;
  }
}

/// The typed arrays that hold the constants of a lambda.
template <int Count>
struct arrays_of_codes {
  array_of_codes array[Count > 0 ? Count : 1]{};
  /// The first array that is the same as array k.
  constexpr int first_like(int k) const {
    int i = 0;
    while (!same_address(array[i].address, array[k].address) || array[i].size != array[k].size) ++i;
    return i;
  }
};
template <class F, int Arrays, int Capacity>
consteval auto find_arrays() {
  arrays_of_codes<Arrays> found;
  value values[Capacity]{};
  node nodes[Capacity]{};
  builder g{.values = values, .nodes = nodes, .capacity = Capacity, .met = found.array};
  lambda<F>::write(g, F{}, lambda<F>::order);
  return found;
}
template <class F, int Arrays, int Capacity>
inline constexpr auto found_arrays = find_arrays<F, Arrays, Capacity>();

/// The bytes of array K. The lambda runs again for each array: that costs the compiler less than
/// copying byte by byte, and keeps each evaluation short.
template <class F, int Bytes, int Capacity, int K>
consteval auto read_array() {
  array_sink_of<Bytes> sink{{K}};
  value values[Capacity]{};
  node nodes[Capacity]{};
  builder g{.values = values, .nodes = nodes, .capacity = Capacity, .sink = &sink};
  lambda<F>::write(g, F{}, lambda<F>::order);
  return sink;  // the whole object: returning a member would copy it once more
}
template <class F, int Bytes, int Capacity, int K>
inline constexpr auto array_bytes = read_array<F, Bytes, Capacity, K>();

template <int Count>
struct byte_pointers {
  const unsigned char* to[Count > 0 ? Count : 1]{};
};
template <class F, int Capacity, int... K>
consteval auto read_arrays(indices<K...>) {
  constexpr int count = static_cast<int>(sizeof...(K));
  if constexpr (count == 0) {
    return byte_pointers<0>{};
  } else {
    constexpr auto& found = found_arrays<F, count, Capacity>;
    return byte_pointers<count>{
        {array_bytes<F, found.array[K].size, Capacity, found.first_like(K)>.bytes.byte...}};
  }
}

}  // namespace detail

/// Prints why a graph is refused where the line of the user's file is known, which `refusal` does
/// not show: refusal_at<line, sentence, have, want>.
template <int Line, diagnosis::sentence Sentence, long Have, long Want>
struct refusal_at {
  static constexpr bool passed = is_null(Sentence);
};

namespace detail {

/// The result of a lambda that does not compile.
struct no_graph {};

}  // namespace detail

/// The graph that a lambda with `input<tensor<...>>` parameters builds; the lambda returns a wire
/// or outputs(wires...). Rounding that the lambda leaves open follows `preset`. A mistake stops the
/// compilation with a sentence that names the line of the lambda.
template <class Extensions = extensions<>, class F>
constexpr auto graph(F f, numerics preset = numerics::standard) {
  static_assert(__is_empty(F), "graph: the lambda captures nothing; weights are inline constexpr");
  static_assert(detail::compiles<F>,
                "graph: the lambda over input<tensor<...>> does not compile: its first line says "
                "using namespace etch::dsl");
  if constexpr (!detail::compiles<F>) {
    return detail::no_graph{};
  } else if constexpr (!detail::lambda<F>::returns_wires) {
    static_assert(detail::lambda<F>::returns_wires,
                  "graph: the lambda returns no wire: it ends with return");
    return detail::no_graph{};
  } else {
    constexpr detail::written w = detail::measured(F{});
    if constexpr (w.refused && w.refused.line > 0) {
      static_assert(
          refusal_at<w.refused.line, w.refused.refuse, w.refused.have, w.refused.want>::passed,
          "the graph is refused: refusal_at<line, sentence, have, want>");
    } else if constexpr (static_cast<bool>(w.refused)) {
      static_assert(refusal<w.refused.refuse, w.refused.have, w.refused.want>::passed,
                    "the graph is refused: refusal<sentence, have, want>");
    }
    constexpr int capacity =
        w.size.values + 1 > w.size.nodes + 1 ? w.size.values + 1 : w.size.nodes + 1;
    graph_value<w.size.values, w.size.nodes, w.size.inputs, w.size.outputs, Extensions> made{};
    value values[capacity]{};
    node nodes[capacity]{};
    constexpr auto arrays =
        detail::read_arrays<F, capacity>(detail::first<w.refused ? 0 : w.arrays>{});
    builder g{
        .values = values, .nodes = nodes, .capacity = capacity, .stops = true, .made = arrays.to};
    const detail::written again = detail::lambda<F>::write(g, f, detail::lambda<F>::order);
    detail::fill(g, preset);
    for (int i = 0; i < w.size.values; ++i) made.values[i] = g.values[i];
    for (int i = 0; i < w.size.nodes; ++i) made.nodes[i] = g.nodes[i];
    for (int i = 0; i < w.size.inputs; ++i) made.inputs[i] = again.inputs[i];
    for (int i = 0; i < w.size.outputs; ++i) made.outputs[i] = again.outputs[i];
    return made;
  }
}

}  // namespace ETCH_NAMESPACE
