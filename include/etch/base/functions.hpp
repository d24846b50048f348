// Functions of real numbers for constants that the compiler computes; nothing of std.
#pragma once

#include <etch/base/math.hpp>

namespace ETCH_NAMESPACE {

/// e^x for |x| <= 700, within a relative error of 2^-50.
constexpr double natural_exponential(double x) {
  const double turns = x * 1.4426950408889634;
  const auto n = static_cast<int>(floor_to_integer(turns + 0.5));
  const double r = (x - n * 0.693147180369123816490) - n * 1.90821492927058770002e-10;
  double term = 1, sum = 1;
  for (int k = 1; k <= 14; ++k) {
    term *= r / k;
    sum += term;
  }
  return sum * power_of_two(n);
}

/// The square root of x >= 0, within a relative error of 2^-50.
constexpr double square_root(double x) {
  if (!(x > 0)) return 0;
  const split_double s = split(x);
  const bool odd = s.exponent % 2 != 0;
  const double m = odd ? s.fraction / 2 : s.fraction;  // [1/4, 1)
  double root = 0.5 + 0.5 * m;
  for (int k = 0; k < 6; ++k) root = 0.5 * (root + m / root);
  return root * power_of_two((s.exponent + (odd ? 1 : 0)) / 2);
}

/// The natural logarithm of x > 0, within a relative error of 2^-50 of it or 2^-52.
constexpr double natural_logarithm(double x) {
  split_double s = split(x);
  if (s.fraction < 0.70710678118654752) s.fraction *= 2, --s.exponent;
  const double t = (s.fraction - 1) / (s.fraction + 1), square = t * t;
  double power = t, sum = 0;
  for (int k = 1; k <= 25; k += 2) {
    sum += power / k;
    power *= square;
  }
  return s.exponent * 0.69314718055994531 + 2 * sum;
}

/// The sine of x, within 2^-45 for |x| <= 2^20.
constexpr double sine(double x) {
  const auto n = floor_to_integer(x * 0.31830988618379067 + 0.5);  // of pi
  const auto turns = static_cast<double>(n);
  const double r = (x - turns * 3.1415926218032837) - turns * 3.178650954705639e-8;
  double term = r, sum = 0;
  for (int k = 1; k <= 21; k += 2) {
    sum += term;
    term *= -r * r / ((k + 1) * (k + 2));
  }
  return n % 2 != 0 ? -sum : sum;
}

/// The error function of x, within 2^-48.
constexpr double error_function(double x) {
  const double size = x < 0 ? -x : x;
  if (size > 6) return x < 0 ? -1 : 1;
  // all terms have one sign: 2 / sqrt(pi) e^(-x^2) sum of 2^k x^(2k+1) / (1 3 5 .. (2k+1))
  double term = size, sum = 0;
  for (int k = 1; k <= 140; ++k) {
    sum += term;
    term *= 2 * size * size / (2 * k + 1);
  }
  const double y = 1.1283791670955126 * natural_exponential(-size * size) * sum;
  return x < 0 ? -y : y;
}

}  // namespace ETCH_NAMESPACE
