// Tracing and profiling: the steps and values that run(tracer) reports, and names of layers.
#pragma once

#include <etch/base/text.hpp>
#include <etch/graph/graph.hpp>

namespace ETCH_NAMESPACE {

/// The name of a layer: that of its output, or the operator with a number, "conv2d_2".
struct layer_name {
  char characters[32]{};
  constexpr const char* c_str() const { return characters; }
};

/// The name of node n of graph g; empty if there is no such node.
template <class Graph>
constexpr layer_name name_of(const Graph& g, int n) {
  layer_name name;
  if (n < 0 || n >= Graph::size.nodes) return name;
  int at = 0;
  auto put = [&](const char* s) {
    while (*s != '\0' && at < 31) name.characters[at++] = *s++;
  };
  const char* given = g.values[g.nodes[n].outputs[0]].name;
  if (given[0] != '\0') {
    put(given);
    return name;
  }
  put(g.nodes[n].op->name);
  int number = 1, same = 0;
  for (int m = 0; m < Graph::size.nodes; ++m) {
    if (g.nodes[m].op != g.nodes[n].op) continue;
    ++same;
    number += m < n ? 1 : 0;
  }
  if (same == 1) return name;
  char digits[12]{};
  int count = 0;
  for (; number > 0; number /= 10) digits[count++] = static_cast<char>('0' + number % 10);
  put("_");
  for (char last[2]{}; count > 0;) {
    last[0] = digits[--count];
    put(last);
  }
  return name;
}

/// A name as a template argument.
template <layer_name Name>
constexpr auto text_of() {
  text<length(Name.characters) + 1> t;
  for (int i = 0; i <= length(Name.characters); ++i) t.characters[i] = Name.characters[i];
  return t;
}

/// A value as a tracer sees it: span codes of `bits` bits at `data`, laid out by `layout`.
struct traced_value {
  const char* name;
  const operand* is;
  const void* data;
  int span;
  int bytes;  ///< of one code; 0 if several share a byte (format/packed.hpp)

  /// Bytes of all codes.
  constexpr int size() const {
    return bytes > 0 ? span * bytes : packed_bytes(is->number.bits, span);
  }
};

/// The step that a network runs: a layer, or a part of one where it runs by rows.
struct traced_step {
  int index;
  const char* layer;
  const char* op;
  const char* kernel;
  int part = 0;  ///< steps of the layer that came before in this inference
};

/// The tracer of run() without one. A tracer of the user has any of these functions.
struct no_tracer {};

/// A profiler: the cost of each layer of Net in the last inference, over all of its steps, by
/// Clock, which has static functions start() and stop().
template <class Net, class Clock>
struct layer_costs {
  unsigned long long of[Net::layer_count]{};
  void before(const traced_step&) { Clock::start(); }
  void after(const traced_step& s) {
    const unsigned long long cost = Clock::stop();
    of[s.index] = s.part == 0 ? cost : of[s.index] + cost;
  }
};

namespace detail {
template <class Tracer>
constexpr void before(Tracer& t, const traced_step& s) {
  if constexpr (requires { t.before(s); }) t.before(s);
}
template <class Tracer>
constexpr void after(Tracer& t, const traced_step& s) {
  if constexpr (requires { t.after(s); }) t.after(s);
}
/// A value is complete.
template <class Tracer>
constexpr void show_value(Tracer& t, const traced_step& s, const traced_value& v) {
  if constexpr (requires { t.value(s, v); }) t.value(s, v);
}
/// The next row of a value that is never whole.
template <class Tracer>
constexpr void show_row(Tracer& t, const traced_step& s, const traced_value& v) {
  if constexpr (requires { t.row(s, v); }) t.row(s, v);
  else if constexpr (requires { t.value(s, v); })
    static_assert(
        requires { t.row(s, v); },
        "a network that runs by rows has values that are never whole: a tracer of values "
        "needs row(step, row) too, or host::collector before it");
}

/// The name of node N of what Placed places, in flash.
template <class Placed, int N>
inline constexpr layer_name name_of_node = name_of(Placed::graph, N);
/// Step `part` of node N as a tracer sees it.
template <class Placed, int N>
traced_step traced(int part) {
  return {N, name_of_node<Placed, N>.characters, Placed::template call_at<N>::op::name,
          Placed::template kernel_at<N>::name, part};
}
/// `span` codes of the output of node N, at `data`.
template <class Placed, int N>
traced_value traced_output(const void* data, int span) {
  using value = typename Placed::template call_at<N>::template out<>;
  static constexpr operand is = value::is;
  return {Placed::graph.values[Placed::graph.nodes[N].outputs[0]].name, &is, data, span,
          value::is.number.bits < 8 ? 0 : static_cast<int>(sizeof(typename value::storage))};
}
}  // namespace detail

}  // namespace ETCH_NAMESPACE
