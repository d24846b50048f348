// How close the output of a node may lie to an input that dies with it: what the node's rows read
// (`input_rows`) and how many rows its kernel writes before it has read their inputs say it.
#pragma once

#include <etch/network/lower/schedule.hpp>

namespace ETCH_NAMESPACE {

/// Distances that keep every byte of an input until it has been read. They hold for channels-last
/// values of whole bytes a row; all others are apart.
struct overlap {
  int under = 0;  ///< output below, rows made in rising order: at least so far under the input
  int over = 0;   ///< output above, rows made in falling order: at least so far over the input
};

namespace detail {
/// Bytes of a row of x, which takes `bytes`; 0 where rows are no bytes in a row.
constexpr int bytes_of_row(const operand& x, int bytes) {
  const long long bits = 1LL * x.shape.w() * x.shape.c() * x.number.bits;
  const bool in_rows = x.layout == &layout_id<hwc> && bits % 8 == 0;
  return in_rows && bits / 8 * x.shape.rows() == bytes ? static_cast<int>(bits / 8) : 0;
}
}  // namespace detail

/// The distances between input i of an operator and its output, whose sizes are given in bytes;
/// `block` rows of the output, from a multiple of `block` on, may be written before any of their
/// inputs are read.
constexpr overlap overlap_of(const operator_tag& op, const attributes& a, const operands& x, int i,
                             const operand& y, int bytes_of_input, int bytes_of_output, int block) {
  const int from = detail::bytes_of_row(x[i], bytes_of_input);
  const int to = detail::bytes_of_row(y, bytes_of_output);
  if (from == 0 || to == 0) return {bytes_of_output, bytes_of_input};
  overlap apart;
  const int rows = y.shape.rows();
  const int none = x[i].shape.rows();
  int first = none;  // no row of the output from `row` on reads one before
  for (int row = rows - 1; row >= 0; --row) {
    const row_range read = rows_read(op, a, x, i, y, row);
    if (read.first <= read.last) first = minimum(first, read.first);
    if (row % block != 0 || first == none) continue;
    apart.under = maximum(apart.under, minimum(row + block, rows) * to - first * from);
  }
  int end = 0;  // no row of the output up to `row` reads this one or one behind
  for (int row = 0; row < rows; ++row) {
    const row_range read = rows_read(op, a, x, i, y, row);
    if (read.first <= read.last) end = maximum(end, read.last + 1);
    if ((row + 1) % block != 0 && row + 1 < rows) continue;
    apart.over = maximum(apart.over, end * from - row / block * block * to);
  }
  return {minimum(apart.under, bytes_of_output), minimum(apart.over, bytes_of_input)};
}

/// The records that say it to the planner, as two elements of an array of separations.
constexpr void separate(plan::separation* records, overlap apart, int input, int output) {
  records[0] = {output, input, apart.under};
  records[1] = {input, output, apart.over};
}

/// Whether the rows of a node are made in rising order, given where the planner put its input and
/// its output; otherwise in falling order.
constexpr bool rises(overlap apart, int input_offset, int output_offset, int bytes_of_input) {
  return input_offset - output_offset >= apart.under ||
         output_offset - input_offset >= bytes_of_input;
}

/// Rows of an output in the order in which they are made, block by block.
struct row_blocks {
  int rows = 0;
  int block = 0;  ///< rows of each but the last
  bool falls = false;
  constexpr int count() const { return (rows + block - 1) / block; }
  constexpr int first(int k) const { return (falls ? count() - 1 - k : k) * block; }
  constexpr int size(int k) const { return minimum(block, rows - first(k)); }
};

namespace detail {

/// The pixels of a block: kernels lose little where their tiles end with it.
inline constexpr int pixels_of_block = 16;
/// Rows of a block of y.
constexpr int rows_of_block(const operand& y) {
  return minimum((pixels_of_block + y.shape.w() - 1) / y.shape.w(), y.shape.rows());
}

/// The input over which node n may lie, by the distances: the largest that dies with it.
struct input_under {
  int buffer = -1;  ///< of the schedule, -1: there is none
  overlap apart{};
};
template <class Graph, class Schedule>
constexpr input_under find_input_under(const Graph& g, const Schedule& s, int n, bool may_fall) {
  const node& at = g.nodes[n];
  const int out = s.buffer_of[at.outputs[0]];
  input_under found;
  if (at.output_count > 1 || s.buffers[out].first != n + 1) return found;
  for (int i = 0; i < at.input_count; ++i) {
    const int b = s.buffer_of[at.inputs[i]];
    if (g.values[at.inputs[i]].lives == lifetime::always) return {};
    if (b < 0 || b == out || s.buffers[b].last != n + 1) continue;
    if (found.buffer < 0 || s.buffers[b].size > s.buffers[found.buffer].size) found.buffer = b;
  }
  operand x[most_inputs]{};
  const operands in = g.gather(n, x);
  const operand& y = g.values[at.outputs[0]].is;
  for (int i = 0; i < at.input_count && found.buffer >= 0; ++i) {
    if (s.buffer_of[at.inputs[i]] != found.buffer) continue;
    const overlap own = overlap_of(*at.op, at.what, in, i, y, s.buffers[found.buffer].size,
                                   s.buffers[out].size, rows_of_block(y));
    found.apart = {maximum(found.apart.under, own.under), maximum(found.apart.over, own.over)};
  }
  if (found.buffer >= 0 && !may_fall) found.apart.over = s.buffers[found.buffer].size;
  return found;
}

}  // namespace detail

/// A schedule of whole values in which nodes make their output over the input that dies with them,
/// block of rows by block of rows.
template <class Schedule, int N>
struct overlapping : Schedule {
  detail::input_under under[N > 0 ? N : 1]{};
  plan::separation records[2 * N + 1]{};
  int record_count = 0;
  constexpr plan::sequence<plan::separation> separations() const { return {records, record_count}; }
};
/// Schedule s of graph g with them; the rows of node n can be made in falling order where
/// may_fall[n].
template <class Graph, class Schedule>
constexpr auto lay_over_inputs(const Graph& g, const Schedule& s, const bool* may_fall) {
  constexpr int N = Graph::size.nodes;
  overlapping<Schedule, N> m{s};
  for (int n = 0; n < N; ++n) {
    m.under[n] = detail::find_input_under(g, s, n, may_fall[n]);
    if (m.under[n].buffer < 0) continue;
    separate(m.records + m.record_count, m.under[n].apart, m.under[n].buffer,
             s.buffer_of[g.nodes[n].outputs[0]]);
    m.record_count += 2;
  }
  return m;
}

/// How node n of graph g, whose memory plan is m, makes its output.
template <class Graph, class Memory>
constexpr row_blocks blocks_of(const Graph& g, const Memory& m, int n) {
  const int v = g.nodes[n].outputs[0];
  const operand& y = g.values[v].is;
  const row_blocks whole{y.shape.rows(), y.shape.rows()};
  if constexpr (requires { m.under; }) {
    const int in = m.under[n].buffer, out = m.buffer_of[v];
    if (in < 0 || m.region_of.at[in] != m.region_of.at[out]) return whole;
    const int at = m.placed.offset[in], to = m.placed.offset[out];
    if (at + m.buffers[in].size <= to || to + m.buffers[out].size <= at) return whole;
    const bool up = rises(m.under[n].apart, at, to, m.buffers[in].size);
    return {whole.rows, detail::rows_of_block(y), !up};
  }
  return whole;
}

}  // namespace ETCH_NAMESPACE
