// Tables in flash: what layers read beside their own constants.
//
// A kernel reads no array but its packed constants and objects shared_table<T>; a type that reads
// one says so: `using tables = list<T, ...>`. So a network knows its bytes in flash, and counts a
// table that many layers read once. `ctest -R object` finds what was forgotten.
#pragma once

#include <etch/base/list.hpp>
#include <etch/base/math.hpp>

namespace ETCH_NAMESPACE {

namespace detail {
constexpr int alignment_in_flash(int size, int least) {
  int a = least;
  while (a < 16 && a < size) a *= 2;
  return a;
}
constexpr int bytes_in_flash(int size, int least) {
  return round_up(size, alignment_in_flash(size, least));
}
}  // namespace detail
/// Where a constant of type T is aligned in flash: vectors are loaded from those of 16 bytes.
template <class T>
inline constexpr int flash_alignment = detail::alignment_in_flash(sizeof(T), alignof(T));
/// Bytes of flash that it takes, those included that no other constant can use.
template <class T>
inline constexpr int flash_bytes = detail::bytes_in_flash(sizeof(T), alignof(T));

/// The one object of type T, made by the compiler where something reads it.
template <class T>
alignas(flash_alignment<T>) inline constexpr T shared_table{};

namespace detail {
template <class X>
struct tables_of {
  using type = list<>;
};
template <class X>
requires requires { typename X::tables; }
struct tables_of<X> {
  using type = typename X::tables;
};
template <class T, class... U>
inline constexpr bool is_one_of = (__is_same(T, U) || ...);

/// The first of each type.
template <class Seen, class... T>
struct distinct {
  using type = Seen;
};
template <class... S, class T, class... Rest>
struct distinct<list<S...>, T, Rest...> : distinct<list<S..., T>, Rest...> {};
template <class... S, class T, class... Rest>
requires is_one_of<T, S...>
struct distinct<list<S...>, T, Rest...> : distinct<list<S...>, Rest...> {};
template <class List>
struct union_of;
template <class... T>
struct union_of<list<T...>> : distinct<list<>, T...> {};

template <class... T>
constexpr int bytes_of_tables(list<T...>) {
  return (0 + ... + flash_bytes<T>);
}
}  // namespace detail

/// The tables that X says it reads.
template <class X>
using tables_of_t = typename detail::tables_of<X>::type;
/// The tables of all lists, each once.
template <class... Lists>
using all_tables = typename detail::union_of<concatenation_t<Lists...>>::type;

}  // namespace ETCH_NAMESPACE
