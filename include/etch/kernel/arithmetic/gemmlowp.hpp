// Fixed-point functions of gemmlowp, bit for bit: the parts of TensorFlow Lite's int8 softmax,
// logistic and tanh.
#pragma once

#include <etch/base/rounding.hpp>
#include <etch/base/tables.hpp>

namespace ETCH_NAMESPACE {

namespace detail {
/// exp(a) in Q0.31 for a in Q0.31, -1/4 <= a < 0: a Taylor polynomial around -1/8.
constexpr std::int32_t exp_near_zero(std::int32_t a) {
  constexpr std::int32_t exp_of_eighth = 1895147668, third = 715827883;
  const std::int32_t x = a + (std::int32_t{1} << 28);
  const std::int32_t x2 = multiply_high_doubling(x, x);
  const std::int32_t x3 = multiply_high_doubling(x2, x);
  const std::int32_t x4 = multiply_high_doubling(x2, x2);
  const std::int32_t cubic = multiply_high_doubling(shift_half_away(x4, 2) + x3, third) + x2;
  return exp_of_eighth + multiply_high_doubling(exp_of_eighth, x + shift_half_away(cubic, 1));
}
/// 2 / (1 + a) in Q2.29 for 0 <= a <= 1 in Q0.31: three Newton steps.
constexpr std::int32_t two_over_one_plus(std::int32_t a) {
  constexpr std::int32_t c48_17 = 1515870810, minus_32_17 = -1010580540,
                         one = std::int32_t{1} << 29;  // Q2.29
  const auto half = static_cast<std::int32_t>((static_cast<std::int64_t>(a) + INT32_MAX + 1) / 2);
  std::int32_t x = c48_17 + multiply_high_doubling(half, minus_32_17);
  for (int step = 0; step < 3; ++step) {
    const std::int32_t error = one - multiply_high_doubling(half, x);
    x += shift_left_saturated(multiply_high_doubling(x, error), 2);
  }
  return x;
}
}  // namespace detail

/// exp(-2^k), k = -2 .. 4, in Q0.31.
struct powers_of_e {
  std::int32_t power[7]{1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242};
};

/// exp(a) in Q0.31 for a <= 0 with 4 or 5 integer bits, Q4.27 or Q5.26 (gemmlowp's
/// exp_on_negative_values).
template <int IntegerBits = 5>
constexpr std::int32_t exp_of_negative(std::int32_t a) {
  constexpr std::int32_t quarter = std::int32_t{1} << (29 - IntegerBits);
  if (a == 0) return INT32_MAX;
  const std::int32_t fine = (a & (quarter - 1)) - quarter;
  const std::int32_t coarse = fine - a;
  std::int32_t y = detail::exp_near_zero(fine * (std::int32_t{1} << IntegerBits));
  for (int k = 0; k < IntegerBits + 2; ++k) {
    if ((coarse & (quarter << k)) != 0)
      y = multiply_high_doubling(y, shared_table<powers_of_e>.power[k]);
  }
  return y;
}

/// 1 / (1 + a) in Q0.31 for 0 <= a <= 1 in Q0.31.
constexpr std::int32_t one_over_one_plus(std::int32_t a) {
  return shift_left_saturated(detail::two_over_one_plus(a), 1);
}
/// (1 - a) / (1 + a) in Q0.31 for 0 <= a <= 1 in Q0.31.
constexpr std::int32_t one_minus_over_one_plus(std::int32_t a) {
  return shift_left_saturated(detail::two_over_one_plus(a) - (std::int32_t{1} << 29), 2);
}

/// 1 / (1 + exp(-a)) in Q0.31 for a in Q4.27 (gemmlowp's logistic).
constexpr std::int32_t logistic(std::int32_t a) {
  if (a == 0) return std::int32_t{1} << 30;
  const std::int32_t above = one_over_one_plus(exp_of_negative<4>(a > 0 ? -a : a));
  return a > 0 ? above : INT32_MAX - above;
}
/// tanh(a) in Q0.31 for a in Q4.27 (gemmlowp's tanh): 2 a is the same number in Q5.26.
constexpr std::int32_t hyperbolic_tangent(std::int32_t a) {
  if (a == 0) return 0;
  const std::int32_t size = one_minus_over_one_plus(exp_of_negative<5>(a > 0 ? -a : a));
  return a > 0 ? size : -size;
}

/// 1 / x = scale * 2^-(bits_over_unit + 31) for x > 0 in Q12.19 (TensorFlow Lite's GetReciprocal).
struct reciprocal {
  std::int32_t scale;
  int bits_over_unit;
};
constexpr reciprocal reciprocal_of(std::int32_t x) {
  const auto bits = static_cast<std::uint32_t>(x);
  int zeros = 0;
  while ((bits << zeros & 0x80000000U) == 0) ++zeros;
  const std::uint32_t fraction = (bits << zeros) - 0x80000000U;
  return {one_over_one_plus(static_cast<std::int32_t>(fraction)), 12 - zeros};
}

}  // namespace ETCH_NAMESPACE
