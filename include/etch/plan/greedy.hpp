// First fit: each buffer goes to the lowest offset that is free during its life.
#pragma once

#include <etch/base/math.hpp>
#include <etch/plan/overlap.hpp>
#include <etch/plan/placement.hpp>
#include <etch/plan/rank.hpp>

namespace ETCH_NAMESPACE {
namespace plan {
namespace detail {

/// A buffer that has its offset.
struct block {
  int index;
  int first;
  int last;
  int offset;
  int end;
};

/// Cells of time in which first fit looks for blocks: the life of most of many buffers is short.
template <int N>
inline constexpr int cells = N > 512  ? 16
                             : N > 64 ? 8
                                      : 1;

/// First fit under way: the places of the buffers that have had their turn, of at most N.
template <int N>
struct fitted {
  block placed[room<N> + 1]{};         ///< buffer i at i + 1
  int above[cells<N>][room<N> + 1]{};  ///< of the blocks that live in a cell, in the order of their
                                       ///< offsets: the next one, 0 of the last; the first of 0
  int offset[room<N>]{};
  int steps = 0;  ///< of a cell
  int bytes = 0;  ///< of the arena
  int next = 0;   ///< the turn that is next; each buffer has one among the pinned, one among others
};

/// The lowest offset from `at` on at which b meets no placed block of a cell.
// One statement a block and copies of what it reads: g++ counts operations and clang statements
// against their default limits, and nearly all of them are here.
template <int Room>
constexpr int lowest_gap(const block (&placed)[Room], const int (&above)[Room], const buffer& b,
                         int at) {
  const int size = b.size, first = b.first, last = b.last, alignment = b.alignment;
  for (int k = above[0]; k > 0; k = above[k])
    if (placed[k].first <= last && placed[k].last >= first && placed[k].end > at &&
        (placed[k].offset - size >= at ||
         // NOLINTNEXTLINE(bugprone-assignment-in-if-condition): one condition costs compilers least
         (at = (placed[k].end + alignment - 1) / alignment * alignment, false)))
      break;
  return at;
}

/// The same for buffer i with distances of its own. The forbidden ranges are then not sorted by
/// their lower ends: no early stop, and another pass whenever `at` was raised.
template <int Room, int N>
constexpr int lowest_gap_apart(const block (&placed)[Room], const int (&above)[Room],
                               const buffer& b, int at, int i, const overlap_table<N>& overlaps) {
  for (bool raised = true; raised;) {
    raised = false;
    for (int k = above[0]; k > 0; k = above[k])
      if (placed[k].first <= b.last && placed[k].last >= b.first) {
        const auto [j, first, last, offset, end] = placed[k];
        const int top = offset + overlaps.distance(i, j, i, end - offset);
        if (top <= at || offset - overlaps.distance(i, i, j, b.size) >= at) continue;
        at = round_up(top, b.alignment);
        raised = true;
      }
  }
  return at;
}

/// The lowest offset at which buffer i meets no placed block.
template <int N>
constexpr int lowest_gap(const fitted<N>& f, const buffer& b, int i,
                         const overlap_table<N>& overlaps) {
  const int from = b.first / f.steps, to = b.last / f.steps;
  int at = 0;
  for (int c = from, free_in = 0; free_in <= to - from; c = c < to ? c + 1 : from) {
    const int free = overlaps.has(i) ? lowest_gap_apart(f.placed, f.above[c], b, at, i, overlaps)
                                     : lowest_gap(f.placed, f.above[c], b, at);
    free_in = free > at ? 1 : free_in + 1;  // cells one after the other in which `at` is free
    at = free;
  }
  return at;
}

template <int N>
constexpr void insert(fitted<N>& f, const block& b) {
  f.placed[b.index + 1] = b;
  for (int c = b.first / f.steps; c <= b.last / f.steps; ++c) {
    int k = 0;
    for (int up = f.above[c][0]; up > 0 && f.placed[up].offset <= b.offset; up = f.above[c][k])
      k = up;
    f.above[c][b.index + 1] = f.above[c][k];
    f.above[c][k] = b.index + 1;
  }
}

/// Gives the turns up to `until` their places, the pinned buffers first and the others in turn;
/// gives up as soon as the arena has `limit` bytes.
template <int N>
constexpr void fit(fitted<N>& f, sequence<buffer> buffers, const overlap_table<N>& overlaps,
                   const ranking<N>& turn, int limit, int until) {
  if (f.steps == 0) {
    int last = 0;
    for (int i = 0; i < buffers.count; ++i) last = maximum(last, buffers[i].last);
    f.steps = last / cells<N> + 1;
  }
  for (; f.next < until && f.bytes < limit; ++f.next) {
    const bool pinned = f.next < buffers.count;
    const int i = turn.index[pinned ? f.next : f.next - buffers.count];
    const buffer& b = buffers[i];
    if (pinned != (b.pinned >= 0)) continue;
    if (pinned) f.offset[i] = b.pinned;
    if (b.size == 0) continue;
    if (!pinned) f.offset[i] = lowest_gap(f, b, i, overlaps);
    insert(f, {i, b.first, b.last, f.offset[i], f.offset[i] + b.size});
    f.bytes = maximum(f.bytes, f.offset[i] + b.size);
  }
}

}  // namespace detail

/// Whether work on each pair of so many buffers, or in each order, takes more than the default
/// limits of compilers.
constexpr bool are_many(int buffers) { return buffers > 640; }

/// The orders that greedy() tries with so many buffers.
constexpr int orders_to_try(int buffers) { return are_many(buffers) ? 1 : order_count; }

/// The best first fit over the orders that it tries; it stops at an order that reaches
/// `lower_bound`, and on equal bytes the earlier order wins. O(n^2), no heap. `buffers` holds at
/// most N.
template <int N>
constexpr placement<N> greedy(sequence<buffer> buffers, sequence<separation> separations,
                              int lower_bound) {
  const detail::overlap_table<N> overlaps(separations);
  placement<N> best;
  best.bytes = detail::unlimited;
  best.lower_bound = best.live_bound = lower_bound;
  for (int o = 0; o < orders_to_try(buffers.count) && best.bytes > lower_bound; ++o) {
    const order by = static_cast<order>(o);
    detail::fitted<N> f;
    detail::fit(f, buffers, overlaps, detail::ranking<N>(buffers, by), best.bytes,
                2 * buffers.count);
    if (f.bytes >= best.bytes) continue;
    for (int i = 0; i < buffers.count; ++i) best.offset[i] = f.offset[i];
    best.bytes = f.bytes;
    best.used = by;
  }
  return best;
}

}  // namespace plan
}  // namespace ETCH_NAMESPACE
