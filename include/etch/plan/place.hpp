#pragma once

#include <etch/plan/bound.hpp>
#include <etch/plan/exact.hpp>
#include <etch/plan/greedy.hpp>

namespace ETCH_NAMESPACE {
namespace plan {

/// The buffers up to which place() searches.
inline constexpr int most_searched = 70;

/// The nodes for which place() searches: compilers reach them within their default limits. A node
/// looks at each buffer a few times, and once for each step of its life in which another one dies.
constexpr int nodes_to_search(sequence<buffer> buffers) {
  constexpr wide_int most_steps = 60000;
  wide_int steps = 1;
  for (int i = 0; i < buffers.count; ++i)
    steps += 4 + minimum(buffers[i].last - buffers[i].first + 1, buffers.count);
  return static_cast<int>(most_steps / steps);
}

/// A placement of at most N buffers, deterministic: the best first fit, and where that is not
/// proved to be the least, what a short search finds or proves. verify() accepts it unless pins
/// collide. Undefined outside the ranges of `buffer` and `separation`, and when all sizes rounded
/// up to their alignments, with all distances, sum to 2^31 or more.
template <int N>
constexpr placement<N> place(sequence<buffer> buffers, sequence<separation> separations = {}) {
  auto best = greedy<N>(buffers, separations, lower_bound<N>(buffers, separations));
  if (!best.is_optimal() && buffers.count <= most_searched) {
    constexpr int M = minimum(N, most_searched);
    const detail::overlap_table<M> overlaps(separations);
    exact_search<M> search(buffers, overlaps);
    improve(best, search, nodes_to_search(buffers));
  }
  return best;
}
template <int N>
constexpr placement<N> place(const buffer (&buffers)[N], sequence<separation> separations = {}) {
  return place<N>(sequence<buffer>(buffers), separations);
}

/// Buffers that lie one behind the other: `count` from index `first` on. The first may have an
/// alignment, for all of them; that of the others is 1.
struct joined_buffers {
  int first = 0;
  int count = 0;
  constexpr bool has(int b) const { return first <= b && b < first + count; }
};
/// Two rows of such buffers, either of which may be empty: those that die in turn, such as the rows
/// of an input, and those that are born in turn, such as the rows of an output. The one may lie
/// over what the other has left.
struct joined_groups {
  joined_buffers dying{}, born{};
  constexpr bool are_empty() const { return dying.count + born.count == 0; }
};

/// Where joined buffers begin.
struct joined_starts {
  int dying = 0;
  int born = 0;
  static constexpr int anywhere = -1;  ///< of those that are born: as one buffer, where it fits
};
/// The starts that are tried; buffers at both ends of the arena first.
inline constexpr int ways_to_join = 5;

namespace detail {

constexpr int bytes_of(sequence<buffer> buffers, joined_buffers joined) {
  int bytes = 0;
  for (int b = joined.first; b < joined.first + joined.count; ++b) bytes += buffers[b].size;
  return bytes;
}
/// Where joined buffers begin that end at `top`, or a little under it.
constexpr int start_under(sequence<buffer> buffers, joined_buffers joined, int top) {
  if (joined.count == 0) return 0;
  const int alignment = buffers[joined.first].alignment;
  return maximum(top - bytes_of(buffers, joined), 0) / alignment * alignment;
}
/// Pins joined buffers one behind the other.
constexpr void pin(buffer* buffers, joined_buffers joined, int start) {
  for (int b = joined.first; b < joined.first + joined.count; start += buffers[b++].size)
    buffers[b].pinned = start;
}
/// Makes one buffer of joined ones: the first has the bytes and the lives of all.
constexpr void merge(buffer* buffers, joined_buffers joined) {
  buffer& all = buffers[joined.first];
  for (int b = joined.first + 1; b < joined.first + joined.count; ++b) {
    if (buffers[b].size == 0) continue;
    all.first = minimum(all.first, buffers[b].first);
    all.last = maximum(all.last, buffers[b].last);
    all.size += buffers[b].size;
    buffers[b].size = 0;
  }
  all.pinned = -1;
}

}  // namespace detail

namespace detail {

/// The least offset from which buffers that die in turn leave all others room below, over those
/// that are born in turn from offset 0 on. What lives in a step lies over what is born by the time
/// that the first of it dies, and under what is alive when the last of it is born.
template <int N>
constexpr int start_over_others(sequence<buffer> buffers, joined_groups joined) {
  int floor[room<N>]{}, ceiling[room<N>]{};
  for (int i = 0; i < buffers.count; ++i) {
    const auto [from, count] = joined.dying;
    for (int d = from; d < from + count && buffers[d].last < buffers[i].first; ++d)
      ceiling[i] += buffers[d].size;
    for (int b = joined.born.first; b < joined.born.first + joined.born.count; ++b)
      floor[i] += buffers[b].first <= buffers[i].last ? buffers[b].size : 0;
  }
  int start = 0;
  for (int k = 0; k < buffers.count; ++k) {
    int bytes = 0, lowest = unlimited, highest = 0;
    for (int i = 0; i < buffers.count; ++i) {
      const bool is_other = !joined.dying.has(i) && !joined.born.has(i);
      if (!is_other || !is_live(buffers[i], buffers[k].first) || buffers[i].size == 0) continue;
      bytes += padded_size(buffers[i]);
      lowest = minimum(lowest, floor[i]);
      highest = maximum(highest, ceiling[i]);
    }
    if (bytes > 0) start = maximum(start, lowest + bytes - highest);
  }
  return joined.dying.count > 0 ? round_up(start, buffers[joined.dying.first].alignment) : 0;
}

}  // namespace detail

/// Way `way` of placing joined buffers of at most N in an arena of `bound` bytes.
template <int N>
constexpr joined_starts starts_of_way(sequence<buffer> buffers, joined_groups joined, int bound,
                                      int way) {
  const int top_of_dying = detail::start_under(buffers, joined.dying, bound);
  switch (way) {
    case 0: return {0, detail::start_under(buffers, joined.born, bound)};
    case 1: return {top_of_dying, 0};
    case 2: return {detail::start_over_others<N>(buffers, joined), 0};
    case 3: return {0, joined_starts::anywhere};
    default: return {top_of_dying, joined_starts::anywhere};
  }
}
/// Whether way `way` differs from those before it, and none that is born lies over one that has not
/// died. Of many buffers the compiler does not work out what lies between.
template <int N>
constexpr bool is_way_to_join(sequence<buffer> buffers, joined_groups joined, int bound, int way) {
  const joined_buffers dying = joined.dying, born = joined.born;
  if (born.count == 0) return way < 2;
  if (dying.count == 0) return way == 0 || way == 1 || way == 3;
  if (way >= 3) return true;
  if (way == 2 && are_many(buffers.count)) return false;
  const joined_starts starts = starts_of_way<N>(buffers, joined, bound, way);
  for (int b = born.first, at = starts.born; b < born.first + born.count; at += buffers[b++].size) {
    for (int d = dying.first, low = starts.dying; d < dying.first + dying.count;
         low += buffers[d++].size) {
      const bool share_bytes = low < at + buffers[b].size && at < low + buffers[d].size;
      if (share_bytes && buffers[b].first <= buffers[d].last && buffers[d].first <= buffers[b].last)
        return false;
    }
  }
  return true;
}

namespace detail {

/// At most N buffers, the joined ones pinned where `starts` says or merged.
template <int N>
struct joined_at {
  buffer of[room<N>]{};
  int count;

  constexpr joined_at(sequence<buffer> buffers, joined_groups joined, joined_starts starts)
      : count(buffers.count) {
    for (int i = 0; i < count; ++i) of[i] = buffers[i];
    pin(of, joined.dying, starts.dying);
    if (starts.born != joined_starts::anywhere) pin(of, joined.born, starts.born);
    else if (joined.born.count > 0) merge(of, joined.born);
  }
  constexpr sequence<buffer> used() const { return {of, count}; }
};

/// Placement p of such buffers, those that were merged apart again; no placement of `buffers` is
/// smaller than `bound`.
template <int N>
constexpr placement<N> parted(placement<N> p, sequence<buffer> buffers, joined_groups joined,
                              joined_starts starts, int bound) {
  const auto [first, count] = joined.born;
  for (int b = first + 1; b < first + count && starts.born == joined_starts::anywhere; ++b)
    p.offset[b] = p.offset[b - 1] + buffers[b - 1].size;
  p.lower_bound = p.live_bound = bound;
  return p;
}

}  // namespace detail

/// The same as place() with joined buffers that begin where `starts` says. `bound` is what
/// lower_bound() gives without pins: no search runs over other places of theirs, so that it alone
/// is what is proved.
template <int N>
constexpr placement<N> place_joined(sequence<buffer> buffers, joined_groups joined,
                                    joined_starts starts, int bound,
                                    sequence<separation> separations = {}) {
  const detail::joined_at<N> moved(buffers, joined, starts);
  return detail::parted(place<N>(moved.used(), separations), buffers, joined, starts, bound);
}
/// The best of all ways.
template <int N>
constexpr placement<N> place_joined(sequence<buffer> buffers, joined_groups joined,
                                    sequence<separation> separations = {}) {
  buffer free[detail::room<N>]{};
  for (int i = 0; i < buffers.count; ++i) {
    free[i] = buffers[i];
    if (joined.dying.has(i) || joined.born.has(i)) free[i].pinned = -1;
  }
  const int bound = lower_bound<N>(sequence<buffer>(free, buffers.count), separations);
  placement<N> best;
  best.bytes = detail::unlimited;
  for (int way = 0; way < ways_to_join && best.bytes > bound; ++way) {
    if (!is_way_to_join<N>(buffers, joined, bound, way)) continue;
    const auto p = place_joined<N>(buffers, joined, starts_of_way<N>(buffers, joined, bound, way),
                                   bound, separations);
    if (p.bytes < best.bytes) best = p;
  }
  return best;
}

}  // namespace plan
}  // namespace ETCH_NAMESPACE
