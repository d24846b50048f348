// Shared by layers with weights (conv2d, depthwise_conv2d, dense, ...): checks of the inputs
// (value, weights[, bias]).
#pragma once

#include <etch/op/channels.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void the_weights_lie_row_by_row_in_their_own_order_say_ohwi(long, long) {}
inline void the_bias_needs_one_number_for_each_output_channel(long /*bias*/, long /*channels*/) {}
inline void the_weights_need_one_scale_for_each_output_channel(long /*scales*/, long /*channels*/) {
}
inline void the_weights_and_the_value_are_of_formats_that_do_not_multiply(long, long) {}
inline void the_bias_has_more_fraction_bits_than_the_sum(long /*bias*/, long /*sum*/) {}
inline void the_bias_needs_the_format_of_the_sum_bias32_q_or_f32(long, long) {}
inline void a_bias_of_64_bits_needs_integers_of_more_than_8_bits(long /*value*/, long /*weights*/) {
}
}  // namespace error

/// Refuses weights or a bias that do not fit the value or one another.
constexpr diagnosis check_weighted(const operands& x, int channels) {
  if (const diagnosis d = needs_format(x[0])) return d;
  if (x[1].layout != &layout_id<ohwi> && x[1].layout != &layout_id<hwc>) {
    return {.refuse = error::the_weights_lie_row_by_row_in_their_own_order_say_ohwi,
            .message = "the weights lie row by row in their own order: say ohwi"};
  }
  const format& value = x[0].number;
  const format& weights = x[1].number;
  if (const diagnosis d = needs_no_blocks(value)) return d;
  // integer weights of an f32 value are the numbers unit * (code - zero)
  const bool decoded = is_f32(value) && is_scaled(weights);
  if ((!decoded && !multiply_together(value, weights)) || is_accumulator(weights)) {
    return {.refuse = error::the_weights_and_the_value_are_of_formats_that_do_not_multiply,
            .message = "the weights and the value are of formats that do not multiply"};
  }
  if (weights.channel_scale != nullptr && weights.channels != channels) {
    return {.refuse = error::the_weights_need_one_scale_for_each_output_channel,
            .message = "the weights have {} scales, the operator {} output channels",
            .have = weights.channels,
            .want = channels};
  }
  if (x.count < 3) return {};
  const format& bias = x[2].number;
  if (x[2].shape.size() != channels) {
    return {.refuse = error::the_bias_needs_one_number_for_each_output_channel,
            .message = "the bias has {} numbers, the operator {} output channels",
            .have = x[2].shape.size(),
            .want = channels};
  }
  const bool fits = is_real(value) ? multiply_together(value, bias)
                                   : is_accumulator(bias) || (is_q(bias) && is_q(value));
  if (!fits) {
    return {.refuse = error::the_bias_needs_the_format_of_the_sum_bias32_q_or_f32,
            .message = "the bias needs the format of the sum: bias32, q (for q values) or f32"};
  }
  const bool sixteen_by_eight = is_affine(value) && is_affine(weights) && value.bits == 16 &&
                                weights.bits == 8 && value.zero == 0;
  const bool long_powers = is_q(value) && is_q(weights) && maximum(value.bits, weights.bits) > 8;
  if (is_accumulator(bias) && bias.bits == 64 && !sixteen_by_eight && !long_powers) {
    return {.refuse = error::a_bias_of_64_bits_needs_integers_of_more_than_8_bits,
            .message =
                "a bias of 64 bits needs affine values of 16 bits, zero point 0, and weights of "
                "8, or q values or weights of more than 8; these have {} and {}",
            .have = value.bits,
            .want = weights.bits};
  }
  if (is_q(bias) && bias.frac > value.frac + weights.frac) {
    return {.refuse = error::the_bias_has_more_fraction_bits_than_the_sum,
            .message = "the bias has {} fraction bits, the sum only {}",
            .have = bias.frac,
            .want = value.frac + weights.frac};
  }
  return {};
}

}  // namespace ETCH_NAMESPACE
