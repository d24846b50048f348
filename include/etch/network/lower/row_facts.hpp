// What a schedule of rows has to know of a graph: which values can lie apart, row by row, and which
// rows of them each row of a node reads.
#pragma once

#include <etch/network/lower/row_kernels.hpp>
#include <etch/network/lower/schedule.hpp>

namespace ETCH_NAMESPACE {
namespace detail {

/// What the kernels of a node ask of memory.
struct node_needs {
  int scratch = 0;            ///< of manner::whole
  int small_scratch = 0;      ///< of manner::small
  bool runs_by_rows = false;  ///< manner::rows is possible
  int row_scratch = 0;        ///< of it
  int small_row_scratch = 0;  ///< of manner::small_rows
  int state = 0;              ///< bytes of manner::runs; 0: it is not possible
  int state_alignment = 1;
  int runs_of = 0;  ///< codes
};

/// The value in whose bytes each value of g lies; -1 for constants.
template <class Graph>
struct root_table {
  int of[Graph::size.values]{};
  constexpr explicit root_table(const Graph& g) {
    for (int v = 0; v < Graph::size.values; ++v) of[v] = g.values[v].is.is_constant ? -1 : v;
    for (int n = 0; n < Graph::size.nodes; ++n) {
      if (renames(g, n)) of[g.nodes[n].outputs[0]] = of[g.nodes[n].inputs[0]];
    }
  }
};

/// Codes of a row.
constexpr int codes_of_row(const operand& x) { return x.shape.w() * x.shape.c(); }

/// Whether every value of node n is stored in rows of its own shape.
template <class Graph>
constexpr bool has_rows_as_stored(const Graph& g, const root_table<Graph>& root, int n) {
  const node& at = g.nodes[n];
  for (int i = 0; i < at.input_count; ++i) {
    const int v = at.inputs[i];
    if (root.of[v] >= 0 && codes_of_row(g.values[v].is) != codes_of_row(g.values[root.of[v]].is))
      return false;
  }
  return true;
}

/// Rows first .. last of a value that a row of a node reads; none where last < first.
constexpr row_range no_rows{0, -1};
/// The rows of input i that row r of the output of node n reads, both counted over all pictures.
template <class Graph>
constexpr row_range rows_read(const Graph& g, int n, const operands& in, int i, int r) {
  const extents& x = in[i].shape;
  const extents& y = g.values[g.nodes[n].outputs[0]].is.shape;
  const row_range all{0, x.rows() - 1};
  if (x.n() != 1 && x.n() != y.n()) return all;
  const row_range of = g.nodes[n].op->input_rows(g.nodes[n].what, in, i, r % y.h());
  if (of.first <= 0 && of.last >= all.last) return all;
  if (of.last < 0 || of.first >= x.h() || of.last < of.first) return no_rows;
  const int picture = x.n() == 1 ? 0 : r / y.h() * x.h();
  return {picture + maximum(of.first, 0), picture + minimum(of.last, x.h() - 1)};
}

/// How many things a schedule of rows of g counts.
struct row_counts {
  int rows = 0;     ///< of all values
  int reads = 0;    ///< of a value by a node
  int windows = 0;  ///< of rows, one for each read and row of the node's output
  int units = 0;    ///< of work, at most
};
template <class Graph>
constexpr row_counts count_rows(const Graph& g) {
  row_counts c;
  for (const value& v : g.values) c.rows += v.is.is_constant ? 0 : v.is.shape.rows();
  c.units = c.rows;
  for (int n = 0; n < Graph::size.nodes; ++n) {
    const node& at = g.nodes[n];
    const int rows = g.values[at.outputs[0]].is.shape.rows();
    for (int i = 0; i < at.input_count; ++i) {
      const operand& in = g.values[at.inputs[i]].is;
      if (in.is_constant) continue;
      ++c.reads;
      c.windows += rows + 1;
      c.units += in.shape.rows() + 1;
    }
  }
  return c;
}

/// The facts of graph g, by value and by node; of a value whose bytes are another's, that one's.
template <int V, int N, row_counts Counts>
struct row_facts {
  static constexpr int values = V, nodes = N;
  static constexpr row_counts counts = Counts;

  node_needs needs[N]{};
  int root[V]{};      ///< the value in whose bytes it lies, -1 for constants; below for roots alone
  int producer[V]{};  ///< -1: an input or a state
  int rows[V]{};
  int bytes[V]{};
  int alignment[V]{};
  int first_row[V]{};          ///< in a numbering of all rows
  bool can_part[V]{};          ///< its rows may be buffers of their own
  bool can_arrive[V]{};        ///< an input whose rows can be written one by one
  bool stays[V]{};             ///< it lives to the end
  bool is_nothing[N]{};        ///< the node gives a value another name and has nothing to do
  bool may_alternate = false;  ///< outputs of several rows can be made side by side
  int output_count[N]{};
  int outputs[N][4]{};

  int first_read[N + 1]{};  ///< in the numbering of all reads: those of a node are neighbours
  int read_value[Counts.reads + 1]{};
  int read_node[Counts.reads + 1]{};
  bool overwrites[Counts.reads + 1]{};  ///< the node may write its output over the value
  int first_window[Counts.reads + 1]{};
  int last[Counts.windows + 1]{};  ///< the last row that row r of the output reads, -1: none
  int keep[Counts.windows + 1]{};  ///< the first row that it or a later row reads
  int first_reader[V + 1]{};       ///< of a value
  int reader[Counts.reads + 1]{};  ///< its reads
};

template <class Graph, int V, int N, row_counts Counts>
constexpr void find_windows(const Graph& g, const root_table<Graph>& root,
                            row_facts<V, N, Counts>& f) {
  int reads = 0, windows = 0;
  for (int n = 0; n < N; ++n) {
    f.first_read[n] = reads;
    const node& at = g.nodes[n];
    if (f.is_nothing[n]) continue;
    operand x[most_inputs]{};
    const operands in = g.gather(n, x);
    const int made = g.values[at.outputs[0]].is.shape.rows();
    for (int i = 0; i < at.input_count; ++i) {
      const int v = at.inputs[i], s = root.of[v];
      if (s < 0) continue;
      const int k = reads++;
      f.read_value[k] = s;
      f.read_node[k] = n;
      f.overwrites[k] = etch::overwrites(g, n, i, f.bytes);
      f.first_window[k] = windows;
      const int codes = codes_of_row(g.values[v].is), stored = codes_of_row(g.values[s].is);
      int keep = f.keep[windows + made] = f.rows[s];
      for (int r = made - 1; r >= 0; --r) {
        row_range of = no_rows;
        if (at.output_count > 1) of = {0, f.rows[s] - 1};
        else of = rows_read(g, n, in, i, r);
        if (of.last >= 0) {
          // in rows as they are stored
          of = {of.first * codes / stored, ((of.last + 1) * codes - 1) / stored};
          keep = minimum(keep, of.first);
        }
        f.last[windows + r] = of.last;
        f.keep[windows + r] = keep;
      }
      windows += made + 1;
    }
  }
  f.first_read[N] = reads;
  int readers = 0;
  for (int v = 0; v < V; ++v) {
    f.first_reader[v] = readers;
    for (int k = 0; k < reads; ++k) {
      if (f.read_value[k] == v) f.reader[readers++] = k;
    }
  }
  f.first_reader[V] = readers;
}

/// Whether the rows of x, which take so many bytes together, can lie apart.
constexpr bool has_whole_rows(const value& v, int bytes) {
  const int bits = v.is.number.bits, row = codes_of_row(v.is), rows = v.is.shape.rows();
  return v.is.layout == &layout_id<hwc> && v.lives == lifetime::transient && rows > 1 &&
         bytes % rows == 0 && (bits >= 8 || packed_bit(bits, row) == 8 * packed_bytes(bits, row));
}

/// The largest output of g whose rows can be made one by one, where they lie in the end: the value
/// in whose bytes it lies, -1 for none.
template <class Graph, class Facts>
constexpr int find_growing_output(const Graph& g, const Facts& f) {
  int found = -1;
  for (int i = 0; i < Graph::size.outputs; ++i) {
    const int v = f.root[g.outputs[i]];
    if (v < 0 || !f.can_part[v] || f.producer[v] < 0) continue;
    if (found < 0 || f.bytes[v] > f.bytes[found]) found = v;
  }
  return found;
}

/// The facts of g, whose values take so many bytes and whose nodes have such needs.
template <row_counts Counts, class Graph>
constexpr auto find_row_facts(const Graph& g, const int* bytes, const node_needs* needs,
                              options o) {
  constexpr int V = Graph::size.values, N = Graph::size.nodes;
  row_facts<V, N, Counts> f;
  const root_table<Graph> root(g);
  int rows = 0;
  for (int v = 0; v < V; ++v) {
    const value& is = g.values[v];
    f.root[v] = root.of[v];
    f.producer[v] = is.producer;
    f.rows[v] = is.is.shape.rows();
    f.bytes[v] = bytes[v];
    f.alignment[v] = alignment_of(is.is);
    f.first_row[v] = rows;
    if (root.of[v] == v) rows += f.rows[v];
    f.can_part[v] = root.of[v] == v && has_whole_rows(is, bytes[v]);
    f.can_arrive[v] = f.can_part[v] || f.rows[v] == 1;
    f.stays[v] = is.lives == lifetime::always;
  }
  for (int n = 0; n < N; ++n) {
    f.needs[n] = needs[n];
    f.is_nothing[n] = renames(g, n);
    f.output_count[n] = g.nodes[n].output_count;
    for (int k = 0; k < f.output_count[n]; ++k) f.outputs[n][k] = g.nodes[n].outputs[k];
  }
  for (int i = 0; i < Graph::size.inputs; ++i) {
    if (i > 0 || o.keep_input) f.can_part[g.inputs[i]] = false;
    if (o.keep_input) f.stays[g.inputs[i]] = true;
  }
  const int growing = find_growing_output(g, f);
  int tall = 0;            // outputs
  bool has_state = false;  // whose nodes keep their order
  for (const value& is : g.values) has_state |= is.lives == lifetime::always;
  for (int i = 0; i < Graph::size.outputs; ++i) {
    const int v = root.of[g.outputs[i]];
    f.stays[v] = true;
    f.can_part[v] = v == growing;
    tall += f.rows[v] > 1 ? 1 : 0;
  }
  f.may_alternate = tall > 1 && !has_state;
  find_windows(g, root, f);
  for (int n = 0; n < N; ++n) {
    const int first = f.first_read[n], count = f.first_read[n + 1] - first;
    node_needs& own = f.needs[n];
    // Runs that are whole rows as they are stored, and less to remember than to hold.
    if (count == 1 && own.state > 0) {
      const int s = f.read_value[first];
      const int stored = codes_of_row(g.values[s].is);
      if (stored % own.runs_of != 0 || own.state >= f.bytes[s]) own.state = 0;
    } else {
      own.state = 0;
    }
    if (own.runs_by_rows || f.is_nothing[n]) continue;
    for (int k = first; k < first + count && own.state == 0; ++k)
      f.can_part[f.read_value[k]] = false;
    for (int k = 0; k < f.output_count[n]; ++k) f.can_part[f.outputs[n][k]] = false;
  }
  return f;
}

}  // namespace detail
}  // namespace ETCH_NAMESPACE
