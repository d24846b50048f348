// Numbers of any format read and written exactly. V describes the format: V::kind, V::storage,
// V::is.number.
#pragma once

#include <etch/format/f32_fused.hpp>
#include <etch/format/float_to_integer.hpp>
#include <etch/format/quire.hpp>

namespace ETCH_NAMESPACE {

/// Whether one step of code is a power of two, in every channel.
constexpr bool has_binary_unit(const format& f) {
  const double fraction = split(f.unit()).fraction;
  return f.channel_scale == nullptr && !(fraction < 0.5) && !(fraction > 0.5);
}

/// Whether single precision holds every number of V, and V says how to get there.
template <class V>
inline constexpr bool holds_in_single =
    is_single<typename V::kind> || requires(typename V::storage code) { V::kind::to_float(code); };

/// The number that `code` of V stands for in channel c. The product of a code and a unit that is no
/// power of two is rounded to single precision.
template <class V, class Code>
constexpr parts read_parts(const Code& code, int c = 0) {
  constexpr const format& f = V::is.number;
  if constexpr (__is_same(typename V::kind, quire_kind)) {
    return parts_of(code, f.frac);
  } else if constexpr (is_single<typename V::kind>) {
    return parts_of(code);
  } else if constexpr (requires { V::kind::unpack(code); }) {
    return V::kind::unpack(code);
  } else if constexpr (V::kind::is_integer && has_binary_unit(f)) {
    return parts_of(static_cast<long long>(code) - f.zero, split(f.unit()).exponent - 1);
  } else if constexpr (V::kind::is_integer) {
    const auto unit = static_cast<float>(f.unit(c));
    return parts_of(unit * static_cast<float>(static_cast<long long>(code) - f.zero));
  } else {
    return parts_of(V::kind::decode(f, code, c));
  }
}
/// The same in single precision, rounded to even.
template <class V, class Code>
constexpr float read_float(const Code& code, int c = 0) {
  if constexpr (is_single<typename V::kind>) return code;
  else if constexpr (holds_in_single<V>) return V::kind::to_float(code);
  else return float_of(read_parts<V>(code, c));
}

/// x in single precision over the unit of integer V, rounded by R, where the quotient is no number
/// real 0 (TensorFlow Lite's QUANTIZE).
template <class V, rounding R>
constexpr auto write_steps(float x) {
  using storage = typename V::storage;
  constexpr const format& f = V::is.number;
  constexpr auto low = static_cast<storage>(V::kind::lowest(f));
  constexpr auto high = static_cast<storage>(V::kind::highest(f));
  return float_to_integer<storage, R>{static_cast<float>(f.unit()), f.zero, low, high}(x, 0);
}

/// The code of V nearest to x by policy R, saturated.
template <class V, rounding R>
constexpr typename V::storage write_parts(const parts& x) {
  using storage = typename V::storage;
  constexpr const format& f = V::is.number;
  if constexpr (is_single<typename V::kind>) {
    return float_of(x);
  } else if constexpr (requires { V::kind::pack(x, R); }) {
    return V::kind::pack(x, R);
  } else if constexpr (V::kind::is_integer && has_binary_unit(f)) {
    constexpr auto low = static_cast<long long>(V::kind::lowest(f));
    constexpr auto high = static_cast<long long>(V::kind::highest(f));
    if (x.is == parts::what::zero || x.is == parts::what::none) {
      return static_cast<storage>(f.zero);
    }
    const int keep = x.exponent - split(f.unit()).exponent + 2;
    if (x.is == parts::what::infinite || keep > 40) {
      return static_cast<storage>(x.negative ? low : high);
    }
    const auto size = static_cast<long long>(rounded(x, keep, integer_rounding(R)));
    return static_cast<storage>(clamp((x.negative ? -size : size) + f.zero, low, high));
  } else if constexpr (V::kind::is_integer) {
    return write_steps<V, R>(float_of(x));
  } else {
    return V::kind::encode(f, double_of(x), R);
  }
}
/// The code of V next to x above or below it by r = stochastic(counter), saturated. Posits lie as
/// their patterns do: between two that differ in regime or exponent the mean is that of patterns.
template <class V>
constexpr typename V::storage write_drawn(const parts& x, rounding r) {
  using storage = typename V::storage;
  constexpr const format& f = V::is.number;
  if constexpr (is_single<typename V::kind>) {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits_of_parts<23, 8>(x, r)));
  } else if constexpr (requires { V::kind::pack(x, r); }) {
    return V::kind::pack(x, r);
  } else if constexpr (V::kind::is_integer) {
    constexpr auto low = static_cast<long long>(V::kind::lowest(f));
    constexpr auto high = static_cast<long long>(V::kind::highest(f));
    const parts steps = divide(x, parts_of(f.unit()));
    if (steps.is == parts::what::zero || steps.is == parts::what::none) {
      return static_cast<storage>(f.zero);
    }
    if (steps.is == parts::what::infinite || steps.exponent > 40) {
      return static_cast<storage>(x.negative ? low : high);
    }
    const auto size = static_cast<long long>(rounded(steps, steps.exponent + 1, r));
    return static_cast<storage>(clamp((x.negative ? -size : size) + f.zero, low, high));
  } else {
    return V::kind::encode(f, double_of(x), r);
  }
}
/// The same as write_parts of a number in single precision.
template <class V, rounding R>
constexpr typename V::storage write_float(float x) {
  if constexpr (is_single<typename V::kind>) return x;
  else if constexpr (rounds_to_even(R) && requires { V::kind::from_float(x); })
    return V::kind::from_float(x);
  else return write_parts<V, R>(parts_of(x));
}

}  // namespace ETCH_NAMESPACE
