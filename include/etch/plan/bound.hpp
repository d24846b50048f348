// Bytes that no placement can go under, whatever the planner.
#pragma once

#include <etch/base/math.hpp>
#include <etch/plan/overlap.hpp>
#include <etch/plan/rank.hpp>

namespace ETCH_NAMESPACE {
namespace plan {
namespace detail {

constexpr int greatest_common_divisor(int a, int b) {
  while (b != 0) {
    const int rest = a % b;
    a = b, b = rest;
  }
  return a;
}

constexpr int padded_size(const buffer& b) { return round_up(b.size, b.alignment); }

/// The buffers that are live in one step, and the bytes that they need there.
///
/// Going up through the arena, each offset is at least the distance of the pair above the offset
/// before it, in whole units that divide every live alignment; the top buffer adds its size. So
///   bytes >= sum of sizes in whole units - greatest padding - what pairs of neighbours can save,
/// for the live buffers and for any part of them.
template <int N>
struct live_set {
  sequence<buffer> buffers;
  const overlap_table<N>& overlaps;
  int member[room<N>]{};
  bool counts[room<N>]{};
  int size = 0;
  int unit = 1;

  constexpr live_set(sequence<buffer> b, const overlap_table<N>& o, int step)
      : buffers(b), overlaps(o) {
    for (int i = 0; i < b.count; ++i)
      if (b.data[i].first <= step && b.data[i].last >= step && b.data[i].size > 0)
        member[size++] = i, counts[i] = true;
  }

  constexpr int bytes() {
    int sum = 0, padding = 0;
    unit = 0;
    for (int k = 0; k < size; ++k)
      if (const int a = buffers[member[k]].alignment; unit == 0 || a % unit != 0)
        unit = greatest_common_divisor(a, unit);
    for (int k = 0; k < size; ++k) {
      sum += whole(buffers[member[k]].size);
      padding = maximum(padding, whole(buffers[member[k]].size) - buffers[member[k]].size);
    }
    return sum - padding - (overlaps.records.count == 0 ? 0 : savings());
  }

 private:
  constexpr int whole(int n) const { return unit == 1 ? n : round_up(n, unit); }

  /// What the records let the live buffers save, where one that saves more than its own size (the
  /// output over either input of an add) is better left out of the sum.
  constexpr int savings() {
    int total = 0;
    for (int k = 0; k < size; ++k) total += saving(member[k], false);
    for (int k = 0; k < size; ++k) {
      const int excess = saving(member[k], true) - whole(buffers[member[k]].size);
      if (excess <= 0) continue;
      total -= excess;
      counts[member[k]] = false;
      k = -1;
    }
    for (int k = 0; k < size; ++k) counts[member[k]] = true;
    return total;
  }

  /// What buffer i saves over those above it, and with `both` also under those below it.
  constexpr int saving(int i, bool both) const {
    int bytes = 0;
    if (!counts[i]) return 0;
    for (int s = overlaps.begin[i]; s < overlaps.end[i]; ++s) {
      const auto [below, above, distance] = overlaps.records[s];
      if ((below == i || (both && above == i)) && counts[below] && counts[above])
        bytes += saving_of_pair(s);
    }
    return bytes;
  }

  /// 0 for a record whose opposite direction saves more and stands for both.
  constexpr int saving_of_pair(int s) const {
    const separation mine = overlaps.records[s];
    const int saved = whole(buffers[mine.below].size) - whole(mine.distance);
    for (int r = overlaps.begin[mine.below]; saved > 0 && r < overlaps.end[mine.below]; ++r) {
      const separation other = overlaps.records[r];
      if (other.below != mine.above || other.above != mine.below) continue;
      const int opposite = whole(buffers[other.below].size) - whole(other.distance);
      if (opposite > saved || (opposite == saved && r < s)) return 0;
    }
    return maximum(saved, 0);
  }
};

}  // namespace detail

/// Bytes that every placement of the buffers needs: the most over all steps of the live bytes,
/// less what separations can save there, and the end of each buffer that is pinned.
/// `buffers` holds at most N.
template <int N>
constexpr int lower_bound(sequence<buffer> buffers, sequence<separation> separations = {}) {
  const detail::overlap_table<N> overlaps(separations);
  const detail::ranking<N> births(buffers, order::first), deaths(buffers, order::last);
  int bytes = 0;
  int most[detail::room<N>]{};  // live bytes at a birth, each size in units of its own alignment
  for (int k = 0, d = buffers.count - 1, live = 0; k < buffers.count; ++k) {
    const buffer& b = buffers[births.index[k]];
    if (b.size > 0) bytes = maximum(bytes, maximum(b.pinned, 0) + b.size);
    for (; buffers[deaths.index[d]].last < b.first; --d)
      live -= detail::padded_size(buffers[deaths.index[d]]);
    live += detail::padded_size(b);
    most[k] = live;
  }
  // The exact figure of a step takes longer, and few steps can still raise the bound.
  while (true) {
    int peak = 0;
    for (int k = 1; k < buffers.count; ++k) peak = most[k] > most[peak] ? k : peak;
    if (most[peak] <= bytes) return bytes;
    const int step = buffers[births.index[peak]].first;
    bytes = maximum(bytes, detail::live_set<N>(buffers, overlaps, step).bytes());
    most[peak] = 0;
  }
}

}  // namespace plan
}  // namespace ETCH_NAMESPACE
