// The kernels of a node that runs row by row, or in as little memory as it can.
#pragma once

#include <etch/kernel/rows.hpp>
#include <etch/network/lower/select.hpp>

namespace ETCH_NAMESPACE {
namespace detail {

/// The first kernel K of a list for which Fits<K, C> holds; absent_kernel if there is none.
template <template <class, class> class Fits, class C, class Candidates>
struct first_fitting {
  using type = absent_kernel;
};
template <template <class, class> class Fits, class C, class K, class... Rest>
struct first_fitting<Fits, C, list<K, Rest...>> : first_fitting<Fits, C, list<Rest...>> {};
template <template <class, class> class Fits, class C, class K, class... Rest>
requires(Fits<K, C>::value)
struct first_fitting<Fits, C, list<K, Rest...>> {
  using type = K;
};

template <class K, class Kernels>
inline constexpr bool is_among = false;
template <class K, class... Kernels>
inline constexpr bool is_among<K, list<Kernels...>> = (__is_same(K, Kernels) || ...);

template <class K, class C>
struct needs_no_scratch {
  static constexpr bool value = [] {
    if constexpr (K::template accepts<C>) return K::template scratch<C> == 0;
    else return false;
  }();
};
/// Generic kernels reach codes by their index in the value, which may stand for rows that lie
/// apart, unless what they know of earlier rows is in their scratch memory.
template <class K, class C>
struct indexes_codes {
  static constexpr bool value = is_among<K, generic_kernels> && needs_no_scratch<K, C>::value;
};
template <class K, class C>
struct reads_rows_or_indexes {
  static constexpr bool value = [] {
    if constexpr (indexes_codes<K, C>::value) return true;
    else if constexpr (!K::template accepts<C>) return false;
    // what memory is idle is known where values are whole
    else if constexpr (requires { requires K::template takes_idle_memory<C>; }) return false;
    else if constexpr (requires { K::template reads_rows<C>; }) return K::template reads_rows<C>;
    else return false;
  }();
};
template <class K, class C>
struct reads_rows_without_scratch {
  static constexpr bool value = needs_no_scratch<K, C>::value && reads_rows_or_indexes<K, C>::value;
};
template <class K, class C>
struct takes_runs {
  static constexpr bool value = [] {
    if constexpr (!K::template accepts<C>) return false;
    else if constexpr (requires { K::template takes_runs_of<C>; })
      return K::template takes_runs_of<C> > 0;
    else return false;
  }();
};

/// How a node runs.
enum class manner : int {
  whole,       ///< all at once, by the kernel that the target likes best
  small,       ///< all at once, by a kernel without scratch memory where there is one
  rows,        ///< output row after output row
  small_rows,  ///< the same, by a kernel without scratch memory where there is one
  runs,        ///< run after run of its value's codes (kernel_base::takes_runs_of)
};

/// The kernel with which target T runs call C in this manner; absent_kernel where it cannot. Only
/// where SameRows says that each value is stored in rows of its own shape may a kernel read rows.
template <class T, class C, manner How, bool SameRows = true>
struct kernel_in_manner {
  using type = selected_kernel<T, C>;
};
template <class T, class C, bool SameRows>
struct kernel_in_manner<T, C, manner::small, SameRows> {
  using found = typename first_fitting<needs_no_scratch, C, kernels_of_call<T, C>>::type;
  using type =
      element_t<list<found, selected_kernel<T, C>>, __is_same(found, absent_kernel) ? 1 : 0>;
};
template <class T, class C, bool SameRows>
struct kernel_in_manner<T, C, manner::small_rows, SameRows> {
  using any = typename kernel_in_manner<T, C, manner::rows, SameRows>::type;
  using found = typename first_fitting<
      reads_rows_without_scratch, C,
      element_t<list<list<>, kernels_of_call<T, C>>, SameRows ? 1 : 0>>::type;
  using type = element_t<list<found, any>, __is_same(found, absent_kernel) ? 1 : 0>;
};
template <class T, class C>
struct kernel_in_manner<T, C, manner::rows, true>
    : first_fitting<reads_rows_or_indexes, C, kernels_of_call<T, C>> {};
template <class T, class C>
struct kernel_in_manner<T, C, manner::rows, false>
    : first_fitting<indexes_codes, C, kernels_of_call<T, C>> {};
template <class T, class C, bool SameRows>
struct kernel_in_manner<T, C, manner::runs, SameRows>
    : first_fitting<takes_runs, C, kernels_of_call<T, C>> {};

/// Of a kernel that takes runs: their codes, and bytes of what it knows of call C and their
/// alignment; 0 for no such kernel.
template <class K, class C>
struct state_of_runs {
  static constexpr int runs_of = K::template takes_runs_of<C>;
  static constexpr int size = sizeof(typename K::template state<C>);
  static constexpr int alignment = alignof(typename K::template state<C>);
};
template <class C>
struct state_of_runs<absent_kernel, C> {
  static constexpr int runs_of = 0, size = 0, alignment = 1;
};

}  // namespace detail
}  // namespace ETCH_NAMESPACE
