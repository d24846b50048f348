// Kernel selection: for each node the first kernel of the target's ranked list that accepts it and
// for whose scratch memory the network has room.
#pragma once

#include <etch/kernel/kernels.hpp>
#include <etch/network/lower/spare_memory.hpp>

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

/// Stands for a missing kernel, so that no other error follows.
struct absent_kernel {
  static constexpr const char* name = "none";
  template <class C>
  static constexpr int scratch = 0;
  template <class C>
  static constexpr int pack() {
    return 0;
  }
  template <class C, class A>
  static constexpr void run(const A&, row_block) {}
};
template <class Op, class Target>
struct kernel_of {
  static constexpr bool exists = false;
};

template <class Target, class C, class Candidates>
struct first_accepting {
  static_assert(kernel_of<typename C::op, Target>::exists,
                "no kernel of the target runs this operator: add one to extensions<...>");
  using type = absent_kernel;
};
template <class Target, class C, class K, class... Rest>
struct first_accepting<Target, C, list<K, Rest...>> : first_accepting<Target, C, list<Rest...>> {};
template <class Target, class C, class K, class... Rest>
requires(K::template accepts<C> && has_room_for<K, C>())
struct first_accepting<Target, C, list<K, Rest...>> {
  using type = K;
};

}  // namespace detail

/// The kernels that target T has for operator Op of a graph, best first; those from the extensions
/// of the graph come before.
template <class T, class Op, class Graph>
using kernels_of_op =
    concatenation_t<typename detail::kernels_for_op<Op, typename Graph::kernels>::type,
                    typename detail::kernels_for_op<Op, typename all_kernels<T>::type>::type>;

/// The kernel with which target T runs call C.
template <class T, class C>
using selected_kernel = typename detail::first_accepting<
    T, C, kernels_of_op<T, typename C::op, typename C::graph_type>>::type;

}  // namespace ETCH_NAMESPACE
