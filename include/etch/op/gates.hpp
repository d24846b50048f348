// The numbers that recurrent layers of one state compute gates in: what gru and fastgrnn ask of the
// formats of their inputs.
#pragma once

#include <etch/op/operand.hpp>

namespace ETCH_NAMESPACE {

/// How a recurrent layer computes, by the formats of its value and of its state h.
enum class gate_numbers : int {
  none,    ///< not at all
  real,    ///< numbers with a point of their own: in single precision
  scaled,  ///< affine: gates in steps of 2^-12, as those of an lstm
  powers,  ///< q: gates with the fraction bits that the layer says, as CMSIS-NN's legacy functions
  cut      ///< q, if the layer says so: likewise, each step cut off toward zero, and two straight
           ///< lines for functions, sigmoid (x + 1) / 2 in [0, 1] and tanh x in [-1, 1] (Shiftry's)
};
/// Whether f, integers, has 8 to 16 bits.
constexpr bool has_8_to_16_bits(const format& f) { return f.bits >= 8 && f.bits <= 16; }
/// Whether f is numbers with a point of their own, each by itself.
constexpr bool is_plain_real(const format& f) {
  return is_real(f) && !is_quire(f) && !f.kind->has_blocks;
}
/// Whether f is integers of 8 to 16 bits, all of one unit.
constexpr bool is_plain_whole(const format& f) {
  return (is_scaled(f) || is_q(f)) && has_8_to_16_bits(f) && f.channel_scale == nullptr;
}

/// h lies in [-1, 1]: of affine codes the unit is 2^-15 to 2^-4, and of q no bit stands before the
/// point, where each step is cut off one of 16. Integers have 8 to 16 bits.
constexpr gate_numbers gate_numbers_of(const format& x, const format& h, bool cuts = false) {
  constexpr const format_tag& power = format_id<q_kind>;
  const bool is_narrow = has_8_to_16_bits(x) && has_8_to_16_bits(h);
  const bool has_room = h.unit() >= 0x1p-15 && h.unit() <= 0x1p-4;
  if (is_plain_real(x) && is_plain_real(h) && !cuts) return gate_numbers::real;
  if (is_affine(x) && is_affine(h) && is_narrow && has_room && !cuts) return gate_numbers::scaled;
  if (!is_kind(x, power) || !is_kind(h, power) || !is_narrow) return gate_numbers::none;
  if (cuts) return h.bits == 16 && h.frac == 14 ? gate_numbers::cut : gate_numbers::none;
  return h.frac == h.bits - 1 ? gate_numbers::powers : gate_numbers::none;
}

/// The weights and biases of a recurrent layer that computes in `numbers`, whose gates have
/// `gate_frac` fraction bits.
struct gate_parameters {
  gate_numbers numbers;
  int gate_frac = 12;

  /// The real factor from sums of products x * w to a gate.
  constexpr double factor(const format& x, const format& w) const {
    return x.unit() * w.unit() * power_of_two(gate_frac);
  }
  /// The right shift between the same of q.
  constexpr int shift(const format& x, const format& w) const {
    return x.frac + w.frac - gate_frac;
  }
  /// Whether a gate can be made of sums of products x * w.
  constexpr bool take_weights(const format& x, const format& w) const {
    switch (numbers) {
      case gate_numbers::real: return is_plain_real(w);
      case gate_numbers::scaled:
        return is_affine(w) && has_8_to_16_bits(w) && w.zero == 0 && w.channel_scale == nullptr &&
               ends_sums(factor(x, w), 32);
      case gate_numbers::powers:
      case gate_numbers::cut:
        return is_kind(w, format_id<q_kind>) && has_8_to_16_bits(w) && shift(x, w) >= 0 &&
               shift(x, w) < 31;
      default: return false;
    }
  }
  /// Whether b can be added to such sums.
  constexpr bool take_bias(const format& x, const format& w, const format& b) const {
    const int left = x.frac + w.frac - b.frac;
    switch (numbers) {
      case gate_numbers::real: return is_plain_real(b);
      case gate_numbers::scaled: return is_accumulator(b);
      case gate_numbers::powers:
      case gate_numbers::cut:
        return is_kind(b, format_id<q_kind>) && b.bits >= 8 && left >= 0 && left < 31;
      default: return false;
    }
  }
  /// Whether sums of products x * w and h * r can be one gate.
  constexpr bool join(const format& x, const format& w, const format& h, const format& r) const {
    return numbers != gate_numbers::powers || shift(x, w) == shift(h, r);
  }
};

/// Whether all units are powers of two.
constexpr bool is_of_powers(gate_numbers numbers) {
  return numbers == gate_numbers::powers || numbers == gate_numbers::cut;
}
/// The gates of a layer whose functions take q gates with so many fraction bits, others with 12.
constexpr gate_parameters parameters_of_gates(gate_numbers numbers, int gate_bits) {
  return {numbers, is_of_powers(numbers) ? gate_bits : 12};
}
/// The numbers between the two matrices of a product of low rank: single precision, or codes of 16
/// bits with so many fraction bits.
constexpr format format_between(gate_numbers numbers, int frac) {
  if (numbers == gate_numbers::real) return f32::descriptor;
  const bool of_powers = is_of_powers(numbers);
  format f = of_powers ? q<0, 15>::descriptor : affine<std::int16_t, 0x1p-15>::descriptor;
  if (of_powers) f.frac = frac;
  f.scale = power_of_two(-frac);
  return f;
}

/// Whether codes of x lie in logical order, as recurrent layers read them.
constexpr bool is_in_order(const operand& x) {
  return x.layout == &layout_id<hwc> || x.layout == &layout_id<ohwi>;
}

}  // namespace ETCH_NAMESPACE
