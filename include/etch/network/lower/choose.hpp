// Which values of a network that runs row by row lie whole, and where it stops to complete one.
#pragma once

#include <etch/network/lower/row_schedule.hpp>

namespace ETCH_NAMESPACE {
namespace detail {

/// What the order of choice C comes to, by facts F; input A arrives in rows.
template <const auto& F, row_choice C, int A>
inline constexpr row_sizes sizes_of_choice = sizes_of(F, row_order(F, C, A));

/// The best of all orders that complete nothing or the value of one node, beside what C completes.
template <const auto& F, row_choice C, int A, class Nodes>
struct best_cut;
template <const auto& F, row_choice C, int A, int... N>
struct best_cut<F, C, A, indices<N...>> {
  static constexpr row_choice with(int n) {
    return C.cut < 0 ? row_choice{C.tail, n} : row_choice{C.tail, C.cut, n};
  }
  template <int Node>
  static constexpr int peak() {
    constexpr bool waits = !F.is_nothing[Node] && F.can_part[F.outputs[Node][0]];
    return sizes_of_choice < F, waits ? with(Node) : C, A >.peak;
  }
  static constexpr row_choice value = [] {
    const int peaks[]{peak<N>()..., sizes_of_choice<F, C, A>.peak};
    int best = sizeof...(N);
    for (int n = 0; n < static_cast<int>(sizeof...(N)); ++n) {
      if (peaks[n] < peaks[best]) best = n;
    }
    return best == sizeof...(N) ? C : with(best);
  }();
};

/// Choice C with values whole from the first node on from which that takes no more memory.
template <const auto& F, row_choice C, int A>
constexpr row_choice with_longest_tail() {
  if constexpr (C.tail == 0) {
    return C;
  } else {
    constexpr row_choice next{C.tail - 1, C.cut, C.second_cut};
    constexpr bool same =
        C.tail > 1 && (F.is_nothing[next.tail] || !F.can_part[F.outputs[next.tail][0]]);
    if constexpr (same) {
      return with_longest_tail<F, next, A>();
    } else if constexpr (sizes_of_choice<F, next, A>.peak <= sizes_of_choice<F, C, A>.peak) {
      return with_longest_tail<F, next, A>();
    } else {
      return C;
    }
  }
}

/// The choice that takes the fewest bytes: rows from the start up to two values that are completed,
/// and whole values from where rows save nothing.
template <const auto& F, int A>
struct smallest_choice {
  using nodes = first<F.nodes>;
  static constexpr row_choice by_rows{F.nodes};
  static constexpr row_choice one = best_cut<F, by_rows, A, nodes>::value;
  static constexpr row_choice two = one == by_rows ? one : best_cut<F, one, A, nodes>::value;
  static constexpr row_choice value = with_longest_tail<F, two, A>();
};

}  // namespace detail
}  // namespace ETCH_NAMESPACE
