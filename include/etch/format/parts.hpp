// Numbers taken apart: exact arithmetic on sign, exponent and significand in integers alone, so
// that every compiler and machine rounds alike.
#pragma once

#include <etch/base/rounding.hpp>

namespace ETCH_NAMESPACE {

/// (-1)^negative * 2^exponent * significand / 2^63, bit 63 of the significand set. The last bit of
/// a significand that has no room for the number is 1 (round to odd): rounding once more to 61 bits
/// or fewer then gives what rounding the exact number gives.
struct parts {
  enum class what : std::uint8_t { zero, number, infinite, none };
  what is = what::zero;
  bool negative = false;
  int exponent = 0;
  std::uint64_t significand = 0;

  constexpr bool operator==(const parts&) const = default;
  static constexpr parts none() { return {what::none, false, 0, 0}; }
};

namespace detail {
/// x / 2^by, the last bit set where bits are lost; by >= 0.
constexpr std::uint64_t shift_to_odd(std::uint64_t x, int by) {
  if (by == 0) return x;
  if (by > 63) return x != 0 ? 1 : 0;
  return x >> by | ((x << (64 - by)) != 0 ? 1U : 0U);
}
/// The upper half of a * b, the last bit set where the lower half is not 0.
constexpr std::uint64_t multiply_to_odd(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t low = 0xffffffff;
  const std::uint64_t ll = (a & low) * (b & low), lh = (a & low) * (b >> 32);
  const std::uint64_t hl = (a >> 32) * (b & low), hh = (a >> 32) * (b >> 32);
  const std::uint64_t middle = (ll >> 32) + (lh & low) + (hl & low);
  const std::uint64_t high = hh + (lh >> 32) + (hl >> 32) + (middle >> 32);
  return high | ((middle << 32 | (ll & low)) != 0 ? 1U : 0U);
}
}  // namespace detail

/// (-1)^negative * significand * 2^(exponent - 63) with bit 63 brought to its place.
constexpr parts normalised(bool negative, int exponent, std::uint64_t significand) {
  if (significand == 0) return {parts::what::zero, negative, 0, 0};
  const int zeros = __builtin_clzll(significand);
  return {parts::what::number, negative, exponent - zeros, significand << zeros};
}

/// n * 2^exponent.
constexpr parts parts_of(long long n, int exponent = 0) {
  const auto size = static_cast<std::uint64_t>(n);
  return normalised(n < 0, exponent + 63, n < 0 ? 0 - size : size);
}

/// The parts of a floating-point number of Mantissa stored bits, given as its bits.
template <int Mantissa, int Exponent>
constexpr parts parts_of_bits(std::uint64_t bits) {
  constexpr int bias = (1 << (Exponent - 1)) - 1, all_ones = (1 << Exponent) - 1;
  const bool negative = (bits >> (Mantissa + Exponent) & 1) != 0;
  const auto field = static_cast<int>(bits >> Mantissa & all_ones);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << Mantissa) - 1);
  if (field == all_ones) {
    return {fraction == 0 ? parts::what::infinite : parts::what::none, negative, 0, 0};
  }
  const std::uint64_t whole = field == 0 ? 0 : std::uint64_t{1} << Mantissa;
  return normalised(negative, maximum(field, 1) - bias, (whole | fraction) << (63 - Mantissa));
}
constexpr parts parts_of(double x) {
  return parts_of_bits<52, 11>(__builtin_bit_cast(std::uint64_t, x));
}
constexpr parts parts_of(float x) {
  return parts_of_bits<23, 8>(__builtin_bit_cast(std::uint32_t, x));
}

/// -x.
constexpr parts negated(parts x) {
  x.negative = !x.negative;
  return x;
}

/// a + b; the exact sum of opposite numbers is +0.
constexpr parts add(const parts& a, const parts& b) {
  using what = parts::what;
  if (a.is == what::none || b.is == what::none) return parts::none();
  if (a.is == what::infinite) {
    return b.is == what::infinite && a.negative != b.negative ? parts::none() : a;
  }
  if (b.is == what::infinite) return b;
  if (a.is == what::zero && b.is == what::zero) return {what::zero, a.negative && b.negative, 0, 0};
  if (a.is == what::zero) return b;
  if (b.is == what::zero) return a;
  const bool swap =
      a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand);
  const parts &x = swap ? b : a, &y = swap ? a : b;
  // two bits to spare: one for the carry, one so that a difference keeps its last bit odd
  const std::uint64_t large = detail::shift_to_odd(x.significand, 2);
  const std::uint64_t small = detail::shift_to_odd(y.significand, x.exponent - y.exponent + 2);
  if (x.negative == y.negative) return normalised(x.negative, x.exponent + 2, large + small);
  if (large == small) return {};
  return normalised(x.negative, x.exponent + 2, large - small);
}

/// a * b.
constexpr parts multiply(const parts& a, const parts& b) {
  using what = parts::what;
  const bool negative = a.negative != b.negative;
  if (a.is == what::none || b.is == what::none) return parts::none();
  if (a.is == what::infinite || b.is == what::infinite) {
    const bool by_zero = a.is == what::zero || b.is == what::zero;
    return by_zero ? parts::none() : parts{what::infinite, negative, 0, 0};
  }
  if (a.is == what::zero || b.is == what::zero) return {what::zero, negative, 0, 0};
  return normalised(negative, a.exponent + b.exponent + 1,
                    detail::multiply_to_odd(a.significand, b.significand));
}

/// a / b; x / 0 is infinite, 0 / 0 no number.
constexpr parts divide(const parts& a, const parts& b) {
  using what = parts::what;
  const bool negative = a.negative != b.negative;
  if (a.is == what::none || b.is == what::none || (a.is == b.is && a.is != what::number)) {
    return parts::none();
  }
  if (a.is == what::infinite || b.is == what::zero) return {what::infinite, negative, 0, 0};
  if (a.is == what::zero || b.is == what::infinite) return {what::zero, negative, 0, 0};
  std::uint64_t rest = a.significand, quotient = 0;
  for (int i = 0; i < 64; ++i) {  // one bit of the quotient after the other, the first of weight 1
    const bool carry = i > 0 && (rest >> 63) != 0;
    if (i > 0) rest <<= 1;
    quotient <<= 1;
    if (carry || rest >= b.significand) rest -= b.significand, quotient |= 1;
  }
  return normalised(negative, a.exponent - b.exponent, quotient | (rest != 0 ? 1U : 0U));
}

/// What `rest` of a step, in units of step / 2^64, adds to the magnitude of x cut off there: 0
/// or 1. `standard` and the policies of TensorFlow Lite round ties to even.
constexpr int round_up(const parts& x, std::uint64_t rest, bool odd, rounding r) {
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  if (is_stochastic(r)) return rest > stochastic_threshold(r) ? 1 : 0;
  switch (r) {
    case rounding::toward_zero: return 0;
    case rounding::half_away: return rest >= half ? 1 : 0;
    case rounding::half_up: return rest > half || (rest == half && !x.negative) ? 1 : 0;
    default: return rest > half || (rest == half && odd) ? 1 : 0;
  }
}

/// The significand cut to its first `keep` bits, keep < 64 of any sign, and rounded: an integer
/// below or equal to 2^keep.
constexpr std::uint64_t rounded(const parts& x, int keep, rounding r) {
  if (keep < -1) keep = -1;
  const std::uint64_t kept = keep <= 0 ? 0 : x.significand >> (64 - keep);
  const std::uint64_t rest =
      keep <= 0 ? detail::shift_to_odd(x.significand, -keep) : x.significand << keep;
  return kept + static_cast<std::uint64_t>(round_up(x, rest, (kept & 1) != 0, r));
}

/// The floating-point number of Mantissa stored bits nearest to x, as its bits; beyond the range
/// infinity.
template <int Mantissa, int Exponent>
constexpr std::uint64_t bits_of_parts(const parts& x, rounding r = rounding::half_even) {
  constexpr int bias = (1 << (Exponent - 1)) - 1;
  constexpr std::uint64_t infinity = ((std::uint64_t{1} << Exponent) - 1) << Mantissa;
  const std::uint64_t sign = std::uint64_t{x.negative} << (Mantissa + Exponent);
  if (x.is == parts::what::zero) return sign;
  if (x.is == parts::what::none) return infinity | std::uint64_t{1} << (Mantissa - 1);
  if (x.is == parts::what::infinite || x.exponent > bias) return sign | infinity;
  const int below = minimum(x.exponent + bias - 1, 0);  // places below the normal numbers
  const std::uint64_t steps = rounded(x, Mantissa + 1 + below, r);
  const auto first = static_cast<std::uint64_t>(maximum(x.exponent + bias - 1, 0));
  return sign | ((first << Mantissa) + steps);
}
constexpr double double_of(const parts& x) {
  return __builtin_bit_cast(double, bits_of_parts<52, 11>(x));
}
constexpr float float_of(const parts& x) {
  return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits_of_parts<23, 8>(x)));
}

}  // namespace ETCH_NAMESPACE
