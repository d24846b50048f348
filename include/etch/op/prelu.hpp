#pragma once

#include <etch/op/binary.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void prelu_takes_f32_or_affine_values_and_affine_slopes_of_8_bits(long /*bits*/,
                                                                         long /*slope*/) {}
}  // namespace error

namespace ops {

/// y[i] = x[i] where x[i] >= 0, else slope[i] * x[i], in the format that the user gives.
///
/// x and slope of shapes that broadcast together (infer_binary). f32, or affine x and y of one
/// width with slopes affine in 8 bits: TensorFlow Lite's PRELU, (x - zero x) by a fixed-point
/// factor, or (x - zero x)(slope - zero slope) by another.
struct prelu {
  static constexpr const char* name = "prelu";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;
  static constexpr bool keeps_channels = true;
  static constexpr bool format_is_given = true;

  int unused = 0;

  constexpr inference infer(const operands& x) const {
    const inference y = infer_binary(x);
    if (y.refused) return y;
    const format &a = x[0].number, &slope = x[1].number;
    const bool real = is_f32(a) && is_f32(slope);
    const bool scaled = is_scaled(a) && a.bits <= 16 && is_scaled(slope) && slope.bits == 8 &&
                        slope.channel_scale == nullptr;
    if (real || scaled) return y;
    return {{.refuse = error::prelu_takes_f32_or_affine_values_and_affine_slopes_of_8_bits,
             .message = "prelu: takes f32, or affine values of {} bits and slopes of {}",
             .have = a.bits,
             .want = slope.bits}};
  }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    const operand both[2]{x[0], x[0]};
    if (const diagnosis d = check_binary({both, 2}, y)) return d;
    const format &a = x[0].number, &slope = x[1].number;
    return is_real(a) ? diagnosis{} : check_slope(a, slope.unit(), magnitude(slope), y.number);
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    return broadcast_row(x[input].shape, y);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
