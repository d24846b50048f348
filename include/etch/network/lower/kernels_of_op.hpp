// The kernels that a target has for an operator.
#pragma once

#include <etch/kernel/kernels.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// Which types of a list run operator Op: their places.
template <int Most>
struct places {
  int count = 0;
  int at[Most + 1]{};
};
template <class Op, class... K>
constexpr places<sizeof...(K)> places_of(list<K...>) {
  places<sizeof...(K)> found;
  int place = 0;
  const bool runs[]{__is_same(typename K::op, Op)..., false};
  for (; place < static_cast<int>(sizeof...(K)); ++place) {
    if (runs[place]) found.at[found.count++] = place;
  }
  return found;
}
template <class Op, class Kernels>
inline constexpr auto places_for_op = places_of<Op>(Kernels{});

template <class Op, class Kernels>
struct kernels_for_op {
  template <int... I>
  static list<element_t<Kernels, places_for_op<Op, Kernels>.at[I]>...> pick(indices<I...>);
  using type = decltype(pick(first<places_for_op<Op, Kernels>.count>{}));
};

}  // namespace detail

/// The kernels that target T has for operator Op of a graph, best first; those from the extensions
/// of the graph come before.
template <class T, class Op, class Graph>
using kernels_of_op =
    concatenation_t<typename detail::kernels_for_op<Op, typename Graph::kernels>::type,
                    typename detail::kernels_for_op<Op, typename all_kernels<T>::type>::type>;

}  // namespace ETCH_NAMESPACE
