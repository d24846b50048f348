// The graph builder: wires are handles of values, and detail::apply turns an operator applied to
// wires and constants into a node and its output value.
#pragma once

#include <etch/graph/graph.hpp>
#include <etch/tensor/bytes.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void the_wires_belong_to_different_graphs(long, long) {}
inline void an_operator_takes_at_most_sixteen_inputs(long /*inputs*/, long) {}
inline void a_constant_has_a_code_outside_its_format(long /*code*/, long /*bits*/) {}
}  // namespace error

/// A typed array that holds the codes of a constant.
struct array_of_codes {
  const void* address = nullptr;
  int size = 0;  ///< in bytes
};
/// Receives the bytes of one typed array: of the array that the lambda meets as number `wanted`,
/// counted from 0. A derived class has the storage.
struct array_sink {
  int wanted = -1;
};

/// A graph under construction, in arrays of the caller. After a refusal it adds nothing more and
/// passes wires through.
struct builder {
  value* values = nullptr;
  node* nodes = nullptr;
  int capacity = 0;
  graph_size size{};
  diagnosis refused{};
  bool full = false;              ///< the arrays are too small, or the rest is not needed
  int line = 0;                   ///< line of the user's file that is being written
  bool stops = false;             ///< whether a refusal ends the compilation at that line
  int arrays = 0;                 ///< number of typed arrays met so far
  array_of_codes* met = nullptr;  ///< lists them, if not null
  array_sink* sink = nullptr;     ///< receives the bytes of one of them, if not null
  const unsigned char* const* made = nullptr;  ///< the bytes of each of them, if not null

  /// Whether nothing more is added.
  constexpr bool idle() const { return full || static_cast<bool>(refused); }
  /// Adds a value or a node; returns its index.
  constexpr int add(const value& v) {
    if (size.values == capacity) full = true;
    if (full) return 0;
    values[size.values] = v;
    return size.values++;
  }
  constexpr int add(const node& n) {
    if (size.nodes == capacity) full = true;
    if (full) return 0;
    nodes[size.nodes] = n;
    return size.nodes++;
  }
  /// Keeps the first refusal and where it happened.
  constexpr void refuse(diagnosis d) {
    if (idle()) return;
    d.node = size.nodes;
    d.line = line;
    if (stops) stop_if(d);
    refused = d;
  }
};

/// A handle of a value in a graph under construction.
struct wire {
  builder* graph = nullptr;
  int id = 0;
  constexpr value& operator*() const { return graph->values[id]; }
  constexpr value* operator->() const { return &graph->values[id]; }
};

/// A wire as the parameter of a word or pipe: the conversion notes the line of the call.
struct wire_at : wire {
  // NOLINTNEXTLINE(google-explicit-constructor): every wire converts at the call
  constexpr wire_at(const wire& w, int line = __builtin_LINE()) : wire(w) {
    if (graph != nullptr) graph->line = line;
  }
};

/// An input of a graph, of tensor type T.
template <class T>
struct input : wire {
  static_assert(!__is_same(typename T::format_type::kind, accumulator_kind),
                "input: bias32 and bias64 are formats of biases, not of values");
  using tensor_type = T;
};

/// A type with infer(operands), which gives the output for the inputs.
template <class Op>
concept Operator = requires(const Op& op, const operands& x) { op.infer(x).output; };

namespace detail {

/// Whether the user names the output format of Op (to<F>, add<F>).
template <class Op>
inline constexpr bool format_is_given = requires { requires Op::format_is_given; };

/// Adds a node: op on count wires. Its output has the format `given`, if not null, and `round`
/// rounds it; a refusal is noted in the builder.
template <class Op>
constexpr wire apply(const Op& op, const wire* x, int count, const format* given, rounding round) {
  builder& g = *x[0].graph;
  if (g.idle()) return x[0];
  if (count > most_inputs) {
    g.refuse({.refuse = error::an_operator_takes_at_most_sixteen_inputs,
              .message = "an operator takes at most sixteen inputs, not {}",
              .have = count});
    return x[0];
  }
  operand seen[most_inputs]{};
  node n{.op = &op_id<Op>, .what = pack(op), .input_count = count, .output_count = 1};
  for (int i = 0; i < count; ++i) {
    if (x[i].graph != &g) g.refuse({.refuse = error::the_wires_belong_to_different_graphs});
    if (g.idle()) return x[0];
    seen[i] = x[i]->is;
    n.inputs[i] = x[i].id;
  }
  inference made = op.infer({seen, count});
  if (!made.refused) made.refused = needs_less_room(made.output);
  if (!made.refused) {
    if (given != nullptr) made.output.number = *given;
    if constexpr (requires { op.check_output(operands{seen, count}, made.output); }) {
      made.refused = op.check_output({seen, count}, made.output);
    }
    if (!made.refused && given != nullptr) made.refused = needs_one_scale(*given);
  }
  if (!made.refused) {
    made.refused = check_rounding({seen, count}, made.output, round, n.op->requantises);
  }
  if (made.refused) {
    g.refuse(made.refused);
    return x[0];
  }
  n.outputs[0] = g.add(value{.is = made.output, .producer = g.size.nodes, .round = round});
  g.add(n);
  return {&g, n.outputs[0]};
}

/// A sink with storage for so many bytes.
template <int Bytes>
struct array_sink_of : array_sink {
  constant_bytes_of<Bytes> bytes{};
};
/// The bytes of a constant in a typed array; null in the runs that have not read them yet.
template <class T>
constexpr const unsigned char* bytes_of_codes(builder& g, const constant<T>& c) {
  const int number = g.arrays++;
  if (g.met != nullptr) g.met[number] = {c.codes.address(), c.byte_count};
  if (g.sink != nullptr && g.sink->wanted == number) {
    static_cast<array_sink_of<constant<T>::byte_count>*>(g.sink)->bytes = c.codes.copy();
    g.full = true;  // this run is for these bytes only
  }
  return g.made == nullptr ? nullptr : g.made[number];
}
/// Refuses integers outside the range of the format of a constant: the proofs of sums rely on it.
template <class T>
constexpr diagnosis check_codes([[maybe_unused]] const constant<T>& c) {
  using format_type = typename T::format_type;
  using kind = typename format_type::kind;
  using storage = typename constant<T>::storage;
  if constexpr (kind::is_integer && format_type::bits > 8 &&
                format_type::bits < 8 * static_cast<int>(sizeof(storage))) {
    constexpr format f = format_type::descriptor;
    const bytes_in<T> codes(c);
    for (int i = 0; i < constant<T>::count; ++i) {
      const auto code = load<storage>(codes.data(), i);
      if (kind::lowest(f) <= code && code <= kind::highest(f)) continue;
      return {.refuse = error::a_constant_has_a_code_outside_its_format,
              .message = "a constant has the code {}, its format {} bits",
              .have = static_cast<long>(code),
              .want = f.bits};
    }
  }
  return {};
}
/// Adds constant c as a value.
template <class T>
constexpr wire constant_wire(builder& g, const constant<T>& c) {
  const unsigned char* bytes = c.bytes;
  if constexpr (!constant<T>::codes_type::is_for_bytes_alone) {
    if (c.codes.is_set()) bytes = bytes_of_codes(g, c);
  }
  if (const diagnosis d = check_codes(c)) g.refuse(d);
  return {&g, g.add(value{.is = describe<T>(true), .bytes = bytes})};
}

/// Adds a state: a value that keeps its codes from run to run and starts as real 0.
constexpr wire state_wire(builder& g, const operand& is) {
  if (g.idle()) return {&g, 0};
  return {&g, g.add(value{.is = is, .lives = lifetime::always})};
}

/// A wire, or a constant added as a value.
constexpr wire to_wire(builder&, wire x) { return x; }
template <class T>
constexpr wire to_wire(builder& g, constant<T> c) {
  return g.idle() ? wire{&g, 0} : constant_wire(g, c);
}
/// The builder of the wire among a and b; the other one may be a constant.
template <class A, class B>
constexpr builder& graph_of(const A& a, const B& b) {
  if constexpr (requires { a.graph; }) return *a.graph;
  else return *b.graph;
}
/// Adds `op` on two values, one of which may be a constant, written at line `line`.
template <class Op, class A, class B>
constexpr wire apply_to_two(const Op& op, const A& a, const B& b, const format* given,
                            rounding round, int line) {
  builder& g = graph_of(a, b);
  g.line = line;
  const wire both[2]{to_wire(g, a), to_wire(g, b)};
  return apply(op, both, 2, given, round);
}
template <class Op, class A, class B>
constexpr wire apply_to_two(const A& a, const B& b, const format* given, rounding round, int line) {
  return apply_to_two(Op{}, a, b, given, round, line);
}

}  // namespace detail

}  // namespace ETCH_NAMESPACE
