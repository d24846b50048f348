// The epilogue of accumulators in vectors: that of every kernel for Armv8.1-M that multiplies.
//
// TensorFlow Lite's factor is VQRDMULH, then VRSHL to the right; its ties away from zero take one
// from negative numbers before the shift. Single rounding is VQDMULH, which rounds down, then the
// same shift. XNNPACK's factor is a product of floats, whose ties VCVTN takes to even. All are
// exact for every sum of 32 bits: nothing has to be proved of the weights.
#pragma once

#include <etch/kernel/layer/layer.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>
#endif

namespace ETCH_NAMESPACE {

namespace armv81m {

/// The sides and distances of windows, in as few bytes as flash has for them.
struct window_sides {
  std::int16_t h, w, oh, ow, c, kh, kw;
  std::int16_t stride_h, stride_w, dilation_h, dilation_w, pad_top, pad_left;
};
constexpr std::int16_t half(int n) { return static_cast<std::int16_t>(n); }
constexpr window_sides sides_of(const window_geometry& g) {
  return {half(g.h),        half(g.w),          half(g.oh),         half(g.ow),
          half(g.c),        half(g.kh),         half(g.kw),         half(g.stride_h),
          half(g.stride_w), half(g.dilation_h), half(g.dilation_w), half(g.pad_top),
          half(g.pad_left)};
}

/// How accumulators become codes.
enum class epilogue_step : std::int8_t {
  float_factor = -1,  ///< xnnpack
  factor_hidden,      ///< tflite_double where the lower limit hides what happens below zero
  factor_double,      ///< tflite_double
  factor_single,      ///< tflite_single
  shift_up,           ///< a shift, ties toward +infinity; half a step is part of the bias
  shift_away,         ///< a shift, ties away from zero
  shift_to_zero,      ///< a shift toward zero
};
constexpr bool is_shift(epilogue_step s) { return s >= epilogue_step::shift_up; }

/// The numbers of an epilogue.
struct epilogue_numbers {
  std::int16_t zero_or_shift;  ///< the zero point of the output, or minus the shift to the right
  std::int8_t low, high;       ///< what codes are limited to
};
constexpr epilogue_numbers numbers_of(const epilogue& e) {
  return {static_cast<std::int16_t>(e.shifts() ? -e.shift : e.zero),
          static_cast<std::int8_t>(e.low), static_cast<std::int8_t>(e.high)};
}
/// The same as assembly reads them.
struct epilogue_words {
  std::int32_t zero_or_shift, low, high;
};
/// What of it chooses instructions.
constexpr epilogue_step step_of(const epilogue& e) {
  using enum epilogue_step;
  if (e.is_in_single()) return float_factor;
  if (e.shifts() && e.shift > 0 && e.round == rounding::half_away) return shift_away;
  if (e.shifts() && e.shift > 0 && e.round == rounding::toward_zero) return shift_to_zero;
  if (e.shifts()) return shift_up;
  if (e.round == rounding::tflite_single) return factor_single;
  return e.hides_negative() ? factor_hidden : factor_double;
}

/// Whether Helium has the epilogue of a layer.
constexpr bool takes_epilogue(const byte_layer& l) {
  if (!l.is_bytes || l.sum_bits != 32) return false;
  if (l.end.is_in_single()) return ETCH_MVE_KIND != 2;
  if (!l.end.rounds_commonly()) return false;
  return !l.end.shifts() || (l.end.shift >= 0 && l.end.shift <= 30);
}
/// The factor of filter o of call C; the multiplier of a float is its bits.
template <class C>
constexpr fixed_point_factor factor_of(int o) {
  constexpr epilogue e = layer_of<C>.end;
  const fixed_point_factor f = sum_factor_of<C>(e.per_channel ? o : 0);
  if (!e.is_in_single()) return f;
  const auto power = static_cast<std::uint32_t>(f.shift + 127 - 31) << 23;
  const float factor = static_cast<float>(f.multiplier) * __builtin_bit_cast(float, power);
  return {__builtin_bit_cast(std::int32_t, factor), f.shift};
}
/// Whether the factors of call C, if it has any, are below 1/2: then what is shifted is rounded,
/// and the zero point does not overflow the largest output.
template <class C>
inline constexpr bool has_small_factors = [] {
  constexpr epilogue e = layer_of<C>.end;
  const int count = e.shifts() ? 0 : e.per_channel ? layer_of<C>.filters() : 1;
  for (int o = 0; o < count; ++o) {
    const fixed_point_factor f = factor_of<C>(o);
    if (f.multiplier != 0 && f.shift >= 0) return false;
  }
  return true;
}();

/// The bias of filter o of call C over raw codes whose weights add up to `weights`, half a step
/// included.
template <class C>
constexpr std::int32_t bias_of(int o, int weights) {
  constexpr byte_layer l = layer_of<C>;
  const auto zeros = static_cast<std::uint32_t>(l.x_zero) * static_cast<std::uint32_t>(weights);
  const std::uint32_t half =
      step_of(l.end) == epilogue_step::shift_up ? (1U << maximum<int>(l.end.shift, 0)) / 2 : 0;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum_bias<C>(o)) - zeros + half);
}
/// Sets filter i of `to`, which is filter o of call C, whose weights add up to `weights`.
template <class C, class Constants>
constexpr void set_filter(Constants& to, int i, int o, int weights) {
  to.bias[i] = bias_of<C>(o, weights);
  if constexpr (!layer_of<C>.end.shifts()) {
    const fixed_point_factor factor = factor_of<C>(o);
    to.multiplier[i] = factor.multiplier;
    to.shift[i] = static_cast<std::int8_t>(factor.shift);
  }
}

#if ETCH_HAS_MVE

#if ETCH_MVE_KIND != 2
/// As XNNPACK, by a factor or one a lane.
ETCH_GLUE int32x4_t in_single(int32x4_t v, float factor) {
  return vcvtnq_s32_f32(vmulq_n_f32(vcvtq_f32_s32(v), factor));
}
ETCH_GLUE int32x4_t in_single(int32x4_t v, int32x4_t multiplier, int32x4_t power) {
  const float32x4_t factor = vmulq_f32(vcvtq_f32_s32(multiplier), vreinterpretq_f32_s32(power));
  return vcvtnq_s32_f32(vmulq_f32(vcvtq_f32_s32(v), factor));
}
#else
template <class... Never>
int32x4_t in_single(int32x4_t, Never...);  // no layer comes here
#endif

/// Sums, biases included, before the zero point: all of one channel.
template <epilogue_step S>
ETCH_GLUE int32x4_t rounded(int32x4_t v, std::int32_t multiplier, std::int32_t shift) {
  if constexpr (S == epilogue_step::float_factor) {
    return in_single(v, __builtin_bit_cast(float, multiplier));
  }
  if constexpr (S == epilogue_step::factor_single) v = vqdmulhq_n_s32(v, multiplier);
  else if constexpr (!is_shift(S)) v = vqrdmulhq_n_s32(v, multiplier);
  if constexpr (S == epilogue_step::shift_up) return vshlq_r_s32(v, shift);
  if constexpr (S == epilogue_step::factor_double || S == epilogue_step::shift_away) {
    v = vqaddq_s32(v, vshrq_n_s32(v, 31));
  }
  if constexpr (S == epilogue_step::shift_to_zero) {
    const int32x4_t below = vdupq_n_s32(static_cast<std::int32_t>((1U << -shift) - 1));
    return vshlq_r_s32(vqaddq_s32(v, vandq_s32(vshrq_n_s32(v, 31), below)), shift);
  }
  return vrshlq_n_s32(v, shift);
}

/// a[0], b[0], a[1], b[1] .. as codes, one in each lane of 16 bits; not yet saturated to bytes.
template <epilogue_step S, bool Whole>
ETCH_GLUE int16x8_t codes_of(int32x4_t a, int32x4_t b, const epilogue_numbers& p) {
  int16x8_t t = vqmovntq_s32(vqmovnbq_s32(vuninitializedq_s16(), a), b);
  if constexpr (!is_shift(S)) t = vqaddq_n_s16(t, p.zero_or_shift);
  if constexpr (!Whole) {
    t = vminq_s16(vmaxq_s16(t, vdupq_n_s16(p.low)), vdupq_n_s16(p.high));
  }
  return t;
}
/// The codes in lanes of 16 bits as bytes in the even places.
ETCH_GLUE int16x8_t as_bytes(int16x8_t t) {
  __asm("vqmovnb.s16 %q[t],%q[t]" : [t] "+w"(t));  // g++ copies what it narrows
  return t;
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
