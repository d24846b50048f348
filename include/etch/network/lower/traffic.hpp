// How much is read and written in the buffers of a memory plan, a byte of them: what tells which of
// them a fast memory is for.
#pragma once

#include <etch/network/lower/memory.hpp>

namespace ETCH_NAMESPACE {
namespace detail {

/// The buffers that have to lie in one region: the rows of a value, or of a kernel's scratch.
struct buffer_group {
  int first = 0;
  int count = 0;
  long long traffic = 0;  ///< bytes that an inference reads and writes there
  bool is_state = false;
};
/// The groups of a memory plan, those with the most traffic a byte first.
template <class Memory>
struct group_list {
  buffer_group of[plan::detail::room<Memory::most_buffers>]{};
  int count = 0;

  constexpr buffer_group& at(int first) {
    int k = 0;
    while (k < count && of[k].first != first) ++k;
    if (k == count) of[count++] = {first, 1};
    return of[k];
  }
};

/// Rows of value v that lie apart in plan m; 1 where it is whole.
template <class Graph, class Memory>
constexpr int parts_of(const Graph& g, const Memory& m, int v) {
  if constexpr (requires { m.apart; }) return m.apart[v] ? g.values[m.root[v]].is.shape.rows() : 1;
  else return 1;
}
/// Buffers of scratch memory that node n has.
template <class Graph, class Memory>
constexpr int scratches_of(const Graph& g, const Memory& m, int n) {
  if constexpr (requires { m.in_table; })
    return m.scratch_of[n] < m.in_table ? g.values[g.nodes[n].outputs[0]].is.shape.rows() : 1;
  else return 1;
}

/// Bytes of input i that the rows of node n's output read one after the other.
template <class Graph>
constexpr long long bytes_read(const Graph& g, int n, const operands& in, int i) {
  const node& at = g.nodes[n];
  const long long bits = in[i].number.bits, row = bits * in[i].shape.w() * in[i].shape.c();
  const operand& y = g.values[at.outputs[0]].is;
  if (at.output_count > 1) return row * in[i].shape.rows() / 8;
  long long rows = 0;
  for (int r = 0; r < y.shape.rows(); ++r) {
    const row_range read = rows_read(*at.op, at.what, in, i, y, r);
    rows += maximum(read.last - read.first + 1, 0);
  }
  return row * rows / 8;
}

/// The groups of plan m. A value is written once, and read as the rows of its readers ask; but a
/// product reads one code, from scratch memory where the kernel has laid its windows out there, and
/// one weight, from a copy where constants are fetched.
template <class Graph, class Memory>
constexpr auto groups_of(const Graph& g, const Memory& m) {
  group_list<Memory> groups;
  for (int v = 0; v < Graph::size.values; ++v) {
    if (m.buffer_of[v] < 0) continue;
    buffer_group& group = groups.at(m.buffer_of[v]);
    group.count = parts_of(g, m, v);
    group.is_state = group.is_state || g.values[v].lives == lifetime::always;
    if (g.values[v].producer >= 0 && renames(g, g.values[v].producer)) continue;
    group.traffic += 1LL * m.buffers[group.first].size * group.count;
  }
  for (int n = 0; n < Graph::size.nodes; ++n) {
    const node& at = g.nodes[n];
    if (renames(g, n)) continue;
    operand x[most_inputs]{};
    const operands in = g.gather(n, x);
    const long long products = macs_of(g, n);
    for (int i = 0; i < at.input_count; ++i) {
      const int b = m.buffer_of[at.inputs[i]];
      if (b < 0) continue;
      const long long rows = bytes_read(g, n, in, i);
      const bool is_multiplied = i == 0 && m.scratch_of[n] < 0;
      groups.at(b).traffic +=
          is_multiplied ? maximum(rows, products * in[i].number.bits / 8) : rows;
    }
    if constexpr (requires { m.copy_of; }) {
      if (m.copy_of[n] >= 0)
        groups.at(m.copy_of[n]).traffic += m.buffers[m.copy_of[n]].size + products;
    }
    if (m.scratch_of[n] < 0) continue;
    buffer_group& scratch = groups.at(m.scratch_of[n]);
    scratch.count = scratches_of(g, m, n);
    scratch.traffic += products;
  }
  return groups;
}

/// The most bytes of a group that live at a time.
template <class Memory>
constexpr int held_at_once(const Memory& m, const buffer_group& group) {
  const plan::sequence<plan::buffer> own(m.buffers + group.first, group.count);
  int most = 0;
  for (int b = 0; b < own.count; ++b) most = maximum(most, plan::live_bytes(own, own[b].first));
  return most;
}
/// Puts those with the most traffic a byte first.
template <class Memory>
constexpr void sort_by_traffic(const Memory& m, group_list<Memory>& groups) {
  long long held[plan::detail::room<Memory::most_buffers>]{};
  for (int k = 0; k < groups.count; ++k) {
    const buffer_group group = groups.of[k];
    const int own = maximum(held_at_once(m, group), 1);
    int at = k;
    for (; at > 0 && groups.of[at - 1].traffic * own < group.traffic * held[at - 1]; --at) {
      groups.of[at] = groups.of[at - 1];
      held[at] = held[at - 1];
    }
    groups.of[at] = group;
    held[at] = own;
  }
}

}  // namespace detail
}  // namespace ETCH_NAMESPACE
