#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void hard_swish_takes_f32_or_affine_values_of_8_bits(long /*bits*/, long) {}
inline void hard_swish_the_scale_of_the_output_is_below_one_128th_of_that_of_the_value(long, long) {
}
}  // namespace error

namespace ops {

/// y[i] = x[i] min(max(x[i] + 3, 0), 6) / 6.
///
/// x and y of the same shape and kind: f32, or affine in 8 bits: TensorFlow Lite's HARD_SWISH with
/// 16-bit factors. The format of y is that of x; a .tflite file may give it another scale.
struct hard_swish {
  static constexpr const char* name = "hard_swish";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;
  static constexpr auto codes = channel_codes::each;

  int unused = 0;

  constexpr inference infer(const operands& x) const {
    if (is_f32(x[0].number) || (is_scaled(x[0].number) && x[0].number.bits == 8)) {
      return like_value(x[0]);
    }
    return {{.refuse = error::hard_swish_takes_f32_or_affine_values_of_8_bits,
             .message = "hard_swish: takes f32 or affine values of 8 bits, not {}",
             .have = x[0].number.bits}};
  }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    const format &a = x[0].number, &b = y.number;
    if (a.kind != b.kind || a.bits != b.bits) {
      return {.refuse = error::hard_swish_takes_f32_or_affine_values_of_8_bits,
              .message = "hard_swish: takes f32 or affine values of 8 bits, not {}",
              .have = b.bits};
    }
    if (is_f32(a) || a.unit() < 128 * b.unit()) return {};
    return {
        .refuse = error::hard_swish_the_scale_of_the_output_is_below_one_128th_of_that_of_the_value,
        .message = "hard_swish: the scale of the output is below one 128th of that of the value"};
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
