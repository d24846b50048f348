// The kernels of a target in the hands of a user: where Boost.Hana is installed, a tuple of their
// types. No other header includes this one.
#pragma once

#include <etch/kernel/kernels.hpp>

#if ETCH_HAS_HANA
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>

namespace ETCH_NAMESPACE {

namespace detail {
template <class... K>
constexpr auto as_tuple(list<K...>) {
  return boost::hana::tuple_t<K...>;
}
}  // namespace detail

/// All kernels that target T can run, best first, as hana::type<K>: what selection tries in turn.
template <class T>
inline constexpr auto candidates = detail::as_tuple(typename all_kernels<T>::type{});

}  // namespace ETCH_NAMESPACE
#endif
