#pragma once

#include <etch/op/elementwise.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void leaky_relu_needs_a_slope_between_0_and_1(long /*slope_in_millionths*/, long) {}
inline void leaky_relu_takes_affine_values_of_up_to_16_bits(long /*bits*/, long) {}
inline void leaky_relu_keeps_the_format_but_for_affine_scales_and_zero_points(long, long) {}
}  // namespace error

namespace ops {

/// y[i] = x[i] where x[i] >= 0, else slope * x[i].
///
/// x and y of the same shape and format; affine y of as many bits may have another scale and zero
/// point. Integer formats: slope * (code - zero) by a fixed-point factor with the value's rounding.
/// affine: TensorFlow Lite's LEAKY_RELU.
struct leaky_relu {
  static constexpr const char* name = "leaky_relu";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;
  static constexpr bool moves_with_zero = true;
  static constexpr auto codes = channel_codes::each;

  wide_int slope_bits = 0;  ///< bits of the slope as a float, 0 <= slope <= 1

  constexpr float slope() const { return __builtin_bit_cast(float, slope_bits); }
  static constexpr bool runs_on_xnnpack(const operands& x, const operand&) {
    return xnnpack::is_int8(x[0].number);
  }
  constexpr inference infer(const operands& x) const {
    if (!(slope() >= 0 && slope() <= 1)) {
      return {{.refuse = error::leaky_relu_needs_a_slope_between_0_and_1,
               .message = "leaky_relu: the slope lies between 0 and 1, not at {} millionths",
               .have = slope() > -1000 && slope() < 1000 ? static_cast<long>(slope() * 1e6F) : 0}};
    }
    return like_value(x[0]);
  }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    const format &a = x[0].number, &b = y.number;
    if (is_scaled(a) && a.bits > 16) {
      return {.refuse = error::leaky_relu_takes_affine_values_of_up_to_16_bits,
              .message = "leaky_relu: takes affine values of up to 16 bits, not {}",
              .have = a.bits};
    }
    if (a == b) return {};
    if (is_scaled(a) && a.kind == b.kind && a.bits == b.bits)
      return check_slope(a, static_cast<double>(slope()), 0, b);
    return {
        .refuse = error::leaky_relu_keeps_the_format_but_for_affine_scales_and_zero_points,
        .message = "leaky_relu: keeps the format but for scales and zero points of affine values"};
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
