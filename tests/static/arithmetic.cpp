// Rounding and fixed-point products against their definitions in whole numbers of 64 bits,
// asserted by the compiler: each tie of either sign, the largest numbers, and factors at their
// limits.
#include <etch/base/functions.hpp>
#include <etch/base/rounding.hpp>
#include <initializer_list>

namespace {

using namespace etch;
using wide = long long;

/// floor(x / 2^shift).
constexpr wide floor_shift(wide x, int shift) { return x >> shift; }
/// x / 2^shift by policy r, written out.
constexpr wide rounded_shift(wide x, int shift, rounding r) {
  if (shift == 0) return x;
  const wide unit = wide{1} << shift, below = floor_shift(x, shift), twice = 2 * (x - below * unit);
  if (r == rounding::half_up) return below + (twice >= unit ? 1 : 0);
  if (r == rounding::toward_zero) return below + (x < 0 && twice > 0 ? 1 : 0);
  if (r == rounding::half_even)
    return below + (twice > unit || (twice == unit && below % 2 != 0) ? 1 : 0);
  return below + (twice > unit || (twice == unit && x >= 0) ? 1 : 0);  // half away
}
constexpr std::int32_t numbers[]{0,
                                 1,
                                 -1,
                                 2,
                                 -2,
                                 3,
                                 -3,
                                 5,
                                 -5,
                                 6,
                                 -6,
                                 7,
                                 -7,
                                 8,
                                 -8,
                                 11,
                                 -11,
                                 12,
                                 -12,
                                 13,
                                 -13,
                                 100,
                                 -100,
                                 4095,
                                 -4095,
                                 4096,
                                 -4096,
                                 65535,
                                 65536,
                                 -65537,
                                 123457,
                                 -765432,
                                 INT32_MAX,
                                 INT32_MIN,
                                 INT32_MAX - 1,
                                 INT32_MIN + 1,
                                 1 << 30,
                                 -(1 << 30),
                                 0x5a827999,
                                 0x12345679,
                                 305419918,
                                 305419946,
                                 305419981,
                                 -0x2345678b,
                                 33554435,
                                 -50331653};
/// Whether f(x) == g(x) for all these numbers.
template <class F, class G>
constexpr bool same(const F& f, const G& g) {
  for (const std::int32_t x : numbers) {
    if (f(x) != static_cast<std::int32_t>(g(x))) return false;
  }
  return true;
}
constexpr bool shifts_round() {
  for (int s = 0; s <= 30; ++s) {
    const bool all =
        same([&](std::int32_t x) { return shift_half_away(x, s); },
             [&](wide x) { return rounded_shift(x, s, rounding::half_away); }) &&
        same([&](std::int32_t x) { return x > INT32_MAX - (1 << 29) ? 0 : shift_half_up(x, s); },
             [&](wide x) {
               return x > INT32_MAX - (1 << 29) ? 0 : rounded_shift(x, s, rounding::half_up);
             }) &&
        same(
            [&](std::int32_t x) {
              return x > INT32_MIN / 2 && x < INT32_MAX / 2 ? shift_toward_zero(x, s) : 0;
            },
            [&](wide x) {
              return x > INT32_MIN / 2 && x < INT32_MAX / 2
                         ? rounded_shift(x, s, rounding::toward_zero)
                         : 0;
            });
    if (!all) return false;
    for (const rounding r : {rounding::half_away, rounding::half_even, rounding::toward_zero}) {
      const bool exact = same(
          [&](std::int32_t x) {
            if (s == 0) return x;
            const auto y = r == rounding::half_away   ? shift_rounded<rounding::half_away>(x, s)
                           : r == rounding::half_even ? shift_rounded<rounding::half_even>(x, s)
                                                      : shift_rounded<rounding::toward_zero>(x, s);
            return static_cast<std::int32_t>(y);
          },
          [&](wide x) { return rounded_shift(x, s, r); });
      if (!exact) return false;
    }
  }
  return true;
}
static_assert(shifts_round());
constexpr bool products_round() {
  for (const std::int32_t a : numbers) {
    const auto high = [&](wide b) {
      const wide y = (wide{a} * b + (wide{1} << 30)) >> 31;
      return y > INT32_MAX ? wide{INT32_MAX} : y;
    };
    if (!same([&](std::int32_t b) { return multiply_high_doubling(a, b); }, high)) return false;
    const auto by_halves = [&](std::int32_t b) {
      return a == INT32_MIN && b == INT32_MIN ? INT32_MAX
                                              : detail::multiply_high_doubling_by_halves(a, b);
    };
    if (!same(by_halves, high)) return false;
  }
  return true;
}
static_assert(products_round());

// ---- factors
constexpr fixed_point_factor factor(std::int32_t m, int shift) { return {m, shift}; }
static_assert(quantise_factor(1) == factor(1 << 30, 1) &&
              quantise_factor(0.5) == factor(1 << 30, 0));
static_assert(quantise_factor(0) == factor(0, 0));
static_assert(quantise_factor(0.75) == factor(3 << 29, 0));
static_assert(quantise_factor(1 - 1e-12) == factor(1 << 30, 1), "the fraction becomes 1");
static_assert(quantise_factor(power_of_two(-32)) == factor(1 << 30, -31), "the least factor");
static_assert(quantise_factor(power_of_two(-33)) == factor(0, 0));
constexpr std::int32_t multipliers[]{1 << 30, 0x5a827999, INT32_MAX, 0x40000001};
constexpr std::int32_t of_24_bits[]{1 << 30, 0x5a827980, 0x7fffff80, 0x40000080};
constexpr bool factors_round() {
  for (const std::int32_t m : multipliers) {
    for (int s = -20; s <= 0; ++s) {
      const fixed_point_factor f = factor(m, s);
      const bool all =
          same([&](std::int32_t x) { return scale_single_rounding(x, f); },
               [&](wide x) { return rounded_shift(x * m, 31 - s, rounding::half_up); }) &&
          same([&](std::int32_t x) { return scale_double_rounding(x, f); },
               [&](wide x) {
                 return rounded_shift(rounded_shift(x * m, 31, rounding::half_up), -s,
                                      rounding::half_away);
               }) &&
          same([&](std::int32_t x) { return scale_by<rounding::half_even>(x, f); },
               [&](wide x) { return rounded_shift(x * m, 31 - s, rounding::half_even); });
      if (!all) return false;
    }
  }
  return true;
}
static_assert(factors_round());
// to the left first
static_assert(scale_double_rounding(7, factor(1 << 30, 3)) == 28);
static_assert(scale_double_rounding(-7, factor(3 << 29, 2)) == -21);

// XNNPACK's: x, then the product in single precision, then the nearest even integer
constexpr bool singles_round() {
  for (const std::int32_t m : of_24_bits) {
    for (int s = -20; s <= 0; ++s) {
      for (const std::int32_t x : numbers) {
        const float unit = static_cast<float>(m) * static_cast<float>(power_of_two(s - 31));
        const double product = static_cast<double>(static_cast<float>(x) * unit);
        const single_product exact = multiply_in_single(x, factor(m, s));
        const double size = static_cast<double>(exact.m) * power_of_two(-exact.below);
        if (size != (product < 0 ? -product : product)) return false;
        const auto below = static_cast<double>(floor_to_integer(product));
        const double rest = product - below;
        const bool odd = floor_to_integer(product) % 2 != 0;
        const double want = below + (rest > 0.5 || (rest >= 0.5 && odd) ? 1 : 0);
        if (want > 1e9 || want < -1e9) continue;
        if (static_cast<double>(scale_in_single(x, factor(m, s))) != want) return false;
      }
    }
  }
  return true;
}
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ == 0
static_assert(singles_round());
#endif

// ---- numbers
static_assert(ceil_div(6, 3) == 2 && ceil_div(7, 3) == 3 && ceil_div(0, 3) == 0);
static_assert(round_up(6, 3) == 6 && round_up(7, 3) == 9);
static_assert(floor_to_integer(-1.5) == -2 && floor_to_integer(-2) == -2 &&
              floor_to_integer(1.5) == 1);
static_assert(round_half_away(0.5) == 1 && round_half_away(-0.5) == -1);
static_assert(round_half_away(2.5) == 3 && round_half_away(-2.5) == -3);
static_assert(round_half_away(0.4999999) == 0 && round_half_away(-2.4999999) == -2);
static_assert(split(1).fraction == 0.5 && split(1).exponent == 1);
static_assert(split(0.5).fraction == 0.5 && split(0.5).exponent == 0);
static_assert(split(-3).fraction == -0.75 && split(-3).exponent == 2);
static_assert(split(0.375).fraction == 0.75 && split(0.375).exponent == -1);
static_assert(power_of_two(-3) == 0.125 && power_of_two(5) == 32);
static_assert(split(1).fraction == 0.5 && split(1).exponent == 1);
static_assert(split(-0.75).fraction == -0.75 && split(-0.75).exponent == 0);
static_assert(split(5e-324).fraction == 0.5 && split(5e-324).exponent == -1073, "subnormal");
static_assert(clamp(5, 1, 3) == 3 && clamp(0, 1, 3) == 1 && clamp(2, 1, 3) == 2);
static_assert(square_root(2.25) == 1.5 && square_root(0.25) == 0.5 && square_root(8) > 2.8284271);
static_assert(natural_exponential(1) > 2.718281828 && natural_exponential(1) < 2.718281829);
static_assert(natural_exponential(-20) > 2.0611536e-9 && natural_exponential(-20) < 2.0611537e-9);

// Every counter of stochastic rounding has a threshold of its own: no two of 4096 are equal.
constexpr bool thresholds_differ() {
  bool taken[4096]{};
  for (std::uint32_t i = 0; i < 4096; ++i) {
    const std::uint64_t t =
        stochastic_threshold(stochastic(i << 12)) ^ stochastic_threshold(stochastic(0));
    const auto last = static_cast<std::uint32_t>(t >> 40 & 0xfff);
    if (i < 2048) taken[last] = true;
  }
  int count = 0;
  for (const bool t : taken) count += t ? 1 : 0;
  return count > 1000;
}
static_assert(thresholds_differ());

}  // namespace
