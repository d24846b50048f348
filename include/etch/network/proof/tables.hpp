// A graph in which functions of one code of at most 8 bits are tables: chains of element-wise
// operators, sigmoid(x) * x, and whole networks that read one code. The generic kernels make the
// tables inside the compiler, so that every output keeps its bits.
//
// Several nodes become a table where it takes no more bytes than their constants by the generic
// kernels. What it reads lives until then, so that no value between may be smaller.
#pragma once

#include <etch/network/proof/slim.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// For each value the one of whose one code each of its codes is a function: itself where there is
/// none other.
template <const auto& G>
struct code_origins {
  using graph_type = typename bare<decltype(G)>::type;
  int of[graph_type::size.values]{};

  constexpr code_origins() {
    for (int v = 0; v < graph_type::size.values; ++v) of[v] = v;
    for (int n = 0; n < graph_type::size.nodes; ++n) {
      if (!has_own_kernel(G.nodes[n].op, typename graph_type::kernels{}))
        of[G.nodes[n].outputs[0]] = find(n);
    }
  }
  /// Nodes whose output is a function of the code of value `from`.
  constexpr int count(int from) const {
    int sum = 0;
    for (int n = 0; n < graph_type::size.nodes; ++n) {
      const int y = G.nodes[n].outputs[0];
      sum += y != from && of[y] == from ? 1 : 0;
    }
    return sum;
  }
  /// Whether several nodes compute functions of one code.
  constexpr bool have_several() const {
    for (int v = 0; v < graph_type::size.values; ++v) {
      if (of[v] != v && count(of[v]) > 1) return true;
    }
    return false;
  }

 private:
  /// Whether the user has a kernel for the operator: it is called, and perhaps not constexpr.
  template <class... K>
  static constexpr bool has_own_kernel([[maybe_unused]] pointer_to<operator_tag> op, list<K...>) {
    return ((op == &op_id<typename K::op>) || ... || false);
  }
  static constexpr bool holds_integers(const value& v) {
    return !is_real(v.is.number) && v.lives == lifetime::transient;
  }
  static constexpr long long bits_of(int v) {
    return static_cast<long long>(G.values[v].is.shape.size()) * G.values[v].is.number.bits;
  }
  /// The value whose codes a reader of value v is a function of: v where it is smaller than what it
  /// is made of, which then need not live as long.
  constexpr int read_of(int v) const { return bits_of(v) < bits_of(of[v]) ? v : of[v]; }
  constexpr int find(int n) const {
    const node& at = G.nodes[n];
    const int y = at.outputs[0];
    if (depends_on_places(G, n) || !holds_integers(G.values[y])) return y;
    int from = -1;
    bool by_element = at.op->in_place;
    for (int i = 0; i < at.input_count; ++i) {
      const value& x = G.values[at.inputs[i]];
      if (x.is.is_constant) {
        by_element = by_element && (x.is.shape.size() == 1 || at.op->codes == channel_codes::each);
        continue;
      }
      const int read = read_of(at.inputs[i]);
      if (!holds_integers(x) || (from >= 0 && read != from)) return y;
      from = read;
    }
    if (from < 0) return y;
    const operand& x = G.values[from].is;
    if (is_accumulator(x.number) || x.number.bits > 8) return y;
    return x.shape.size() == 1 || (by_element && x.shape == G.values[y].is.shape) ? from : y;
  }
};
template <const auto& G>
inline constexpr code_origins<G> code_origins_of{};

/// The nodes of G that make its value To from value From alone, as a graph that does so for one
/// code.
template <const auto& G, int From, int To>
constexpr auto draft_function() {
  using from = typename bare<decltype(G)>::type;
  graph_value<from::size.values, from::size.nodes, 1, 1, typename from::extensions_type> g{};
  for (int v = 0; v < from::size.values; ++v) {
    g.values[v] = G.values[v];
    extents& e = g.values[v].is.shape;
    const bool is_element = e == G.values[From].is.shape && !g.values[v].is.is_constant;
    for (int k = 0; k < e.rank && is_element; ++k) e.d[k] = 1;
  }
  for (int n = 0; n < from::size.nodes; ++n) g.nodes[n] = G.nodes[n];
  g.values[From].producer = -1;
  g.inputs[0] = From;
  g.outputs[0] = To;
  draft d(g);
  for (int n = from::size.nodes - 1; n >= 0; --n) {
    bool is_read = false;
    for (int o = 0; o < g.nodes[n].output_count; ++o) {
      const int y = g.nodes[n].outputs[o];
      is_read = is_read || (y != From && d.readers[y] > 0);
    }
    if (!is_read) d.remove(n);
  }
  return d;
}
template <const auto& G, int From, int To>
inline constexpr auto drafted_function = draft_function<G, From, To>();
template <const auto& G, int From, int To>
inline constexpr auto function_graph = [] {
  constexpr graph_size left = drafted_function<G, From, To>.left();
  return drafted_function<G, From, To>.template result<left.values, left.nodes>();
}();

/// About what a run of graph g is to a compiler, in multiply-accumulates.
template <class Graph>
constexpr long long work_of(const Graph& g) {
  long long sum = macs_of(g);
  for (const node& n : g.nodes) sum += 16 * (1 + g.values[n.outputs[0]].is.shape.size());
  return sum;
}
/// The most of it for each code, and in one evaluation.
inline constexpr long long most_work = 4'000, work_at_once = 8'000;

/// The codes that graph G, a function of one code, makes of each.
template <const auto& G>
struct tabulated {
  using x = typed_value<G, G.inputs[0]>;
  using y = typed_value<G, G.outputs[0]>;
  static constexpr int codes = 1 << x::is.number.bits, width = y::is.shape.size();
  static constexpr int at_once =
      static_cast<int>(clamp<long long>(work_at_once / work_of(G), 1, codes));
  static constexpr int pieces = ceil_div(codes, at_once);

  struct piece {
    wide_int code[at_once * width];
  };
  /// The code of these bits, wherever it is looked for.
  struct one_code {
    int bits;
    constexpr auto operator[](int) const { return static_cast<typename x::storage>(bits); }
  };
  static constexpr piece run(int number) {
    piece p{};
    for (int k = 0; k < at_once && number * at_once + k < codes; ++k) {
      const auto made = evaluate<G>(one_code{number * at_once + k});
      cursor_of<y> at(0);
      for (int i = 0; i < width; ++i, at.next())
        p.code[k * width + i] = static_cast<wide_int>(made.code[at.offset()]);
    }
    return p;
  }
};
template <const auto& G, int Piece>
inline constexpr auto tabulated_piece = tabulated<G>::run(Piece);

/// The constant of the table of G, a function of one code.
template <const auto& G>
alignas(16) inline constexpr auto table_codes = []<int... Piece>(indices<Piece...>) {
  using all = tabulated<G>;
  constexpr const format& f = all::y::is.number;
  byte_pool<bytes_of_codes(f, all::codes * all::width)> p;
  const typename all::piece* const made[]{&tabulated_piece<G, Piece>...};
  constexpr int at_once = all::at_once * all::width;
  for (int i = 0; i < all::codes * all::width; ++i)
    put_code(p.byte, i, made[i / at_once]->code[i % at_once], f);
  return p;
}(first<tabulated<G>::pieces>{});

/// Which nodes of a graph of N become a table, of which value, and which ones go with that.
template <int N>
struct table_plan {
  int reads[N > 0 ? N : 1]{};  ///< -1: the node stays what it is
  bool goes[N > 0 ? N : 1]{};
  int tables = 0;
};

template <const auto& G>
class table_planner {
  using graph_type = typename bare<decltype(G)>::type;
  static constexpr int nodes = graph_type::size.nodes;
  static constexpr const auto& origins = code_origins_of<G>;

 public:
  table_plan<nodes> plan;

  constexpr table_planner() {
    for (int& reads : plan.reads) reads = -1;
    // a table may leave another the only reader of what both were made of
    if constexpr (origins.have_several()) {
      for (int before = -1; before != plan.tables;) {
        before = plan.tables;
        for_each_index<nodes>([&]<int N>() { consider<nodes - 1 - N>(); });
      }
    }
  }

 private:
  struct node_set {
    bool has[nodes > 0 ? nodes : 1]{};
    int count = 0;
    constexpr void add(int n) {
      has[n] = true;
      ++count;
    }
  };
  /// Whether something other than the nodes of `set` reads value v.
  constexpr bool is_read_outside(const node_set& set, int v) const {
    for (const int o : G.outputs) {
      if (o == v) return true;
    }
    for (int n = 0; n < nodes; ++n) {
      if (plan.goes[n] || set.has[n]) continue;
      if (plan.reads[n] == v) return true;
      for (int i = 0; i < G.nodes[n].input_count && plan.reads[n] < 0; ++i) {
        if (G.nodes[n].inputs[i] == v) return true;
      }
    }
    return false;
  }
  /// The nodes that are for the output of node `last` alone and make it from value `from`.
  constexpr node_set nodes_for(int last, int from) const {
    node_set set;
    set.add(last);
    for (int n = last - 1; n >= 0; --n) {
      const int y = G.nodes[n].outputs[0];
      if (plan.goes[n] || y == from || origins.of[y] != from) continue;
      if (!is_read_outside(set, y)) set.add(n);
    }
    return set;
  }
  /// The bytes of the constants of those in `set`.
  template <int From>
  static constexpr int constants_of(const node_set& set) {
    int sum = 0;
    for_each_index<nodes>([&]<int N>() {
      if constexpr (origins.of[G.nodes[N].outputs[0]] == From) {
        using c = call<G, N>;
        if (set.has[N]) sum += constant_size<selected_kernel<generic, c>, c>;
      }
    });
    return sum;
  }

  template <int N>
  constexpr void consider() {
    constexpr int y = G.nodes[N].outputs[0], from = origins.of[y];
    constexpr operand is = G.values[y].is;
    if constexpr (from != y && origins.count(from) > 1 && !is_accumulator(is.number) &&
                  is.number.bits <= 16) {
      if (plan.goes[N] || plan.reads[N] >= 0) return;
      const node_set set = nodes_for(N, from);
      if (set.count < 2 || work_of(function_graph<G, from, y>) > most_work) return;
      constexpr operand x = G.values[from].is;
      constexpr long long codes = (1LL << x.number.bits) * (is.shape.size() / x.shape.size());
      if (codes * bytes_for(is.number.bits) > constants_of<from>(set)) return;
      for (int n = 0; n < N; ++n) plan.goes[n] = plan.goes[n] || set.has[n];
      plan.reads[N] = from;
      ++plan.tables;
    }
  }
};
template <const auto& G>
inline constexpr auto tables_of_graph = table_planner<G>().plan;

template <const auto& G>
constexpr auto draft_with_tables() {
  using from = typename bare<decltype(G)>::type;
  constexpr const auto& plan = tables_of_graph<G>;
  graph_value<from::size.values + plan.tables, from::size.nodes, from::size.inputs,
              from::size.outputs, typename from::extensions_type>
      g{};
  for (int v = 0; v < from::size.values; ++v) g.values[v] = G.values[v];
  for (int i = 0; i < from::size.inputs; ++i) g.inputs[i] = G.inputs[i];
  for (int o = 0; o < from::size.outputs; ++o) g.outputs[o] = G.outputs[o];
  int next = from::size.values;
  for_each_index<from::size.nodes>([&]<int N>() {
    g.nodes[N] = G.nodes[N];
    if constexpr (plan.reads[N] >= 0) {
      constexpr int x = plan.reads[N], y = G.nodes[N].outputs[0];
      constexpr operand is = G.values[y].is;
      constexpr const auto& codes = function_graph<G, x, y>;
      constexpr int count = tabulated<codes>::codes * tabulated<codes>::width;
      g.values[next].is = {is.number, {1, {count}}, &layout_id<hwc>, true};
      g.values[next].bytes = table_codes<codes>.byte;
      g.nodes[N] = {.op = table_operator,
                    .what = pack(ops::table::between(G.values[x].is.shape, is.shape)),
                    .inputs = {x, next++},
                    .outputs = {y},
                    .input_count = 2,
                    .output_count = 1};
    }
  });
  draft d(g);
  for (int n = 0; n < from::size.nodes; ++n) {
    if (plan.goes[n]) d.remove(n);
  }
  return d;
}
template <const auto& G>
inline constexpr auto drafted_with_tables = draft_with_tables<G>();
template <const auto& G>
constexpr auto make_with_tables() {
  constexpr graph_size left = drafted_with_tables<G>.left();
  return drafted_with_tables<G>.template result<left.values, left.nodes>();
}

}  // namespace detail

/// G with tables where nodes compute functions of one code; G itself where none do.
template <const auto& G, bool HasTables = (detail::tables_of_graph<G>.tables > 0)>
struct with_tables {
  static constexpr auto graph = detail::make_with_tables<G>();
};
template <const auto& G>
struct with_tables<G, false> {
  static constexpr const auto& graph = G;
};

}  // namespace ETCH_NAMESPACE
