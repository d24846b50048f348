#pragma once

#include <etch/op/elementwise.hpp>
#include <etch/op/numerics.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void softmax_takes_values_of_8_or_16_bits_or_f32(long /*bits*/, long) {}
inline void softmax_shares_integers_among_65535_at_most(long /*channels*/, long) {}
inline void softmax_one_code_of_16_bits_times_beta_is_less_than_5(long, long) {}
inline void softmax_beta_is_a_positive_number_and_1_for_q_values(long, long) {}
}  // namespace error

namespace ops {

/// y[..,c] = exp(beta x[..,c]) / sum over k of exp(beta x[..,k]), over the last dimension.
///
/// x and y of the same shape. q: y is q<0, 7> or q<0, 15>, with powers of two of the codes instead
/// of exp, whatever their fraction bits (CMSIS-NN's legacy arm_softmax_q7 and q15). affine int8: y
/// has scale 1/256 and zero point -128 (uint8: 0); affine int16: y has scale 1/32768 and zero point
/// 0, through tables of 513 entries (TensorFlow Lite, bit for bit). f32: y is f32.
struct softmax {
  static constexpr const char* name = "softmax";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr bool moves_with_zero = true;

  wide_int beta_bits = 0x3f800000;  ///< beta as the bits of a float
  int wide = 0;  ///< 1: affine int8 gives int16, of scale 1/65536 and zero point -32768

  static constexpr softmax with_beta(float beta) { return {__builtin_bit_cast(wide_int, beta)}; }
  constexpr float beta() const { return __builtin_bit_cast(float, beta_bits); }

  /// LiteRT computes its tables for 16 bits in double precision.
  static constexpr rounding own_rounding(numerics n, const operands&, const operand& y) {
    const bool wide = y.number.bits == 16 && is_scaled(y.number);
    return n == numerics::litert_xnnpack && wide ? rounding::half_away : rounding::standard;
  }
  constexpr inference infer(const operands& x) const {
    if (const diagnosis d = needs_format(x[0])) return {d};
    const format& f = x[0].number;
    if (!is_real(f) && f.bits != 8 && f.bits != 16) {
      return {{.refuse = error::softmax_takes_values_of_8_or_16_bits_or_f32,
               .message = "softmax: takes values of 8 or 16 bits or f32, not {} bits",
               .have = f.bits}};
    }
    if (!is_real(f) && wide_int{x[0].shape.c()} > 65535) {
      return {{.refuse = error::softmax_shares_integers_among_65535_at_most,
               .message = "softmax: shares integers among 65535 at most, not {}",
               .have = x[0].shape.c()}};
    }
    if (!(beta() > 0) || (is_q(f) && beta() != 1)) {
      return {{.refuse = error::softmax_beta_is_a_positive_number_and_1_for_q_values,
               .message = "softmax: beta is a positive number, and 1 for q values"}};
    }
    // differences of up to 65535 codes are multiplied in 32 bits by what is 65535 / 10 for 1
    if (is_scaled(f) && f.bits == 16 && !(f.unit() * static_cast<double>(beta()) < 5)) {
      return {{.refuse = error::softmax_one_code_of_16_bits_times_beta_is_less_than_5,
               .message = "softmax: one code of 16 bits, times beta, is less than 5"}};
    }
    inference y = like(x[0]);
    if (is_real(f)) return y;
    if (is_q(f)) {
      y.output.number = f.bits == 8 ? q<0, 7>::descriptor : q<0, 15>::descriptor;
    } else if (f.bits == 16) {
      y.output.number = affine<std::int16_t, 1.0 / 32768>::descriptor;
    } else if (wide != 0 && is_affine(f)) {
      y.output.number = affine<std::int16_t, 1.0 / 65536, -32768>::descriptor;
    } else if (is_unsigned_affine(f)) {
      y.output.number = affine<std::uint8_t, 1.0 / 256>::descriptor;
    } else {
      y.output.number = affine<std::int8_t, 1.0 / 256, -128>::descriptor;
    }
    return y;
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands&, int, int y) const { return only_row(y); }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
