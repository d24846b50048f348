// Which values of a network that runs row by row lie whole, and where it stops to complete one.
#pragma once

#include <etch/network/lower/row_schedule.hpp>

namespace ETCH_NAMESPACE {
namespace detail {

/// What the order of choice C comes to, by facts F; input A arrives in rows.
template <const auto& F, row_choice C, int A>
inline constexpr row_sizes sizes_of_choice = sizes_of(F, row_order(F, C, A));
/// The peak of that order, or any number above Most where it is above.
template <const auto& F, row_choice C, int A, int Most>
inline constexpr int peak_up_to = row_order(F, C, A, Most).peak;

/// The schedule of choice C, and its memory plan. A network that may take `Most` bytes uses them
/// for faster kernels.
template <const auto& F, row_choice C, int A, long long Most>
inline constexpr auto schedule_of_choice =
    schedule_rows<sizes_of_choice<F, C, A>>(F, row_order(F, C, A), Most);
template <const auto& F, row_choice C, int A, long long Most>
inline constexpr const auto& plan_of_choice = plan_rows<schedule_of_choice<F, C, A, Most>>();

/// The same with scratch memory where it costs nothing.
template <const auto& F, row_choice C, int A>
constexpr long long cheapest_scratch() {
  if constexpr (plan_of_choice<F, C, A, free_scratch>.placed.is_optimal()) return free_scratch;
  else
    return plan_of_choice<F, C, A, free_scratch>.placed.bytes <=
                   plan_of_choice<F, C, A, no_scratch>.placed.bytes
               ? free_scratch
               : no_scratch;
}
template <const auto& F, row_choice C, int A>
inline constexpr const auto& cheapest_plan = plan_of_choice<F, C, A, cheapest_scratch<F, C, A>()>;

/// Whether the plan of choice C takes at most `Most` bytes.
template <const auto& F, row_choice C, int A, long long Most>
constexpr bool fits() {
  if constexpr (sizes_of_choice<F, C, A>.peak > Most) return false;
  else return plan_of_choice<F, C, A, Most>.placed.bytes <= Most;
}

/// The best of all orders that complete nothing or the value of one node, beside what C completes.
template <const auto& F, row_choice C, int A, class Nodes>
struct best_cut;
template <const auto& F, row_choice C, int A, int... N>
struct best_cut<F, C, A, indices<N...>> {
  static constexpr row_choice with(int n) {
    return C.cut < 0 ? row_choice{C.tail, n, -1, C.side_by_side}
                     : row_choice{C.tail, C.cut, n, C.side_by_side};
  }
  static constexpr int own = sizes_of_choice<F, C, A>.peak;
  template <int Node>
  static constexpr int peak() {
    constexpr bool waits = !F.is_nothing[Node] && F.can_part[F.outputs[Node][0]];
    if constexpr (waits) return peak_up_to<F, with(Node), A, own - 1>;
    else return own;
  }
  static constexpr row_choice value = [] {
    const int peaks[]{peak<N>()..., own};
    int best = sizeof...(N);
    for (int n = 0; n < static_cast<int>(sizeof...(N)); ++n) {
      if (peaks[n] < peaks[best]) best = n;
    }
    return best == sizeof...(N) ? C : with(best);
  }();
};

/// Choice C, whose order has this peak, with values whole from the first node on from which that
/// takes no more memory.
template <const auto& F, row_choice C, int A, int Peak = sizes_of_choice<F, C, A>.peak>
constexpr row_choice with_longest_tail() {
  if constexpr (C.tail == 0) {
    return C;
  } else {
    constexpr row_choice next{C.tail - 1, C.cut, C.second_cut, C.side_by_side};
    constexpr bool same =
        C.tail > 1 && (F.is_nothing[next.tail] || !F.can_part[F.outputs[next.tail][0]]);
    if constexpr (same) {
      return with_longest_tail<F, next, A, Peak>();
    } else if constexpr (peak_up_to<F, next, A, Peak> <= Peak) {
      return with_longest_tail<F, next, A, peak_up_to<F, next, A, Peak>>();
    } else {
      return C;
    }
  }
}

/// The choice that takes the fewest bytes: rows from the start up to two values that are completed,
/// and whole values from where rows save nothing, unless they are harder to place.
template <const auto& F, int A>
struct smallest_choice {
  using nodes = first<F.nodes>;
  static constexpr row_choice none{};
  static constexpr row_choice by_rows = [] {
    constexpr row_choice in_turn{F.nodes};
    if constexpr (F.may_alternate) {
      constexpr row_choice alternating{F.nodes, -1, -1, true};
      if (sizes_of_choice<F, alternating, A>.peak < sizes_of_choice<F, in_turn, A>.peak) {
        return alternating;
      }
    }
    return in_turn;
  }();
  static constexpr row_choice one = best_cut<F, by_rows, A, nodes>::value;
  static constexpr row_choice two = one == by_rows ? one : best_cut<F, one, A, nodes>::value;
  static constexpr row_choice with_tail = with_longest_tail<F, two, A>();

  template <row_choice C>
  static constexpr int bytes() {
    return cheapest_plan<F, C, A>.placed.bytes;
  }
  static constexpr row_choice value = [] {
    if constexpr (cheapest_plan<F, with_tail, A>.placed.is_optimal()) {
      return with_tail;
    } else {
      const row_choice better = bytes<two>() < bytes<with_tail>() ? two : with_tail;
      const int least = minimum(bytes<two>(), bytes<with_tail>());
      return bytes<none>() <= least ? none : better;
    }
  }();
};

/// The choice with the most whole values whose plan takes at most `Most` bytes, from tail T on:
/// with no value completed, or with those of the smallest choice; that one if there is none.
template <const auto& F, int A, long long Most, int T = 0>
constexpr row_choice choice_within() {
  using smallest = smallest_choice<F, A>;
  if constexpr (T > F.nodes) {
    return smallest::value;
  } else if constexpr (fits<F, row_choice{T}, A, Most>()) {
    return {T};
  } else if constexpr (constexpr row_choice alternating{T, -1, -1, F.may_alternate};
                       F.may_alternate && fits<F, alternating, A, Most>()) {
    return alternating;
  } else if constexpr (constexpr row_choice one{T, smallest::one.cut, -1,
                                                smallest::one.side_by_side};
                       one.cut >= 0 && fits<F, one, A, Most>()) {
    return one;
  } else if constexpr (constexpr row_choice two{T, smallest::two.cut, smallest::two.second_cut,
                                                smallest::two.side_by_side};
                       two.second_cut >= 0 && fits<F, two, A, Most>()) {
    return two;
  } else {
    return choice_within<F, A, Most, T + 1>();
  }
}

}  // namespace detail
}  // namespace ETCH_NAMESPACE
