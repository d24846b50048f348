// Kernel selection: for each node the first kernel of the target's ranked list that accepts it and
// for whose scratch memory the network has room.
#pragma once

#include <etch/network/lower/spare_memory.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

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
requires(K::template accepts<C> && has_room_for<Target, K, C>())
struct first_accepting<Target, C, list<K, Rest...>> {
  using type = K;
};

/// Those of a list that do not take memory because it is idle, and Last behind them.
template <class C, class Candidates, class Last, class... Found>
struct without_idle_memory {
  using type = list<Found..., Last>;
};
template <class C, class K, class... Rest, class Last, class... Found>
struct without_idle_memory<C, list<K, Rest...>, Last, Found...>
    : without_idle_memory<C, list<Rest...>, Last, Found..., K> {};
template <class C, class K, class... Rest, class Last, class... Found>
requires requires { requires K::template takes_idle_memory<C>; }
struct without_idle_memory<C, list<K, Rest...>, Last, Found...>
    : without_idle_memory<C, list<Rest...>, Last, Found...> {};

}  // namespace detail

/// The kernel with which target T runs call C.
template <class T, class C>
using selected_kernel = typename detail::first_accepting<T, C, detail::kernels_of_call<T, C>>::type;

namespace detail {
/// The same where no memory is idle, if one runs the call then.
template <class T, class C>
using modest_kernel = typename first_accepting<
    T, C,
    typename without_idle_memory<C, kernels_of_call<T, C>, selected_kernel<T, C>>::type>::type;
}  // namespace detail

}  // namespace ETCH_NAMESPACE
