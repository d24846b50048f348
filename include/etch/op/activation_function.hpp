// Shared by sigmoid and tanh: their input and output formats.
#pragma once

#include <etch/op/elementwise.hpp>

namespace ETCH_NAMESPACE {

/// Sigmoid or tanh.
enum class activation_function : int { sigmoid, tanh };

namespace error {
inline void sigmoid_and_tanh_take_q_with_0_to_3_integer_bits(long /*bits*/, long /*fraction*/) {}
inline void sigmoid_and_tanh_take_affine_values_of_8_or_16_bits(long /*bits*/, long) {}
inline void sigmoid_and_tanh_take_affine_int8_of_a_scale_below_8(long, long) {}
inline void sigmoid_and_tanh_take_affine_int16_with_zero_point_0_and_a_scale_below_2(long /*zero*/,
                                                                                     long) {}
}  // namespace error

/// The output of an activation function with range (low, 1); low is -1 or 0.
constexpr inference infer_activation(const operand& x, int low) {
  if (const diagnosis d = needs_format(x)) return {d};
  inference y{{}, {x.number, x.shape, x.layout}};
  const format& f = x.number;
  if (is_real(f)) return y;
  if (!is_scaled(f)) {
    const bool narrow = f.bits == 8 && f.frac >= 4 && f.frac <= 7;
    const bool wide = f.bits == 16 && f.frac >= 12 && f.frac <= 15;
    if (!is_kind(f, format_id<q_kind>) || !(narrow || wide)) {
      return {{.refuse = error::sigmoid_and_tanh_take_q_with_0_to_3_integer_bits,
               .message = "sigmoid and tanh take q with 0 to 3 integer bits, not {} bits with {} "
                          "fraction bits",
               .have = f.bits,
               .want = f.frac}};
    }
    y.output.number = narrow ? q<0, 7>::descriptor : q<0, 15>::descriptor;
    return y;
  }
  if (f.bits != 8 && f.bits != 16) {
    return {{.refuse = error::sigmoid_and_tanh_take_affine_values_of_8_or_16_bits,
             .message = "sigmoid and tanh take affine values of 8 or 16 bits, not {}",
             .have = f.bits}};
  }
  if (f.bits == 8 && f.scale >= 8) {
    return {{.refuse = error::sigmoid_and_tanh_take_affine_int8_of_a_scale_below_8,
             .message = "sigmoid and tanh take affine int8 of a scale below 8"}};
  }
  if (f.bits == 16 && (f.zero != 0 || f.scale >= 2)) {
    return {
        {.refuse = error::sigmoid_and_tanh_take_affine_int16_with_zero_point_0_and_a_scale_below_2,
         .message = "sigmoid and tanh take affine int16 with zero point 0 and a scale below 2; "
                    "the zero point is {}",
         .have = f.zero}};
  }
  format& out = y.output.number;
  out.scale = f.bits == 16 ? 1.0 / 32768 : low == 0 ? 1.0 / 256 : 1.0 / 128;
  out.zero = f.bits == 16 ? 0 : (low == 0 ? -128 : 0) + (is_unsigned_affine(f) ? 128 : 0);
  return y;
}

}  // namespace ETCH_NAMESPACE
