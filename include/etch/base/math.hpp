// Arithmetic that kernels and constexpr analyses share; nothing of std, usable at compile time.
#pragma once

#include <etch/base/features.hpp>

#include <cstdint>

namespace ETCH_NAMESPACE {

/// `int` where that has 32 bits or more; on AVR, whose `int` has 16, `long`.
using wide_int = decltype(2147483647);
/// The largest int.
inline constexpr int most_of_int = static_cast<int>(static_cast<unsigned>(-1) / 2);

/// Numbers: minimum and maximum of anything else are somebody else's words.
template <class T>
concept Ordered = requires(T a, T b) { a < b; };

/// The smaller of a and b, a where neither is.
template <Ordered T>
constexpr T minimum(T a, T b) {
  return b < a ? b : a;
}
/// The larger of a and b, a where neither is.
template <Ordered T>
constexpr T maximum(T a, T b) {
  return a < b ? b : a;
}
/// x limited to [low, high]; low <= high.
template <class T>
constexpr T clamp(T x, T low, T high) {
  return x < low ? low : high < x ? high : x;
}
/// Zeros before the first one of the 32 bits of x; x > 0.
ETCH_GLUE constexpr int leading_zeros(std::uint32_t x) {
  if constexpr (sizeof(unsigned) < sizeof x) return __builtin_clzl(x);
  else return __builtin_clz(static_cast<unsigned>(x));
}
/// a / b rounded up; a >= 0, b > 0.
constexpr int ceil_div(int a, int b) { return (a + b - 1) / b; }
/// n rounded up to a multiple of m; n >= 0, m > 0.
constexpr int round_up(int n, int m) { return ceil_div(n, m) * m; }

/// Largest integer <= x; |x| < 2^62.
constexpr long long floor_to_integer(double x) {
  const auto i = static_cast<long long>(x);
  return static_cast<double>(i) > x ? i - 1 : i;
}
/// Nearest integer, ties away from zero (std::round); |x| < 2^62.
constexpr long long round_half_away(double x) {
  const long long magnitude = floor_to_integer((x < 0 ? -x : x));
  const double rest = (x < 0 ? -x : x) - static_cast<double>(magnitude);
  const long long rounded = magnitude + (rest >= 0.5 ? 1 : 0);
  return x < 0 ? -rounded : rounded;
}

/// 2^n as a double; -1000 <= n <= 1000.
constexpr double power_of_two(int n) {
  return __builtin_bit_cast(double, static_cast<std::uint64_t>(n + 1023) << 52);
}

/// x = fraction * 2^exponent with 0.5 <= |fraction| < 1, or fraction == 0; x is finite.
struct split_double {
  double fraction;
  int exponent;
};
constexpr split_double split(double x) {
  if (x == 0) return {0, 0};
  constexpr int bias = 1022, all_ones = 0x7ff;
  const double least_normal = power_of_two(-1000);
  const bool is_small = x < least_normal && x > -least_normal;
  if (is_small) x *= power_of_two(100);
  const auto bits = __builtin_bit_cast(std::uint64_t, x);
  const int exponent = static_cast<int>(bits >> 52 & all_ones);
  const std::uint64_t fraction = (bits & ~(std::uint64_t{all_ones} << 52)) | std::uint64_t{bias}
                                                                                 << 52;
  return {__builtin_bit_cast(double, fraction), exponent - bias - (is_small ? 100 : 0)};
}

}  // namespace ETCH_NAMESPACE
