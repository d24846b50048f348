// Sums of 8 channels or filters, side by side in registers, and how Advanced SIMD ends them: bit
// for bit as the epilogues of the generic kernels.
#pragma once

#include <etch/kernel/aarch64/epilogue.hpp>
#include <etch/kernel/layer/short_sums.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

#if ETCH_HAS_NEON

/// 8 sums.
template <class Sum>
struct sum_lanes;
template <>
struct sum_lanes<std::int32_t> {
  int32x4_t four[2];
  ETCH_GLUE static sum_lanes zeros() { return {{vdupq_n_s32(0), vdupq_n_s32(0)}}; }
  ETCH_GLUE static sum_lanes load(const std::int32_t* s) {
    return {{vld1q_s32(s), vld1q_s32(s + 4)}};
  }
  /// Sums that are known to fit.
  ETCH_GLUE static sum_lanes load(const std::int64_t* s) {
    const auto narrow = [](const std::int64_t* at) __attribute__((always_inline)) {
      return vuzp1q_s32(vreinterpretq_s32_s64(vld1q_s64(at)),
                        vreinterpretq_s32_s64(vld1q_s64(at + 2)));
    };
    return {{narrow(s), narrow(s + 4)}};
  }
  ETCH_GLUE void add(int16x8_t w, int16x8_t x) {
    four[0] = vmlal_s16(four[0], vget_low_s16(w), vget_low_s16(x));
    four[1] = vmlal_high_s16(four[1], w, x);
  }
  ETCH_GLUE void add(const sum_lanes& s) {
    four[0] = vaddq_s32(four[0], s.four[0]), four[1] = vaddq_s32(four[1], s.four[1]);
  }
  ETCH_GLUE void store(std::int32_t* s) const { vst1q_s32(s, four[0]), vst1q_s32(s + 4, four[1]); }
};
template <>
struct sum_lanes<std::int64_t> {
  int64x2_t two[4];
  ETCH_GLUE static sum_lanes zeros() {
    const int64x2_t zero = vdupq_n_s64(0);
    return {{zero, zero, zero, zero}};
  }
  ETCH_GLUE static sum_lanes load(const std::int64_t* s) {
    return {{vld1q_s64(s), vld1q_s64(s + 2), vld1q_s64(s + 4), vld1q_s64(s + 6)}};
  }
  ETCH_GLUE void add(const sum_lanes<std::int32_t>& s) {
    unroll<2>([&]<int I>() __attribute__((always_inline)) {
      two[2 * I] = vaddw_s32(two[2 * I], vget_low_s32(s.four[I]));
      two[2 * I + 1] = vaddw_high_s32(two[2 * I + 1], s.four[I]);
    });
  }
  ETCH_GLUE void add(int16x8_t w, int16x8_t x) {
    add(sum_lanes<std::int32_t>{
        {vmull_s16(vget_low_s16(w), vget_low_s16(x)), vmull_high_s16(w, x)}});
  }
  ETCH_GLUE void add(const sum_lanes& s) {
    unroll<4>([&]<int I>()
                  __attribute__((always_inline)) { two[I] = vaddq_s64(two[I], s.two[I]); });
  }
  ETCH_GLUE void store(std::int64_t* s) const {
    unroll<4>([&]<int I>() __attribute__((always_inline)) { vst1q_s64(s + 2 * I, two[I]); });
  }
};

/// Ends sums of Sum as End does, of which it holds what 8 channels from c on need. Here one by one.
template <class End, class Sum>
struct end_lanes {
  const End& end;
  int c;
  ETCH_GLUE end_lanes(const End& all, int first) : end(all), c(first) {}
  template <class Y>
  ETCH_GLUE void write(Y* y, const sum_lanes<Sum>& sums) const {
    Sum s[8];
    sums.store(s);
    unroll<8>([&]<int K>() __attribute__((always_inline)) { y[K] = end(s[K], c + K); });
  }
};

/// Whether vectors make codes of Y.
template <class Y>
inline constexpr bool has_short_codes = sizeof(Y) == 1 || __is_same(Y, std::int16_t);
/// 8 numbers saturated to 16 bits.
ETCH_GLUE int16x8_t narrowed(int32x4_t a, int32x4_t b) { return vqmovn_high_s32(vqmovn_s32(a), b); }
ETCH_GLUE void store_saturated(std::int8_t* y, int16x8_t codes) { vst1_s8(y, vqmovn_s16(codes)); }
ETCH_GLUE void store_saturated(std::uint8_t* y, int16x8_t codes) { vst1_u8(y, vqmovun_s16(codes)); }
ETCH_GLUE void store_saturated(std::int16_t* y, int16x8_t codes) { vst1q_s16(y, codes); }
/// The rules of the limits of codes of Y.
template <class Y>
constexpr epilogue_rules rules_of_limits(Y low, Y high) {
  constexpr bool is_unsigned = static_cast<Y>(-1) > 0;
  constexpr int lowest = is_unsigned ? 0 : -(1 << (8 * sizeof(Y) - 1));
  constexpr int highest = is_unsigned ? 255 : -1 - lowest;
  epilogue_rules f;
  f.clamp_low = low > lowest, f.clamp_high = high < highest;
  return f;
}
/// Codes low .. high of Y.
template <class Y, epilogue_rules F>
struct limits_of_lanes {
  int16x8_t low, high;
  ETCH_GLUE limits_of_lanes(Y l, Y h) : low(vdupq_n_s16(l)), high(vdupq_n_s16(h)) {}
  ETCH_GLUE void write(Y* y, int16x8_t codes) const {
    if constexpr (F.clamp_low) codes = vmaxq_s16(codes, low);
    if constexpr (F.clamp_high) codes = vminq_s16(codes, high);
    store_saturated(y, codes);
  }
};

/// Whether vectors shift sums as shift_by<R> does.
template <rounding R, int Shift>
inline constexpr bool shifts_by_vectors =
    Shift <= 0 ||
    (Shift <= 30 && (adds_half(R) || R == rounding::half_away || R == rounding::toward_zero));

/// By a shift that is known.
template <auto Shift>
requires(has_short_codes<decltype(Shift.low)> && shifts_by_vectors<Shift.round, Shift.shift>)
struct end_lanes<short_sums::known_shift<Shift>, std::int32_t> {
  using code = decltype(Shift.low);
  ETCH_GLUE end_lanes(const short_sums::known_shift<Shift>&, int) {}
  ETCH_GLUE void write(code* y, const sum_lanes<std::int32_t>& s) const {
    constexpr epilogue_rules limits = rules_of_limits(Shift.low, Shift.high);
    limits_of_lanes<code, limits>(Shift.low, Shift.high).write(y, steps(s));
  }

 private:
  static constexpr int shift = Shift.shift;
  static constexpr epilogue_rules rules{.by_shift = true, .round = Shift.round, .shift = shift};
  /// Saturated to 16 bits.
  ETCH_GLUE static int16x8_t steps(const sum_lanes<std::int32_t>& s) {
    if constexpr (shift > 0 && shift <= 16 && rules.rounds_up()) {
      return vqshrn_high_n_s32(vqshrn_n_s32(lifted(s.four[0]), shift), lifted(s.four[1]), shift);
    } else {
      return narrowed(shifted_sums(s.four[0]), shifted_sums(s.four[1]));
    }
  }
  ETCH_GLUE static int32x4_t lifted(int32x4_t sum) {
    return vaddq_s32(sum, vdupq_n_s32(rules.bias_part()));
  }
  ETCH_GLUE static int32x4_t shifted_sums(int32x4_t sum) {
    if constexpr (shift <= 0) return vqshlq_n_s32(sum, minimum(-shift, 31));
    else return shifted<rules>(lifted(sum));
  }
};

/// 8 numbers from c on, or one for all; of 8 and 16 bits widened.
template <int Channels>
ETCH_GLUE sum_lanes<std::int32_t> load_each(const std::int32_t* from, int c) {
  if constexpr (Channels == 1) return {{vdupq_n_s32(*from), vdupq_n_s32(*from)}};
  else return sum_lanes<std::int32_t>::load(from + c);
}
template <int Channels, class T>
ETCH_GLUE sum_lanes<std::int32_t> load_each(const T* from, int c) {
  int16x8_t all;
  if constexpr (Channels == 1) all = vdupq_n_s16(*from);
  else if constexpr (sizeof(T) == 1) all = vmovl_s8(vld1_s8(from + c));
  else all = vld1q_s16(from + c);
  return {{vmovl_s16(vget_low_s16(all)), vmovl_high_s16(all)}};
}

/// The factors of an epilogue, of which F is known.
template <class Epilogue, epilogue_rules F>
struct known_factors : short_sums::known_epilogue<Epilogue> {};
/// Whether vectors end sums by Epilogue, one of factors.
template <class Epilogue>
inline constexpr bool has_factor_lanes = false;
template <class Y, rounding R, int Channels>
inline constexpr bool has_factor_lanes<factor_epilogue<Y, R, Channels>> =
    has_short_codes<Y> &&
    (R == rounding::tflite_double || R == rounding::tflite_single || R == rounding::xnnpack);
template <class Y, int Channels>
inline constexpr bool has_factor_lanes<wide_factor_epilogue<Y, Channels>> = has_short_codes<Y>;
/// What is known of e.
template <class Y, rounding R, int Channels>
constexpr epilogue_rules rules_of_factors(const factor_epilogue<Y, R, Channels>& e) {
  epilogue_rules f = rules_of_limits(e.low, e.high);
  f.round = R, f.per_channel = true;
  f.fix_ties = e.low < e.zero, f.add_zero = e.zero != 0;
  for (const int shift : e.shift) {
    f.any_left |= shift > 0 && R == rounding::tflite_double;
    f.any_unshifted |= shift >= 0;
  }
  return f;
}
template <class Y, int Channels>
constexpr epilogue_rules rules_of_factors(const wide_factor_epilogue<Y, Channels>& e) {
  epilogue_rules f = rules_of_limits(e.low, e.high);
  f.add_zero = e.zero != 0;
  return f;
}

/// By a factor.
template <class Y, rounding R, int Channels, epilogue_rules F>
struct end_lanes<known_factors<factor_epilogue<Y, R, Channels>, F>, std::int32_t> {
  factor_vectors factor[2];
  int32x4_t zero;
  limits_of_lanes<Y, F> limits;
  ETCH_GLUE end_lanes(const known_factors<factor_epilogue<Y, R, Channels>, F>& end, int c)
      : zero(adds_to_halves
                 ? vreinterpretq_s32_s16(vdupq_n_s16(static_cast<std::int16_t>(end.all.zero)))
                 : vdupq_n_s32(end.all.zero)),
        limits(end.all.low, end.all.high) {
    const auto multiplier = load_each<Channels>(end.all.multiplier, c);
    const auto shift = load_each<Channels>(end.all.shift, c);
    unroll<2>([&]<int I>() __attribute__((always_inline)) {
      factor[I] = in_place(multiplier.four[I], shift.four[I]);
    });
  }
  ETCH_GLUE void write(Y* y, const sum_lanes<std::int32_t>& s) const {
    const int16x8_t steps = narrowed(number(s.four[0], factor[0]), number(s.four[1], factor[1]));
    if constexpr (F.add_zero && adds_to_halves) {
      limits.write(y, vqaddq_s16(steps, vreinterpretq_s16_s32(zero)));
    } else {
      limits.write(y, steps);
    }
  }

 private:
  /// Whether the zero point of bytes may be added to what is saturated to 16 bits: factors below
  /// 1/2 let no number near the end of 32 bits, where the definition wraps.
  static constexpr bool adds_to_halves =
      sizeof(Y) == 1 && (!F.any_unshifted || R == rounding::xnnpack);
  ETCH_GLUE static factor_vectors in_place(int32x4_t multiplier, int32x4_t shift) {
    if constexpr (R == rounding::xnnpack) {  // 24 bits of a float
      const int32x4_t power = vshlq_n_s32(vaddq_s32(shift, vdupq_n_s32(127 - 31)), 23);
      const float32x4_t f = vmulq_f32(vcvtq_f32_s32(multiplier), vreinterpretq_f32_s32(power));
      return {.multiplier = vreinterpretq_s32_f32(f), .right = shift, .left = shift};
    } else if constexpr (R == rounding::tflite_single) {
      return {.multiplier = multiplier, .right = vsubq_s32(shift, vdupq_n_s32(31)), .left = shift};
    } else {
      const int32x4_t none = vdupq_n_s32(0);
      return {.multiplier = multiplier,
              .right = F.any_left ? vminq_s32(shift, none) : shift,
              .left = vmaxq_s32(shift, none)};
    }
  }
  ETCH_GLUE int32x4_t number(int32x4_t sum, const factor_vectors& f) const {
    const int32x4_t y = scaled<F>(sum, f);
    if constexpr (!F.add_zero || adds_to_halves) return y;
    else if constexpr (R == rounding::xnnpack) return vqaddq_s32(y, zero);  // may be saturated
    else return vaddq_s32(y, zero);
  }
};

/// By a factor of 16 bits.
template <class Y, int Channels, epilogue_rules F, class Sum>
struct end_lanes<known_factors<wide_factor_epilogue<Y, Channels>, F>, Sum> {
  int32x4_t multiplier[2];
  int64x2_t right[4];
  int32x4_t zero;
  limits_of_lanes<Y, F> limits;
  ETCH_GLUE end_lanes(const known_factors<wide_factor_epilogue<Y, Channels>, F>& end, int c)
      : zero(vdupq_n_s32(end.all.zero)), limits(end.all.low, end.all.high) {
    const auto m = load_each<Channels>(end.all.multiplier, c);
    const auto shift = load_each<Channels>(end.all.shift, c);
    unroll<2>([&]<int I>() __attribute__((always_inline)) {
      const int32x4_t negative = vnegq_s32(shift.four[I]);
      multiplier[I] = m.four[I];
      right[2 * I] = vmovl_s32(vget_low_s32(negative));
      right[2 * I + 1] = vmovl_high_s32(negative);
    });
  }
  ETCH_GLUE void write(Y* y, const sum_lanes<Sum>& s) const {
    limits.write(y, narrowed(steps<0>(s), steps<1>(s)));
  }

 private:
  template <int I>
  ETCH_GLUE int32x4_t steps(const sum_lanes<std::int32_t>& s) const {
    return rounded<I>(vmull_s32(vget_low_s32(s.four[I]), vget_low_s32(multiplier[I])),
                      vmull_high_s32(s.four[I], multiplier[I]));
  }
  template <int I>
  ETCH_GLUE int32x4_t steps(const sum_lanes<std::int64_t>& s) const {
    return rounded<I>(product(s.two[2 * I], vget_low_s32(multiplier[I])),
                      product(s.two[2 * I + 1], vget_high_s32(multiplier[I])));
  }
  /// s times m, which is positive.
  ETCH_GLUE static int64x2_t product(int64x2_t s, int32x2_t m) {
    const int64x2_t upper = vshlq_n_s64(vmull_s32(vshrn_n_s64(s, 32), m), 32);
    return vreinterpretq_s64_u64(vmlal_u32(
        vreinterpretq_u64_s64(upper), vreinterpret_u32_s32(vmovn_s64(s)), vreinterpret_u32_s32(m)));
  }
  template <int I>
  ETCH_GLUE int32x4_t rounded(int64x2_t low, int64x2_t high) const {
    const int32x2_t first = vqmovn_s64(vrshlq_s64(low, right[2 * I]));
    const int32x4_t y = vqmovn_high_s64(first, vrshlq_s64(high, right[2 * I + 1]));
    return F.add_zero ? vqaddq_s32(y, zero) : y;
  }
};

#endif

}  // namespace neon
}  // namespace ETCH_NAMESPACE
