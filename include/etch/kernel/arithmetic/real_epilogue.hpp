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
constexpr T code_within(wide_int code, const limits<T>& l) {
  if (static_cast<double>(code) < static_cast<double>(l.low)) return l.low;
  if (static_cast<double>(code) > static_cast<double>(l.high)) return l.high;
  return static_cast<T>(code);
}

/// Ends a sum in floating point, or one of a user's arithmetic: y = clamp(sum).
template <class V, rounding R>
struct real_epilogue {
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
/// Whether the format of V rounds a Sum in units of 2^-Frac by policy R without its parts.
template <class V, rounding R, int Frac, class Sum>
inline constexpr bool rounds_sums =
    rounds_to_even(R) && requires(Sum sum) { V::kind::template of_sum<Frac>(sum); };
/// Ends an exact sum in units of 2^-Frac.
template <class V, rounding R, int Frac>
struct exact_epilogue {
  static constexpr int frac = Frac;
  limits<typename V::storage> l;
  template <class Sum>
  constexpr typename V::storage operator()(const Sum& sum, int) const {
    if constexpr (rounds_sums<V, R, Frac, Sum>) {
      constexpr auto nar = static_cast<Sum>(std::uint64_t{1} << (8 * sizeof(Sum) - 1));
      if (sum == nar) return clamp(V::storage::nar(), l.low, l.high);
      return end(sum, l.low, l.high);
    } else {
      return clamp(write_parts<V, R>(parts_of_sum(sum, Frac)), l.low, l.high);
    }
  }
  /// The same of a sum that is not NaR.
  template <class Sum>
  ETCH_GLUE static constexpr auto end(Sum sum, typename V::storage low, typename V::storage high) {
    return clamp(V::kind::template of_sum<Frac>(sum), low, high);
  }
};
/// Leaves an exact sum in units of 2^-Frac exact: the output V is a quire.
template <class V, int Frac>
struct quire_epilogue {
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

/// Whether single precision gives what the exact result rounded once by policy R is: the three are
/// f32, or of one floating-point kind of 11 significant bits or fewer (24 >= 2 * 11 + 2).
template <class A, class B, class Y, rounding R>
inline constexpr bool single_suffices =
    __is_same(typename A::kind, typename B::kind) &&
    __is_same(typename A::kind, typename Y::kind) && holds_in_single<A> &&
    (is_f32(A::is.number) || rounds_to_even(R));

/// y = clamp(F{}(a, b)): the exact number rounded once. F takes floats or parts.
template <class A, class B, class Y, rounding R, class F>
struct real_pair {
  limits<typename Y::storage> l;
  constexpr auto operator()(typename A::storage a, typename B::storage b) const {
    if constexpr (single_suffices<A, B, Y, R>) {
      return clamp(write_float<Y, R>(F{}(read_float<A>(a), read_float<B>(b))), l.low, l.high);
    } else {
      return clamp(write_parts<Y, R>(F{}(read_parts<A>(a), read_parts<B>(b))), l.low, l.high);
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
/// Steps of x to f32: y = clamp(unit[c] * steps).
template <int Channels>
struct unit_epilogue {
  float unit[Channels];
  limits<float> l;
  constexpr unit_epilogue(const format& x, limits<float> within) : unit{}, l(within) {
    for (int c = 0; c < Channels; ++c) unit[c] = static_cast<float>(x.unit(c));
  }
  constexpr float operator()(float steps, int c) const {
    return clamp(unit[Channels == 1 ? 0 : c] * steps, l.low, l.high);
  }
};
/// Integer to f32: y = clamp(unit[c] * (code - zero)).
template <int Channels>
struct integer_to_float {
  unit_epilogue<Channels> epilogue;
  std::int32_t zero;
  template <class Code>
  constexpr float operator()(Code code, int c) const {
    if constexpr (sizeof(Code) == 8) return epilogue(static_cast<float>(code), c);
    else return epilogue(static_cast<float>(integer_arithmetic::read(code, zero)), c);
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
