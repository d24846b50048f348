// Constants over arrays of integers and floats: which element types can hold a code, and the bytes
// of such an array at compile time.
#pragma once

#include <cstdint>

#include <etch/base/extents.hpp>
#include <etch/base/list.hpp>

namespace ETCH_NAMESPACE {

/// Prints the types of an array whose elements cannot be codes of its tensor:
/// element_of_constant<have, want>.
template <class Have, class Want>
struct element_of_constant {
  static constexpr bool fits = false;
};
template <class T>
struct element_of_constant<T, T> {
  static constexpr bool fits = true;
};
/// Prints the numbers of an array with more or fewer elements: numbers_of_constant<have, need>.
template <int Have, int Need>
struct numbers_of_constant {
  static constexpr bool fit = Have == Need;
};
/// Prints the dimensions of an array of arrays and those of its tensor.
template <class Have, class Want>
struct dimensions_of_constant {
  static constexpr bool fit = false;
};
template <class S>
struct dimensions_of_constant<S, S> {
  static constexpr bool fit = true;
};

/// Little-endian bytes of a constant, as one object.
template <int Count>
struct constant_bytes_of {
  unsigned char byte[Count];
};

namespace detail {

/// The integer types of C++ of a width; int may be among them with short or with long.
template <int Bytes, bool HasSign>
struct elements_of_width;
template <>
struct elements_of_width<1, true> {
  using type = signed char;
  using other = type;
};
template <>
struct elements_of_width<1, false> {
  using type = unsigned char;
  using other = type;
};
template <>
struct elements_of_width<2, true> {
  using type = short;
  using other = element_t<list<short, int>, sizeof(int) == 2 ? 1 : 0>;
};
template <>
struct elements_of_width<2, false> {
  using type = unsigned short;
  using other = element_t<list<unsigned short, unsigned>, sizeof(int) == 2 ? 1 : 0>;
};
template <>
struct elements_of_width<4, true> {
  using type = element_t<list<long, int>, sizeof(int) == 4 ? 1 : 0>;
  using other = element_t<list<type, long>, sizeof(long) == 4 ? 1 : 0>;
};
template <>
struct elements_of_width<4, false> {
  using type = element_t<list<unsigned long, unsigned>, sizeof(int) == 4 ? 1 : 0>;
  using other = element_t<list<type, unsigned long>, sizeof(long) == 4 ? 1 : 0>;
};
template <>
struct elements_of_width<8, true> {
  using type = long long;
  using other = element_t<list<long long, long>, sizeof(long) == 8 ? 1 : 0>;
};
template <class Code>
constexpr bool has_sign() {
  if constexpr (__is_class(Code)) return false;
  else return static_cast<Code>(-1) < Code{};
}
/// The element types of arrays that hold codes of type Code: for an integer, the types of its
/// width; for a struct of one integer, the integer.
template <class Code>
struct elements_of : elements_of_width<static_cast<int>(sizeof(Code)), has_sign<Code>()> {};
template <>
struct elements_of<float> {
  using type = float;
  using other = float;
};

/// An array type: its dimensions and its element type.
template <class A, int... D>
struct array_of {
  using element = A;
  using shape_type = shape<D...>;
  static constexpr int count = (1 * ... * D);
};
template <class A, int N, int... D>
struct array_of<A[N], D...> : array_of<A, D..., N> {};
template <class U, int... D>
struct nested {
  using type = U;
};
template <class U, int First, int... D>
struct nested<U, First, D...> {
  using type = typename nested<U, D...>::type[First];
};
template <class U, class S>
struct array_of_shape;
template <class U, int... D>
struct array_of_shape<U, shape<D...>> : nested<U, D...> {};

/// How an array is given. A null pointer cannot say it: with sanitizers g++ does not compare
/// pointers in constant expressions.
enum class array_form : unsigned char { none, flat, nested, first };

/// An array of Count elements U: flat, nested like shape S, or a pointer to the first of at least
/// as many. In a constant expression no cast turns it into bytes; copying the whole array is cheap.
template <class U, class S, int Count>
struct array_pointer {
  using bytes = constant_bytes_of<Count* static_cast<int>(sizeof(U))>;
  using nest = typename array_of_shape<U, S>::type;

  array_form how = array_form::none;
  const U (*flat)[Count] = nullptr;
  const nest* nested = nullptr;
  const U* first = nullptr;

  template <class A>
  constexpr void set(const A& array) {
    if constexpr (__is_same(A, U[Count])) {
      how = array_form::flat, flat = &array;
    } else if constexpr (__is_same(A, nest)) {
      how = array_form::nested, nested = &array;
    } else {
      how = array_form::first, first = array;
    }
    // for an array that is const but not constexpr the evaluation fails here, at the user's line
    if constexpr (!__is_same(A, nest) || __is_same(A, U[Count])) {
      [[maybe_unused]] const U readable = array[0];
    }
  }
  constexpr const void* address() const {
    switch (how) {
      case array_form::flat: return flat;
      case array_form::nested: return nested;
      default: return first;
    }
  }
  constexpr bytes copy() const {
    if (how == array_form::flat) return __builtin_bit_cast(bytes, *flat);
    if (how == array_form::nested) return __builtin_bit_cast(bytes, *nested);
    elements all{};
    for (int i = 0; i < Count; ++i) all.number[i] = first[i];
    return __builtin_bit_cast(bytes, all);
  }

 private:
  struct elements {
    U number[Count];
  };
};

/// The array behind a constant of Count codes of type Code and shape S.
template <class Code, class S, int Count>
struct typed_array {
  using element = typename elements_of<Code>::type;
  using other = typename elements_of<Code>::other;

  array_pointer<element, S, Count> array{};
  array_pointer<other, S, Count> array_of_other{};

  static constexpr bool is_for_bytes_alone = false;
  /// Whether arrays of U are accepted; errors name `element` as the type to use.
  template <class U>
  static constexpr bool takes = __is_same(U, element) || __is_same(U, other);
  template <class U>
  constexpr auto& pointer() {
    if constexpr (__is_same(U, element)) return array;
    else return array_of_other;
  }
  constexpr bool is_set() const { return has_first() || array_of_other.how != array_form::none; }
  constexpr const void* address() const {
    return has_first() ? array.address() : array_of_other.address();
  }
  constexpr auto copy() const { return has_first() ? array.copy() : array_of_other.copy(); }

 private:
  constexpr bool has_first() const { return array.how != array_form::none; }
};
/// No array of numbers: codes of fewer than 8 bits share bytes, and blocks share a scale.
struct no_typed_array {
  static constexpr bool is_for_bytes_alone = true;
  static constexpr bool is_set() { return false; }
};
/// The array behind a constant of Count codes of format F that is not given as bytes.
template <class F, class Code, class S, int Count, bool Alone>
struct typed_array_of {
  using type = typed_array<Code, S, Count>;
};
template <class F, class Code, class S, int Count>
struct typed_array_of<F, Code, S, Count, true> {
  using type = no_typed_array;
};
template <class F>
inline constexpr bool has_whole_bytes = F::bits >= 8 && !requires { typename F::kind::blocks; };
template <class F, class Code, class S, int Count>
using typed_array_t = typename typed_array_of<F, Code, S, Count, !has_whole_bytes<F>>::type;

}  // namespace detail

}  // namespace ETCH_NAMESPACE
