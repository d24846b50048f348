// Addresses compared in constant expressions. Where g++ sanitizes (-fsanitize=undefined) it takes
// no comparison of the addresses of two inline variables for a constant, nor of one with null,
// though it knows where both are the same.
#pragma once

#include <etch/base/features.hpp>

namespace ETCH_NAMESPACE {

/// p == q of pointers to whole objects or functions, or null.
template <class P>
constexpr bool same_address(P p, P q) {
  return __builtin_is_constant_evaluated() && !__builtin_constant_p(p == q) ? false : p == q;
}
template <class T>
constexpr bool is_null(T* p) {
  return same_address<T*>(p, nullptr);
}

/// A pointer to constants that is compared so.
#if ETCH_HAS_CONSTANT_ADDRESSES
template <class T>
using pointer_to = const T*;  // a class in each format costs clang a quarter more expressions
#else
template <class T>
struct pointer_to {
  const T* at = nullptr;

  constexpr pointer_to() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): it stands for the pointer
  constexpr pointer_to(const T* to) : at(to) {}
  constexpr const T* operator->() const { return at; }
  constexpr const T& operator*() const { return *at; }
  constexpr const T& operator[](int i) const { return at[i]; }
  constexpr explicit operator bool() const { return !is_null(at); }
  friend constexpr bool operator==(pointer_to a, pointer_to b) { return same_address(a.at, b.at); }
};
#endif

}  // namespace ETCH_NAMESPACE
