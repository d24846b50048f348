// Limits of codes; last steps and functions of one element where a format is no integer. V is a
// typed_value.
#pragma once

#include <etch/format/exact.hpp>
#include <etch/kernel/kernel.hpp>

namespace ETCH_NAMESPACE {

/// Codes low .. high.
template <class T>
struct limits {
  T low;
  T high;
};
/// The code of a number that may lie outside the limits.
template <class T>
constexpr T code_within(int code, const limits<T>& l) {
  if (static_cast<double>(code) < static_cast<double>(l.low)) return l.low;
  if (static_cast<double>(code) > static_cast<double>(l.high)) return l.high;
  return static_cast<T>(code);
}

/// Ends a sum in floating point, or one of a user's arithmetic: y = clamp(sum).
template <class V, rounding R>
struct real_finish {
  limits<typename V::storage> l;
  template <class Sum>
  constexpr typename V::storage operator()(const Sum& sum, int) const {
    if constexpr (__is_same(Sum, double)) {
      return clamp(write_parts<V, R>(parts_of(sum)), l.low, l.high);
    } else {
      return clamp(write_float<V, R>(static_cast<float>(sum)), l.low, l.high);
    }
  }
};
/// Ends an exact sum in units of 2^-Frac.
template <class V, rounding R, int Frac>
struct exact_finish {
  limits<typename V::storage> l;
  template <class Sum>
  constexpr typename V::storage operator()(const Sum& sum, int) const {
    return clamp(write_parts<V, R>(parts_of_sum(sum, Frac)), l.low, l.high);
  }
};
/// Leaves an exact sum in units of 2^-Frac exact: the output V is a quire.
template <class V, int Frac>
struct quire_finish {
  template <class Sum>
  constexpr typename V::storage operator()(const Sum& sum, int) const {
    if constexpr (__is_same(Sum, typename V::storage)) {
      return sum;
    } else {
      if (parts_of_sum(sum, 0).is == parts::what::none) return V::storage::nar();
      typename V::storage y;
      y.add(sum, V::is.number.frac - Frac);
      return y;
    }
  }
};

/// Whether the three are of one floating-point kind of 11 significant bits or fewer: the result in
/// single precision, rounded again, is the exact one rounded once (24 >= 2 * 11 + 2).
template <class A, class B, class Y>
inline constexpr bool single_suffices =
    __is_same(typename A::kind, typename B::kind) &&
    __is_same(typename A::kind, typename Y::kind) && holds_in_single<A> && !is_f32(A::is.number);

/// y = clamp(a + b), or a - b where Sign is -1: the exact number rounded once.
template <class A, class B, class Y, rounding R, int Sign>
struct real_sum {
  limits<typename Y::storage> l;
  constexpr auto operator()(typename A::storage a, typename B::storage b) const {
    if constexpr (single_suffices<A, B, Y> && rounds_to_even(R)) {
      const float x = read_float<A>(a), z = read_float<B>(b);
      return clamp(write_float<Y, R>(Sign > 0 ? x + z : x - z), l.low, l.high);
    } else {
      const parts z = read_parts<B>(b);
      const parts sum = etch::add(read_parts<A>(a), Sign > 0 ? z : negated(z));
      return clamp(write_parts<Y, R>(sum), l.low, l.high);
    }
  }
};
/// y = clamp(a b): the exact number rounded once.
template <class A, class B, class Y, rounding R>
struct real_product {
  limits<typename Y::storage> l;
  constexpr auto operator()(typename A::storage a, typename B::storage b) const {
    if constexpr (single_suffices<A, B, Y> && rounds_to_even(R)) {
      return clamp(write_float<Y, R>(read_float<A>(a) * read_float<B>(b)), l.low, l.high);
    } else {
      return clamp(write_parts<Y, R>(multiply(read_parts<A>(a), read_parts<B>(b))), l.low, l.high);
    }
  }
};
/// y = clamp(x) in another format.
template <class X, class Y, rounding R>
struct real_conversion {
  limits<typename Y::storage> l;
  constexpr typename Y::storage operator()(const typename X::storage& x, int c) const {
    if constexpr (holds_in_single<X>) {
      return clamp(write_float<Y, R>(read_float<X>(x, c)), l.low, l.high);
    } else {
      return clamp(write_parts<Y, R>(read_parts<X>(x, c)), l.low, l.high);
    }
  }
};
/// Integer to f32: y = clamp(unit[c] * (code - zero)).
template <int Channels>
struct integer_to_float {
  float unit[Channels];
  std::int32_t zero;
  float low, high;
  template <class Code>
  constexpr float operator()(Code code, int c) const {
    const auto steps = [&] {
      if constexpr (sizeof(Code) == 8) return code;
      else return integer_arithmetic::read(code, zero);
    }();
    return clamp(unit[Channels == 1 ? 0 : c] * static_cast<float>(steps), low, high);
  }
};

/// x where it is not below 0, else slope x rounded once.
template <class V, rounding R>
struct real_slope {
  float slope;
  constexpr typename V::storage operator()(const typename V::storage& x, int) const {
    if (!(x < write_parts<V, R>({}))) return x;
    return write_parts<V, R>(multiply(read_parts<V>(x), parts_of(slope)));
  }
};
/// f in single precision, rounded once more to Y.
template <class X, class Y, rounding R, class F>
struct real_function {
  F f;
  constexpr typename Y::storage operator()(const typename X::storage& x, int c) const {
    const float number = read_float<X>(x, c);
    if (!(number == number)) return write_parts<Y, R>(parts::none());  // clang computes with no NaN
    return write_float<Y, R>(f(number, c));
  }
};

}  // namespace ETCH_NAMESPACE
