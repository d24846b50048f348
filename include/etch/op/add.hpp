#pragma once

#include <etch/op/elementwise.hpp>

namespace etch::inline ETCH_ABI {

namespace error {
inline void add_takes_two_values(long /*values*/, long) {}
inline void add_the_values_have_different_numbers_of_dimensions(long /*first*/, long /*second*/) {}
inline void add_the_values_have_different_sizes(long /*first*/, long /*second*/) {}
inline void add_the_values_and_the_sum_need_formats_of_one_kind(long, long) {}
inline void add_affine_values_and_their_sum_need_the_same_8_or_16_bits(long /*bits*/,
                                                                       long /*sum*/) {}
inline void add_the_fraction_bits_of_the_values_are_too_far_apart(long /*bits*/, long /*most*/) {}
}  // namespace error

namespace ops {

/// y[i] = round(a[i] + b[i]) in the format that the user gives.
///
/// a, b and y of one shape and one kind of format.
/// q: the exact sum in units of the finer operand, then a shift with the value's rounding (half_up
/// by default) and saturation. affine: TensorFlow Lite's ADD, both operands brought to 2 *
/// max(scales) with 20 (int8) or 15 (int16) bits of headroom, the value's rounding being
/// tflite_double or tflite_single. f32: one addition.
struct add {
  static constexpr const char* name = "add";
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = true;
  static constexpr bool format_is_given = true;

  int unused = 0;

  constexpr inference infer(const operands& x) const {
    if (x.count != 2) {
      return {{.refuse = error::add_takes_two_values,
               .message = "add: takes two values, not {}",
               .have = x.count}};
    }
    if (const diagnosis d = needs_format(x[0])) return {d};
    if (const diagnosis d = needs_format(x[1])) return {d};
    const extents &a = x[0].shape, &b = x[1].shape;
    if (a.rank != b.rank) {
      return {{.refuse = error::add_the_values_have_different_numbers_of_dimensions,
               .message = "add: the values have {} and {} dimensions",
               .have = a.rank,
               .want = b.rank}};
    }
    for (int i = 0; i < a.rank; ++i) {
      if (a.d[i] == b.d[i]) continue;
      return {{.refuse = error::add_the_values_have_different_sizes,
               .message = "add: the values have the sizes {} and {} in one dimension",
               .have = a.d[i],
               .want = b.d[i]}};
    }
    return like(x[0]);
  }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    const format &a = x[0].number, &b = x[1].number, &sum = y.number;
    if (const diagnosis d = needs_no_blocks(sum)) return d;
    if (is_real(a) && is_real(b) && is_real(sum)) return {};
    if (a.kind != b.kind || a.kind != sum.kind) {
      return {.refuse = error::add_the_values_and_the_sum_need_formats_of_one_kind,
              .message = "add: the values and the sum need formats of one kind: q, affine or f32"};
    }
    if (is_scaled(a) && (a.bits > 16 || a.bits != b.bits || a.bits != sum.bits)) {
      return {.refuse = error::add_affine_values_and_their_sum_need_the_same_8_or_16_bits,
              .message = "add: affine values of {} bits and their sum of {} need the same 8 or 16",
              .have = etch::maximum(a.bits, b.bits),
              .want = sum.bits};
    }
    const int fine = etch::maximum(a.frac, b.frac);
    const int bits = etch::maximum(a.bits + fine - a.frac, b.bits + fine - b.frac);
    if (is_q(a) && bits > most_bits) {
      return {.refuse = error::add_the_fraction_bits_of_the_values_are_too_far_apart,
              .message = "add: the values need {} bits in common units, at most {} are possible",
              .have = bits,
              .want = most_bits};
    }
    if (is_scaled(a)) return check_affine_sum(a, b, y.number);
    return {};
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }

 private:
  static constexpr int most_bits = 29;  // room for the sum, a code without sign, the rounding
};

}  // namespace ops

}  // namespace etch::inline ETCH_ABI
