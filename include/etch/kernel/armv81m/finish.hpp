// From sums in vectors to codes: the last step of every kernel for Armv8.1-M that multiplies.
//
// TensorFlow Lite's factor is VQRDMULH, then VRSHL to the right; its ties away from zero take one
// from negative numbers before the shift. Single rounding is VQDMULH, which rounds down, then the
// same shift. All are exact for every sum of 32 bits: nothing has to be proved of the weights.
#pragma once

#include <etch/kernel/requantise.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>
#endif

namespace etch::inline ETCH_ABI {

namespace armv81m {

/// How sums become codes.
enum class last_step : std::int8_t {
  factor_hidden,  ///< tflite_double where the lower limit hides what happens below zero
  factor_double,  ///< tflite_double
  factor_single,  ///< tflite_single
  shift_up,       ///< a shift, ties toward +infinity; half a step is part of the bias
  shift_away,     ///< a shift, ties away from zero
  shift_to_zero,  ///< a shift toward zero
};
constexpr bool is_shift(last_step s) { return s >= last_step::shift_up; }

/// What the last step of a call is, apart from numbers of a channel.
struct end_plan {
  std::int16_t zero;      ///< the zero point of the output
  std::int8_t low, high;  ///< what codes are limited to
  std::int8_t shift;      ///< minus the shift to the right, for steps that shift
};

/// The last step of call C.
template <class C>
struct ending {
  static constexpr format x = C::template in<0>::is.number;
  static constexpr format w = C::template in<1>::is.number;
  static constexpr format y = C::template out<>::is.number;
  static constexpr bool shifts = by_shift(x, w, y);
  static constexpr auto to = output_limits<C>();
  /// Saturation to 8 bits is all that limits codes.
  static constexpr bool whole = to.low == -128 && to.high == 127;
  static constexpr last_step step = [] {
    if (shifts && sum_shift<C>() == 0) return last_step::shift_up;
    if (shifts && C::round == rounding::half_away) return last_step::shift_away;
    if (shifts && C::round == rounding::toward_zero) return last_step::shift_to_zero;
    if (shifts) return last_step::shift_up;
    if (factor_rounding(C::round) == rounding::tflite_single) return last_step::factor_single;
    return to.low == y.zero ? last_step::factor_hidden : last_step::factor_double;
  }();
  static constexpr int shift = shifts ? sum_shift<C>() : 0;
  static constexpr end_plan plan{static_cast<std::int16_t>(y.zero), to.low, to.high,
                                 static_cast<std::int8_t>(-shift)};

  /// The bias of channel c over raw codes whose weights add up to `weights`, half a step included.
  static constexpr std::int32_t bias(int c, int weights) {
    const auto zeros = static_cast<std::uint32_t>(x.zero) * static_cast<std::uint32_t>(weights);
    const std::uint32_t half = step == last_step::shift_up ? (1U << maximum(shift, 0)) / 2 : 0;
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum_bias<C>(c)) - zeros + half);
  }
};

/// Whether call C has operands and an output of signed bytes, and a last step that is known here.
template <class C, bool Shifts>
constexpr bool has_known_ending() {
  if constexpr (C::input_count < 2) {
    return false;
  } else {
    using in = typename C::template in<0>;
    using weights = typename C::template in<1>;
    using out = typename C::template out<>;
    if (!has_signed_bytes<in> || !has_signed_bytes<weights> || !has_signed_bytes<out>) return false;
    if (in::is.is_constant || !weights::is.is_constant || weights::is.number.zero != 0)
      return false;
    if constexpr (C::input_count > 2) {
      if (!C::template in<2>::is.is_constant) return false;
    }
    if (!__is_same(typename in::layout, hwc) || !__is_same(typename out::layout, hwc)) return false;
    if (by_shift(in::is.number, weights::is.number, out::is.number) != Shifts) return false;
    if (!has_common_rounding<C>() || sum_bits(C::inputs()) != 32) return false;
    if constexpr (Shifts) return sum_shift<C>() >= 0 && sum_shift<C>() <= 30;
    else return true;
  }
}
/// Whether the factors of call C, one for each of Channels channels, are below 1/2: then what is
/// shifted is rounded, and the zero point does not overflow the largest output.
template <class C, int Channels>
constexpr bool has_known_factors() {
  const int count = C::template in<1>::is.number.channel_scale == nullptr ? 1 : Channels;
  for (int c = 0; c < count; ++c) {
    const fixed_point_factor f = quantise_factor(sum_to_output<C>(c));
    if (f.multiplier != 0 && f.shift >= 0) return false;
  }
  return true;
}
/// The factor of channel c.
template <class C>
constexpr fixed_point_factor factor_of(int c) {
  const bool one = C::template in<1>::is.number.channel_scale == nullptr;
  return quantise_factor(sum_to_output<C>(one ? 0 : c));
}

#if ETCH_HAS_MVE

/// Sums, biases included, before the zero point: all of one channel.
template <last_step S>
ETCH_GLUE int32x4_t rounded(int32x4_t v, std::int32_t multiplier, std::int32_t shift) {
  if constexpr (S == last_step::factor_single) v = vqdmulhq_n_s32(v, multiplier);
  else if constexpr (!is_shift(S)) v = vqrdmulhq_n_s32(v, multiplier);
  if constexpr (S == last_step::shift_up) return vshlq_r_s32(v, shift);
  if constexpr (S == last_step::factor_double || S == last_step::shift_away) {
    v = vqaddq_s32(v, vshrq_n_s32(v, 31));
  }
  if constexpr (S == last_step::shift_to_zero) {
    const int32x4_t below = vdupq_n_s32(static_cast<std::int32_t>((1U << -shift) - 1));
    return vshlq_r_s32(vqaddq_s32(v, vandq_s32(vshrq_n_s32(v, 31), below)), shift);
  }
  return vrshlq_n_s32(v, shift);
}
/// The same where each lane has a channel of its own.
template <last_step S>
ETCH_GLUE int32x4_t rounded(int32x4_t v, int32x4_t multiplier, int32x4_t shift) {
  if constexpr (S == last_step::factor_single) v = vqdmulhq_s32(v, multiplier);
  else v = vqrdmulhq_s32(v, multiplier);
  if constexpr (S == last_step::factor_double) v = vqaddq_s32(v, vshrq_n_s32(v, 31));
  return vrshlq_s32(v, shift);
}

/// a[0], b[0], a[1], b[1] .. as codes, one in each lane of 16 bits; not yet saturated to bytes.
template <last_step S, bool Whole>
ETCH_GLUE int16x8_t codes_of(int32x4_t a, int32x4_t b, const end_plan& p) {
  int16x8_t t = vqmovntq_s32(vqmovnbq_s32(vuninitializedq_s16(), a), b);
  if constexpr (!is_shift(S)) t = vqaddq_n_s16(t, p.zero);
  if constexpr (!Whole) {
    t = vminq_s16(vmaxq_s16(t, vdupq_n_s16(p.low)), vdupq_n_s16(p.high));
  }
  return t;
}
/// The codes in lanes of 16 bits as bytes in the even places.
ETCH_GLUE int16x8_t as_bytes(int16x8_t t) {
  return vreinterpretq_s16_s8(vqmovnbq_s16(vreinterpretq_s8_s16(t), t));
}

#endif

}  // namespace armv81m

}  // namespace etch::inline ETCH_ABI
