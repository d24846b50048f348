// Lists of types, found again by the address of a tag: how a plain value in the graph ("this node
// is a conv2d") becomes a type.
#pragma once

#include <etch/base/features.hpp>

namespace ETCH_NAMESPACE {

/// A list of types.
template <class... T>
struct list {
  static constexpr int size = static_cast<int>(sizeof...(T));
};

namespace detail {
template <class T>
struct bare {
  using type = T;
};
template <class T>
struct bare<const T&> {
  using type = T;
};
template <class T>
struct carrier {
  using type = T;
};
template <int I, class T>
struct indexed {
  static carrier<T> at(indexed<I, T>*);
};
template <class Indices, class... T>
struct indexer;
template <int... I>
struct indices {};
template <int... I, class... T>
struct indexer<indices<I...>, T...> : indexed<I, T>... {};
template <int I, class T>
carrier<T> select(indexed<I, T>*);
#if defined(__clang__)
template <class T, T... I>
using integers = indices<static_cast<int>(I)...>;
template <int N>
using first = __make_integer_seq<integers, int, N>;
#else
template <int N>
using first = indices<__integer_pack(N)...>;
#endif
}  // namespace detail

/// Calls f.operator()<0>() .. f.operator()<N - 1>() in order.
template <int N, class F>
constexpr void for_each_index(F&& f) {
  [&]<int... I>(detail::indices<I...>) {
    const int order[] = {(f.template operator()<I>(), 0)..., 0 };
    static_cast<void>(order);
  }(detail::first<N>{});
}

/// Type I of a list; 0 <= I < size.
template <class List, int I>
struct element;
template <class... T, int I>
struct element<list<T...>, I> {
  using all = detail::indexer<detail::first<static_cast<int>(sizeof...(T))>, T...>;
  using type = typename decltype(detail::select<I>(static_cast<all*>(nullptr)))::type;
};
/// The same, short.
template <class List, int I>
using element_t = typename element<List, I>::type;

/// The lists one after the other.
template <class... Lists>
struct concatenation;
template <>
struct concatenation<> {
  using type = list<>;
};
template <class... A>
struct concatenation<list<A...>> {
  using type = list<A...>;
};
template <class... A, class... B, class... Rest>
struct concatenation<list<A...>, list<B...>, Rest...> : concatenation<list<A..., B...>, Rest...> {};
/// The same, short.
template <class... Lists>
using concatenation_t = typename concatenation<Lists...>::type;

}  // namespace ETCH_NAMESPACE
