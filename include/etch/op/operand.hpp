// Operands and inference: what operators see of their inputs, what they infer, and checks of
// formats that they share.
#pragma once

#include <etch/base/diagnosis.hpp>
#include <etch/base/extents.hpp>
#include <etch/base/rounding.hpp>
#include <etch/format/formats.hpp>
#include <etch/layout/layouts.hpp>
#include <etch/tensor/tensor.hpp>

namespace ETCH_NAMESPACE {

/// One value as an operator sees it.
struct operand {
  format number{};
  extents shape{};
  pointer_to<layout_tag> layout{};
  bool is_constant = false;
  constexpr bool operator==(const operand&) const = default;
};

/// The operand that a tensor type T describes.
template <class T>
constexpr operand describe(bool is_constant = false) {
  return {T::format_type::descriptor, T::shape_type::descriptor,
          &layout_id<typename T::layout_type>, is_constant};
}

/// The most inputs that an operator can have.
inline constexpr int most_inputs = 16;

/// The inputs of a node.
struct operands {
  const operand* x;
  int count;
  constexpr const operand& operator[](int i) const { return x[i]; }
};

/// The output that an operator infers, or why it refuses its inputs.
struct inference {
  diagnosis refused{};
  operand output{};
};

/// Rows first .. last of an input, inclusive; with padding they may reach outside [0, H), and there
/// are none where first > last.
struct row_range {
  int first = 0;
  int last = 0;
  constexpr bool operator==(const row_range&) const = default;
};
/// Every row of every picture of x.
constexpr row_range all_rows(const operand& x) { return {0, x.shape.rows() - 1}; }

/// The constants of an operator, count of them, as little-endian codes.
struct bytes_of_constants {
  const unsigned char* const* of;
  int count;
  constexpr const unsigned char* operator[](int i) const { return of[i]; }
};

/// y = scale x + offset.
struct scale_and_offset {
  double scale = 1;
  double offset = 0;
};

/// The activation that is fused into a kernel.
enum class activation : int { none, relu, relu6, clamp };

/// Whether f is of the kind with this tag.
constexpr bool is_kind(const format& f, const format_tag& kind) { return f.kind == &kind; }
/// Whether the unit of f is a power of two: q, and every kind that says so.
constexpr bool is_q(const format& f) { return f.kind != nullptr && f.kind->is_power_of_two; }
constexpr bool is_affine(const format& f) { return is_kind(f, format_id<affine_kind>); }
constexpr bool is_unsigned_affine(const format& f) {
  return is_kind(f, format_id<unsigned_affine_kind>);
}
/// Whether f is affine, signed or unsigned: integers with a scale of any size.
constexpr bool is_scaled(const format& f) { return is_affine(f) || is_unsigned_affine(f); }
/// Whether f is f32 or f32_fused, which differ in how products are summed alone.
constexpr bool is_f32(const format& f) {
  return is_kind(f, format_id<f32_kind>) || is_kind(f, format_id<f32_fused_kind>);
}
constexpr bool is_quire(const format& f) { return is_kind(f, format_id<quire_kind>); }
/// Whether the codes of f are not integers.
constexpr bool is_real(const format& f) { return f.kind != nullptr && !f.kind->is_integer; }
constexpr bool is_posit(const format& f) {
  return f.kind != nullptr && f.kind->sums == sum_rule::exact;
}
constexpr bool is_accumulator(const format& f) { return is_kind(f, format_id<accumulator_kind>); }

/// Bits of the accumulator of a layer with inputs (value, weights[, bias]): those of the bias, or
/// 32.
constexpr int sum_bits(const operands& x) {
  return x.count > 2 && is_accumulator(x[2].number) ? x[2].number.bits : 32;
}

/// Whether products of both formats can be summed: integers with integers, posits with posits,
/// formats that single precision holds with one another, and any other format with itself.
constexpr bool multiply_together(const format& x, const format& w) {
  if (is_quire(x) || is_quire(w) || x.kind->sums != w.kind->sums) return false;
  return x.kind->sums != sum_rule::own || x == w;
}

/// The format of sums of products x * w with a bias of `bits` or `bias_frac` fraction bits.
constexpr format sum_format(const format& x, const format& w, int bits = 32, int bias_frac = 0) {
  if (is_posit(x)) {
    const int frac = maximum(x.frac + w.frac, bias_frac);
    return {.kind = &format_id<quire_kind>, .bits = 32 * limbs_for(frac), .frac = frac};
  }
  if (is_f32(x)) return x;
  if (is_real(x)) return x.kind->sums == sum_rule::single ? f32::descriptor : x;
  return {.kind = &format_id<accumulator_kind>,
          .bits = bits,
          .frac = x.frac + w.frac,
          .scale = x.scale,
          .factor = w.scale,
          .zero = 0,
          .channel_scale = w.channel_scale,
          .channels = w.channels};
}

/// The real factor from a sum of products x * w to y in channel c. With single_precision the
/// product of both scales is one of floats for weights with one scale, as in TensorFlow Lite's
/// GetQuantizedConvolutionMultipler for FULLY_CONNECTED.
constexpr double factor_of_sum(const format& x, const format& w, const format& y,
                               bool single_precision, int c) {
  if (single_precision && w.channel_scale == nullptr && is_scaled(w)) {
    const float product = static_cast<float>(x.unit()) * static_cast<float>(w.unit());
    return static_cast<double>(product) / y.unit();
  }
  return x.unit() * w.unit(c) / y.unit();
}

/// The magnitude of an integer format: |code - zero| <= 2^magnitude.
constexpr int magnitude(const format& f) {
  const bool balanced = f.zero == 0 && (is_real(f) || f.kind->highest(f) >> (f.bits - 1) == 0);
  return balanced ? f.bits - 1 : f.bits;
}
/// The left shift before the multiplication by a fixed-point factor.
constexpr int places_left(double factor) { return maximum(quantise_factor(factor).shift, 0); }

/// Whether a factor can requantise sums of so many bits: it must be below 2^30, and for sums of 64
/// bits, which are multiplied by 16 bits and shifted right by at least 1, below 2^14.
constexpr bool ends_sums(double factor, int sum_bits) {
  return factor < 1073741824.0 && places_left(factor) <= (sum_bits == 64 ? 14 : 30);
}

/// Whether a shift alone converts codes of x to codes of y: both units are powers of two given by
/// fraction bits, as in q and in sums of q values with q weights.
constexpr bool reached_by_shift(const format& x, const format& y) {
  return is_q(y) && (is_q(x) || (is_accumulator(x) && x.bits == 32 && x.channel_scale == nullptr &&
                                 x.unit() == power_of_two(-x.frac)));
}

namespace error {
inline void this_rounding_is_not_for_sums_of_64_bits(long, long) {}
inline void stochastic_rounding_is_for_to_F_alone(long, long) {}
inline void blocks_that_share_a_scale_are_for_weights_not_for_values(long, long) {}
inline void this_operator_takes_integers_or_f32_say_to_F_before(long, long) {}
inline void the_accumulator_reaches_an_operator_that_needs_a_format_say_to_F(long, long) {}
inline void a_value_has_one_scale_not_one_for_each_channel(long /*scales*/, long) {}
inline void a_value_takes_no_more_bytes_than_an_int_counts(long /*KiB*/, long /*most*/) {}
}  // namespace error

/// The fraction bits of the bias of a layer with inputs (value, weights[, bias]); 0 without a bias.
constexpr int bias_frac(const operands& x) {
  return x.count > 2 && is_posit(x[2].number) ? x[2].number.frac : 0;
}

/// Refuses a rounding that the user names for a 64-bit sum that is multiplied by a factor, which is
/// rounded half up as in TensorFlow Lite's 16x8 operators; and stochastic rounding of any operator
/// other than `to`, which alone knows the index of an element.
constexpr diagnosis check_rounding(const operands& x, const operand& y, rounding r, bool is_to) {
  if (is_stochastic(r)) {
    if (is_to) return {};
    return {.refuse = error::stochastic_rounding_is_for_to_F_alone,
            .message = "stochastic rounding is for to<F> alone"};
  }
  const bool half = r == rounding::standard || r == rounding::half_up ||
                    r == rounding::tflite_double || r == rounding::tflite_single;
  if (half || is_real(y.number) || !is_accumulator(x[0].number) || x[0].number.bits != 64)
    return {};
  return {.refuse = error::this_rounding_is_not_for_sums_of_64_bits,
          .message = "this rounding is not for sums of 64 bits"};
}

/// Refuses a value in a block format.
constexpr diagnosis needs_no_blocks(const format& f) {
  if (f.kind == nullptr || !f.kind->has_blocks) return {};
  return {.refuse = error::blocks_that_share_a_scale_are_for_weights_not_for_values,
          .message = "blocks that share a scale are for weights, not for values"};
}

/// Refuses floating-point formats other than f32.
constexpr diagnosis needs_integers_or_f32(const format& f) {
  if (f.kind == nullptr || !is_real(f) || is_f32(f)) return {};
  return {.refuse = error::this_operator_takes_integers_or_f32_say_to_F_before,
          .message = "this operator takes integers or f32: say to<F> before"};
}

/// Refuses a value whose bytes an int cannot count.
constexpr diagnosis needs_less_room(const operand& x) {
  const long long bits = x.shape.elements() / 8 * x.number.bits;
  if (x.shape.elements() <= most_of_tensor && bits <= most_of_tensor) return {};
  return {.refuse = error::a_value_takes_no_more_bytes_than_an_int_counts,
          .message = "a value takes no more bytes than an int counts, not {} KiB",
          .have = static_cast<long>(minimum(bits >> 10, 2147483647LL)),
          .want = most_of_tensor >> 10};
}

/// Refuses a scale for each channel, which only weights have.
constexpr diagnosis needs_one_scale(const format& f) {
  if (f.channel_scale == nullptr) return {};
  return {.refuse = error::a_value_has_one_scale_not_one_for_each_channel,
          .message = "a value has one scale, not {}, one for each channel",
          .have = f.channels};
}

/// Refuses a 32-bit sum where a value with a format is needed.
constexpr diagnosis needs_format(const operand& x) {
  if (const diagnosis d = needs_no_blocks(x.number)) return d;
  if (!(is_accumulator(x.number) || is_quire(x.number)) || x.is_constant) {
    return needs_one_scale(x.number);
  }
  return {.refuse = error::the_accumulator_reaches_an_operator_that_needs_a_format_say_to_F,
          .message = "the accumulator reaches an operator that needs a format: say to<F> before"};
}

}  // namespace ETCH_NAMESPACE
