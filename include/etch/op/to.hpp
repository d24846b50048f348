#pragma once

#include <etch/op/elementwise.hpp>
#include <etch/op/numerics.hpp>
#include <etch/op/operator.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void to_a_value_cannot_be_given_the_format_of_a_sum(long, long) {}
inline void to_a_value_has_one_scale_not_one_for_each_channel(long /*scales*/, long) {}
inline void to_one_unit_of_the_value_is_more_than_2_to_the_30_units_of_the_output(long, long) {}
inline void to_one_unit_of_the_64_bit_sum_is_more_than_2_to_the_14_units_of_the_output(long, long) {
}
inline void to_the_value_in_units_of_the_output_needs_more_than_31_bits(long /*bits*/,
                                                                        long /*most*/) {}
inline void to_more_than_16_bits_are_reached_from_f32_from_16_bits_or_by_a_shift_only(long /*bits*/,
                                                                                      long) {}
}  // namespace error

namespace ops {

/// y[i] = the code of x[i] in the format that the user gives, rounded by the value's policy and
/// saturated.
///
/// x is a value or a 32-bit sum (conv2d, depthwise_conv2d, dense), y has its shape.
/// q to q, and sums of q: a shift. Else between integers: TensorFlow Lite's multiplication with
/// QuantizeMultiplier(unit of x / unit of y), a factor for each channel where the weights have
/// one. Integer to f32: unit * (code - zero) in single precision. f32 to integer: the quotient
/// x / unit in single precision, rounded (TensorFlow Lite's QUANTIZE).
struct to {
  static constexpr const char* name = "to";
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = true;  // if elements of both have the same size
  static constexpr bool moves_with_zero = true;
  static constexpr auto codes = channel_codes::monotone;
  static constexpr bool format_is_given = true;
  static constexpr bool requantises = true;

  int unused = 0;

  static constexpr bool runs_on_xnnpack(const operands& x, const operand& y) {
    const format& from = x[0].number;
    return is_accumulator(from) || is_f32(from) || xnnpack::rescales(from, y.number);
  }
  /// ONNX Runtime divides by the scale; LiteRT, on XNNPACK, multiplies by its inverse.
  static constexpr rounding own_rounding(numerics n, const operands& x, const operand&) {
    const bool is_sum = is_accumulator(x[0].number);
    return n == numerics::onnxruntime && !is_sum ? rounding::half_even : rounding::standard;
  }
  constexpr inference infer(const operands& x) const { return like(x[0]); }
  constexpr diagnosis check_output(const operands& x, const operand& y) const {
    const format &a = x[0].number, &b = y.number;
    if (const diagnosis d = needs_no_blocks(b)) return d;
    if (is_accumulator(b) || is_quire(b)) {
      return {.refuse = error::to_a_value_cannot_be_given_the_format_of_a_sum,
              .message = "to: a value cannot be given the format of a sum"};
    }
    if (b.channel_scale != nullptr) {
      return {.refuse = error::to_a_value_has_one_scale_not_one_for_each_channel,
              .message = "to: a value has one scale, not {}, one for each channel",
              .have = b.channels};
    }
    // the rounded result and the zero point are added in 32 bits
    if (b.kind->is_integer && magnitude(b) > 31) return needs_bits(magnitude(b) + 1);
    if (is_real(a)) return {};
    const bool scaled = !is_real(b) && !reached_by_shift(a, b);
    for (int c = 0; c < etch::maximum(a.channels, 1); ++c) {
      if (is_real(b) || a.unit(c) / b.unit() < 1073741824.0) continue;
      return {
          .refuse = error::to_one_unit_of_the_value_is_more_than_2_to_the_30_units_of_the_output,
          .message = "to: one unit of the value is more than 2^30 units of the output"};
    }
    // the network knows how many bits a sum really needs: see layer_sums
    for (int c = 0; !is_accumulator(a) && c < etch::maximum(a.channels, 1); ++c) {
      const double factor = scaled ? a.unit(c) / b.unit() : 0;
      const int left = places_left(factor);
      if (magnitude(a) + left > (left > 0 ? 30 : 31)) return needs_bits(magnitude(a) + left + 1);
      const double zero = b.zero < 0 ? -static_cast<double>(b.zero) : static_cast<double>(b.zero);
      if (zero > 0 && power_of_two(magnitude(a)) * factor + zero > 2147483647.0) {
        return needs_bits(33);
      }
    }
    if (is_real(b)) return {};
    for (int c = 0; a.bits == 64 && c < etch::maximum(a.channels, 1); ++c) {
      if (ends_sums(a.unit(c) / b.unit(), 64)) continue;
      return {.refuse =
                  error::to_one_unit_of_the_64_bit_sum_is_more_than_2_to_the_14_units_of_the_output,
              .message = "to: one unit of the 64-bit sum is more than 2^14 units of the output"};
    }
    if (b.bits > 16 && scaled && (is_accumulator(a) || a.bits > 16)) {
      return {.refuse =
                  error::to_more_than_16_bits_are_reached_from_f32_from_16_bits_or_by_a_shift_only,
              .message =
                  "to: more than 16 bits are reached from f32, from values of up to 16 bits, or "
                  "by a shift between q formats, not from {} bits",
              .have = a.bits};
    }
    return {};
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }

 private:
  static constexpr diagnosis needs_bits(int bits) {
    return {
        .refuse = error::to_the_value_in_units_of_the_output_needs_more_than_31_bits,
        .message = "to: the value in units of the output needs {} bits, at most {} are possible",
        .have = bits,
        .want = 31};
  }
};

}  // namespace ops

/// The operator of conversions that a network puts between its layers.
inline constexpr pointer_to<operator_tag> conversion_operator = &op_id<ops::to>;

}  // namespace ETCH_NAMESPACE
