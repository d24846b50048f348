// Functions of one number, |x|, sqrt(x), ln(x), ...: in double precision for the tables that the
// compiler makes, in single precision for kernels, and in TensorFlow Lite's fixed point.
#pragma once

#include <etch/base/functions.hpp>
#include <etch/base/rounding.hpp>
#include <etch/kernel/arithmetic/exponential.hpp>
#include <etch/op/unary.hpp>

namespace ETCH_NAMESPACE {

/// The square root of x in single precision, within a relative error of 2^-22; no number below 0.
constexpr float square_root_of(float x) {
  if (x < 0) return __builtin_nanf("");
  if (!(x > 0) || x > 3.4e38F) return x;  // 0, infinity
  if (x < 1e-30F) return square_root_of(x * 1.152921504606846976e18F) * 9.31322574615478516e-10F;
  // an estimate of 1 / root from the exponent, and Newton's steps
  float r = __builtin_bit_cast(float, 0x5f3759dfU - (__builtin_bit_cast(std::uint32_t, x) >> 1));
  const float half = 0.5F * x;
  for (int k = 0; k < 3; ++k) r = r * (1.5F - half * r * r);
  const float root = x * r;
  return root + 0.5F * r * (x - root * root);
}

/// The natural logarithm of x in single precision, within 2^-22 of it or of 1; minus infinity at
/// 0, no number below. x = m 2^n with m next to 1, and a polynomial in m - 1 (Cephes logf).
constexpr float logarithm_of(float x) {
  if (x < 0) return __builtin_nanf("");
  if (!(x > 0)) return -__builtin_inff();
  if (x > 3.4e38F) return x;
  if (x < 1.2e-38F) return logarithm_of(x * 16777216.0F) - 16.635532333F;
  const auto bits = __builtin_bit_cast(std::uint32_t, x);
  auto n = static_cast<float>(static_cast<std::int32_t>(bits >> 23) - 126);
  float m = __builtin_bit_cast(float, (bits & 0x7fffffU) | 0x3f000000U);  // [1/2, 1)
  if (m < 0.707106781F) m = m + m, n -= 1;
  m -= 1;
  const float z = m * m;
  float p = 7.0376836292e-2F;
  p = p * m - 1.1514610310e-1F;
  p = p * m + 1.1676998740e-1F;
  p = p * m - 1.2420140846e-1F;
  p = p * m + 1.4249322787e-1F;
  p = p * m - 1.6668057665e-1F;
  p = p * m + 2.0000714765e-1F;
  p = p * m - 2.4999993993e-1F;
  p = p * m + 3.3333331174e-1F;
  const float y = m * z * p + n * -2.12194440e-4F - 0.5F * z;
  return m + y + n * 0.693359375F;
}

/// e^x - 1 in single precision, within a relative error of 2^-21 for x <= 0.
constexpr float power_less_one_of(float x) {
  return x > -0.34F && x < 0.34F ? detail::power_less_one(x) : exponential(x) - 1.0F;
}

/// The share of a normal distribution below x, in single precision within 2^-22: 1 less a
/// polynomial in 1 / (1 + p x) times e^(-x x / 2) (Abramowitz and Stegun 7.1.26).
constexpr float normal_share_of(float x) {
  const float size = (x < 0 ? -x : x) * 0.707106781F;
  const float t = 1.0F / (1.0F + 0.3275911F * size);
  float p = 1.061405429F;
  p = p * t - 1.453152027F;
  p = p * t + 1.421413741F;
  p = p * t - 0.284496736F;
  p = p * t + 0.254829592F;
  const float above = 0.5F * p * t * exponential(-size * size);
  return x < 0 ? above : 1.0F - above;
}

/// The next integer below x.
constexpr float floor_of(float x) {
  if (!(x > -8388608.0F && x < 8388608.0F)) return x;  // an integer, infinity or no number
  const auto whole = static_cast<float>(static_cast<std::int32_t>(x));
  return whole > x ? whole - 1 : whole;
}
/// The next integer, of two the even one.
constexpr float nearest_even_of(float x) {
  const float below = floor_of(x), rest = x - below;
  const bool odd = floor_of(0.5F * below) * 2 < below;
  return rest > 0.5F || (rest >= 0.5F && odd) ? below + 1 : below;
}

/// The sine of x + turns pi / 2 in single precision, within 2^-22 for |x| <= 8192: what remains of
/// x beside multiples of pi / 2, and polynomials (Cephes sinf and cosf).
constexpr float sine_of(float x, int turns) {
  if (!(x > -1e9F && x < 1e9F)) return x - x;
  const float n = floor_of(x * 0.636619772F + 0.5F);
  const float r = ((x - n * 1.5703125F) - n * 4.837512969970703e-4F) - n * 7.549789954891882e-8F;
  const float z = r * r;
  const unsigned quarter = static_cast<unsigned>(static_cast<std::int32_t>(n) + turns);
  float y = 0;
  if (quarter % 2 != 0) {
    const float p =
        4.166664568298827e-2F + z * (-1.388731625493765e-3F + z * 2.443315711809948e-5F);
    y = 1.0F - 0.5F * z + z * z * p;
  } else {
    const float p = -1.6666654611e-1F + z * (8.3321608736e-3F + z * -1.9515295891e-4F);
    y = r + r * z * p;
  }
  return quarter / 2 % 2 != 0 ? -y : y;
}

/// Function F of x.
template <unary_function F>
struct float_unary {
  constexpr float operator()(float x, int) const {
    using f = unary_function;
    if constexpr (F == f::absolute) return x < 0 ? -x : x;
    else if constexpr (F == f::negative) return -x;
    else if constexpr (F == f::square) return x * x;
    else if constexpr (F == f::square_root) return square_root_of(x);
    else if constexpr (F == f::reciprocal_square_root) {
      if (x < 0) return __builtin_nanf("");
      return x < 1.2e-38F ? __builtin_inff() : 1.0F / square_root_of(x);
    } else if constexpr (F == f::exponential) {
      return x > 88.7F ? __builtin_inff() : exponential(x);
    } else if constexpr (F == f::logarithm) return logarithm_of(x);
    else if constexpr (F == f::elu) return x < 0 ? power_less_one_of(x) : x;
    else if constexpr (F == f::gelu) return x * normal_share_of(x);
    else if constexpr (F == f::floor) return floor_of(x);
    else if constexpr (F == f::ceiling) return -floor_of(-x);
    else if constexpr (F == f::nearest_even) return nearest_even_of(x);
    else if constexpr (F == f::sine) return sine_of(x, 0);
    else if constexpr (F == f::cosine) return sine_of(x, 1);
    else if constexpr (F == f::error) return 2.0F * normal_share_of(x * 1.41421356F) - 1.0F;
    else return x * logistic_of(1.5957691216F * (x + 0.044715F * x * x * x));
  }
};

/// The integer next to x, of two the even one.
constexpr double nearest_even_at(double x) {
  const long long below = floor_to_integer(x);
  const double rest = x - static_cast<double>(below);
  const bool up = rest > 0.5 || (rest >= 0.5 && below % 2 != 0);
  return static_cast<double>(up ? below + 1 : below);
}

/// Function f of x in double precision; what it gives no number for is far out of every format.
constexpr double unary_at(unary_function f, double x) {
  constexpr double far = 1e30;
  const auto power = [](double of) { return natural_exponential(clamp(of, -600.0, 69.0)); };
  const auto whole = [](double of) { return static_cast<double>(floor_to_integer(of)); };
  switch (f) {
    case unary_function::absolute: return x < 0 ? -x : x;
    case unary_function::negative: return -x;
    case unary_function::square: return x * x;
    case unary_function::square_root: return square_root(x);
    case unary_function::reciprocal_square_root: return x > 0 ? 1 / square_root(x) : far;
    case unary_function::exponential: return power(x);
    case unary_function::logarithm: return x > 0 ? natural_logarithm(x) : -far;
    case unary_function::elu: return x < 0 ? power(x) - 1 : x;
    case unary_function::gelu: return 0.5 * x * (1 + error_function(x * 0.70710678118654752));
    case unary_function::floor: return whole(x);
    case unary_function::ceiling: return -whole(-x);
    case unary_function::nearest_even: return nearest_even_at(x);
    case unary_function::sine: return sine(x);
    case unary_function::cosine: return sine(x + 1.5707963267948966);
    case unary_function::error: return error_function(x);
    case unary_function::gelu_tanh:
      return x / (1 + power(-1.5957691216057308 * (x + 0.044715 * x * x * x)));
  }
  return 0;
}

/// 1 / sqrt(x) of an integer x as multiplier * 2^(shift - 31): TensorFlow Lite's Newton steps in
/// fixed point, which RSQRT and L2_NORMALIZATION of 8 bits take. x >= 0; 0 counts as 1.
constexpr fixed_point_factor reciprocal_root_in_fixed_point(std::int32_t x) {
  if (x <= 1) return {INT32_MAX, 0};
  int right = 11;
  for (; x >= std::int32_t{1} << 29; ++right) x /= 4;
  const int pairs = (leading_zeros(static_cast<std::uint32_t>(x)) - 1) / 2 - 1;
  right -= pairs;
  x <<= 2 * pairs;
  const std::int32_t half = shift_half_away(x >> 1, 1);  // of the number, in Q3.28
  constexpr std::int32_t one = std::int32_t{1} << 28, three_halves = one + one / 2;
  std::int32_t root = one;  // 1 in Q3.28
  for (int k = 0; k < 5; ++k) {
    const std::int32_t square = multiply_high_doubling(root, root);  // Q6.25
    const std::int32_t cube = shift_left_saturated(multiply_high_doubling(square, root), 6);
    const std::int32_t step =
        multiply_high_doubling(three_halves, root) - multiply_high_doubling(half, cube);
    root = shift_left_saturated(step, 3);
  }
  root = multiply_high_doubling(root, 1518500250);  // sqrt(1/2) in Q0.31
  if (right < 0) return {root * (std::int32_t{1} << -right), 0};
  return {root, -right};
}

}  // namespace ETCH_NAMESPACE
