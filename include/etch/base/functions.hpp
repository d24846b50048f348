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

}  // namespace ETCH_NAMESPACE
