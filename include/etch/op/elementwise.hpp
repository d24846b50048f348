// Shared by element-wise operators: output element i depends only on element i of the inputs.
#pragma once

#include <etch/op/channels.hpp>

namespace ETCH_NAMESPACE {

/// A value with the format, shape and layout of x.
constexpr inference like(const operand& x) { return {{}, {x.number, x.shape, x.layout}}; }

/// A value like x, unless x is a 32-bit sum.
constexpr inference like_value(const operand& x) {
  if (const diagnosis d = needs_format(x)) return {d};
  return like(x);
}

/// A value like x whose affine codes of 8 bits have this scale and zero point (that of int8);
/// numbers with a point of their own keep their format, and `refused` says that others are refused.
constexpr inference like_in_8_bits(const operand& x, double scale, int zero,
                                   const diagnosis& refused) {
  if (const diagnosis d = needs_format(x)) return {d};
  const format& f = x.number;
  inference y = like(x);
  if (is_real(f)) return y;
  if (!is_scaled(f) || f.bits != 8) return {refused};
  y.output.number.scale = scale;
  y.output.number.zero = is_unsigned_affine(f) ? zero + 128 : zero;
  return y;
}

namespace error {
inline void the_affine_sum_in_units_of_the_output_needs_more_than_31_bits(long /*bits*/,
                                                                          long /*most*/) {}
inline void the_value_times_its_slope_in_units_of_the_output_needs_more_than_31_bits(
    long /*bits*/, long /*most*/) {}
}  // namespace error

/// Left shift of the operands in TensorFlow Lite's ADD and SUB.
constexpr int sum_headroom(const format& y) { return y.bits <= 8 ? 20 : 15; }
/// The factor from the sum of the shifted operands a and b to the code of y.
constexpr double sum_factor(const format& a, const format& b, const format& y) {
  return 2 * maximum(a.unit(), b.unit()) / ((wide_int{1} << sum_headroom(y)) * y.unit());
}
/// Refuses affine values whose sum overflows 32 bits before it is scaled to y.
constexpr diagnosis check_affine_sum(const format& a, const format& b, const format& y) {
  const int bits = maximum(magnitude(a), magnitude(b)) + sum_headroom(y);
  const int scaled = bits + places_left(sum_factor(a, b, y));
  if (scaled <= 30) return {};
  return {.refuse = error::the_affine_sum_in_units_of_the_output_needs_more_than_31_bits,
          .message = "the affine sum in units of the output needs {} bits, at most {} are possible",
          .have = scaled + 1,
          .want = 31};
}

/// Refuses affine values x that overflow 32 bits when they are scaled to y, alone or times a slope
/// of so many bits and this unit.
constexpr diagnosis check_slope(const format& x, double slope, int slope_bits, const format& y) {
  const double ratio = x.unit() / y.unit();
  const int bits =
      magnitude(x) + maximum(places_left(ratio), slope_bits + places_left(ratio * slope));
  if (bits <= 30) return {};
  return {.refuse = error::the_value_times_its_slope_in_units_of_the_output_needs_more_than_31_bits,
          .message =
              "the value times its slope in units of the output needs {} bits, at most {} "
              "are possible",
          .have = bits + 1,
          .want = 31};
}

/// The range of one row.
constexpr row_range only_row(int row) { return {row, row}; }

}  // namespace ETCH_NAMESPACE
