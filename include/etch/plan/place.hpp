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
  constexpr int most_steps = 60000;
  int steps = 1;
  for (int i = 0; i < buffers.count; ++i)
    steps += 4 + minimum(buffers[i].last - buffers[i].first + 1, buffers.count);
  return most_steps / steps;
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

/// Buffers that lie one behind the other, such as the rows of an input: `count` from index `first`.
struct joined_buffers {
  int first = 0;
  int count = 0;
};

/// The same with some buffers joined: they begin at offset 0 or end at the bound, whichever is
/// better. The alignment of the first holds for all of them together. No search runs over other
/// places of theirs: what is proved is proved by the bound.
template <int N>
constexpr placement<N> place_joined(sequence<buffer> buffers, joined_buffers joined,
                                    sequence<separation> separations = {}) {
  const int end = joined.first + joined.count;
  const int alignment = joined.count > 0 ? buffers[joined.first].alignment : 1;
  buffer moved[detail::room<N>]{};
  int bytes = 0;
  for (int i = 0; i < buffers.count; ++i) {
    moved[i] = buffers[i];
    if (i < joined.first || i >= end) continue;
    moved[i].alignment = 1;
    bytes += moved[i].size;
  }
  const sequence<buffer> all(moved, buffers.count);
  const int bound = lower_bound<N>(all, separations);
  placement<N> best;
  best.bytes = detail::unlimited;
  const int starts[]{0, maximum(bound - bytes, 0) / alignment * alignment};
  for (const int start : starts) {
    if (best.bytes <= bound) break;
    for (int i = joined.first, at = start; i < end; at += moved[i++].size) moved[i].pinned = at;
    if (const placement<N> p = place<N>(all, separations); p.bytes < best.bytes) best = p;
  }
  best.lower_bound = best.live_bound = bound;
  return best;
}

}  // namespace plan
}  // namespace ETCH_NAMESPACE
