// First fit: each buffer goes to the lowest offset that is free during its life.
#pragma once

#include <etch/base/math.hpp>
#include <etch/plan/overlap.hpp>
#include <etch/plan/placement.hpp>
#include <etch/plan/rank.hpp>

namespace ETCH_NAMESPACE {
namespace plan {
namespace detail {

/// A buffer that has its offset. Arrays of blocks are in the order of the offsets.
struct block {
  int index;
  int first;
  int last;
  int offset;
  int end;
};

/// The lowest offset at which b meets no placed block.
// One statement a block and copies of what it reads: g++ counts operations and clang statements
// against their default limits, and nearly all of them are here.
template <int Room>
constexpr int lowest_gap(const block (&placed)[Room], int count, const buffer& b) {
  const int size = b.size, first = b.first, last = b.last, alignment = b.alignment;
  int at = 0;
  for (int k = 0; k < count; ++k)
    if (placed[k].first <= last && placed[k].last >= first && placed[k].end > at &&
        (placed[k].offset - size >= at ||
         // NOLINTNEXTLINE(bugprone-assignment-in-if-condition): one condition costs compilers least
         (at = (placed[k].end + alignment - 1) / alignment * alignment, false)))
      break;
  return at;
}

template <int Room>
constexpr void insert(block (&placed)[Room], int count, block b) {
  for (; count > 0 && placed[count - 1].offset > b.offset; --count)
    placed[count] = placed[count - 1];
  placed[count] = b;
}

/// The same for buffer i with distances of its own. The forbidden ranges are then not sorted by
/// their lower ends: no early stop, and another pass whenever `at` was raised.
template <int Room, int N>
constexpr int lowest_gap_apart(const block (&placed)[Room], int count, const buffer& b, int i,
                               const overlap_table<N>& overlaps) {
  int at = 0;
  for (bool raised = true; raised;) {
    raised = false;
    for (int k = 0; k < count; ++k)
      if (placed[k].first <= b.last && placed[k].last >= b.first) {
        const auto [j, first, last, offset, end] = placed[k];
        const int above = offset + overlaps.distance(i, j, i, end - offset);
        if (above <= at || offset - overlaps.distance(i, i, j, b.size) >= at) continue;
        at = round_up(above, b.alignment);
        raised = true;
      }
  }
  return at;
}

/// First fit under way: the places of the buffers that have had their turn, of at most N.
template <int N>
struct fitted {
  block placed[room<N>]{};
  int offset[room<N>]{};
  int count = 0;
  int bytes = 0;  ///< of the arena
  int next = 0;   ///< the turn that is next; each buffer has one among the pinned, one among others
};

/// Gives the turns up to `until` their places, the pinned buffers first and the others in turn;
/// gives up as soon as the arena has `limit` bytes.
template <int N>
constexpr void fit(fitted<N>& f, sequence<buffer> buffers, const overlap_table<N>& overlaps,
                   const ranking<N>& turn, int limit, int until) {
  for (; f.next < until && f.bytes < limit; ++f.next) {
    const bool pinned = f.next < buffers.count;
    const int i = turn.index[pinned ? f.next : f.next - buffers.count];
    const buffer& b = buffers[i];
    if (pinned != (b.pinned >= 0)) continue;
    if (pinned) f.offset[i] = b.pinned;
    if (b.size == 0) continue;
    if (!pinned)
      f.offset[i] = overlaps.has(i) ? lowest_gap_apart(f.placed, f.count, b, i, overlaps)
                                    : lowest_gap(f.placed, f.count, b);
    insert(f.placed, f.count++, {i, b.first, b.last, f.offset[i], f.offset[i] + b.size});
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
