#pragma once

#include <etch/op/binary.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void mul_the_product_of_the_values_needs_more_than_31_bits(long /*bits*/, long /*most*/) {}
inline void mul_the_shift_of_the_product_is_more_than_30_places(long /*places*/, long /*most*/) {}
}  // namespace error

namespace ops {

/// y[i] = round(a[i] b[i]) in the format that the user gives.
///
/// a, b of shapes that broadcast together (infer_binary), all of one kind of format.
/// q: the product shifted with the value's rounding and saturated (CMSIS-NN's arm_nn_mult_q7 and
/// q15, but for the 16-bit wrap of the former at a shift of 15). affine: TensorFlow Lite's MUL,
/// (a - zero a)(b - zero b) by a fixed-point factor. f32: one multiplication.
struct mul {
  static constexpr const char* name = "mul";
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = true;
  static constexpr bool moves_with_zero = true;
  static constexpr auto codes = channel_codes::monotone;
  static constexpr bool format_is_given = true;

  int unused = 0;

  static constexpr bool runs_on_xnnpack(const operands& x, const operand& y) {
    return xnnpack::multiplies(x[0].number, x[x.count > 1 ? 1 : 0].number, y.number);
  }
  constexpr inference infer(const operands& x) const { return infer_binary(x); }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    if (const diagnosis d = check_binary(x, y)) return d;
    const format &a = x[0].number, &b = x[1].number;
    if (is_real(a) || sums_saturate(a, b, y.number)) return {};
    const int left = is_q(a) ? 0 : places_left(factor(a, b, y.number));
    const int bits = magnitude(a) + magnitude(b) + left;
    if (bits > most_bits) {
      return {.refuse = error::mul_the_product_of_the_values_needs_more_than_31_bits,
              .message = "mul: the product of the values needs {} bits, at most {} are possible",
              .have = bits + 1,
              .want = most_bits + 1};
    }
    const int right = a.frac + b.frac - y.number.frac;
    if (is_q(a) && right > 30) {
      return {.refuse = error::mul_the_shift_of_the_product_is_more_than_30_places,
              .message = "mul: the product is shifted by {} places, at most {} are possible",
              .have = right,
              .want = 30};
    }
    return {};
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    return broadcast_row(x[input].shape, y);
  }

  /// The factor from a product of codes to the code of affine y.
  static constexpr double factor(const format& a, const format& b, const format& y) {
    return a.unit() * b.unit() / y.unit();
  }

 private:
  static constexpr int most_bits = 30;
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
