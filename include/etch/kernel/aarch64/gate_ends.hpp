// How 16 sums of the rows of matrices become gates of recurrent layers, or codes, on AArch64, and
// what is done with 16 gates: SQRDMULH or, where a product is rounded once, SQDMULH by a factor
// that all sums share, and SQRSHRN.
#pragma once

#include <etch/kernel/arithmetic/gates.hpp>
#include <etch/kernel/layer/unroll.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {
namespace neon {

/// How End (kernel/arithmetic/gates.hpp) is done by vectors: two vectors of four sums within 16
/// bits.
template <class End>
struct gate_by_vectors {
  static constexpr bool exists = false;
};

#if ETCH_HAS_NEON

/// Sums shifted to the right by `Shift`, halves up, within 16 bits.
template <int Shift>
ETCH_GLUE int16x8_t shift_to_16_bits(int32x4_t a, int32x4_t b) {
  if constexpr (Shift == 0) return vqmovn_high_s32(vqmovn_s32(a), b);
  else if constexpr (Shift <= 16) return vqrshrn_high_n_s32(vqrshrn_n_s32(a, Shift), b, Shift);
  else return shift_to_16_bits<0>(vrshrq_n_s32(a, Shift), vrshrq_n_s32(b, Shift));
}
/// Sums by factor F within 16 bits; AreSmall: of magnitudes of at most 2^30.
template <rounding R, fixed_point_factor F, bool AreSmall = false>
ETCH_GLUE int16x8_t scale_to_16_bits(int32x4_t a, int32x4_t b) {
  const auto product = [](int32x4_t sum) __attribute__((always_inline)) {
    if constexpr (F.shift > 0) sum = vshlq_n_s32(sum, F.shift);
    if constexpr (F.shift < 0 && R == rounding::tflite_single)
      return vqdmulhq_n_s32(sum, F.multiplier);
    sum = vqrdmulhq_n_s32(sum, F.multiplier);
    // one less, a negative number at a tie goes away from zero
    return F.shift < 0 ? vsraq_n_s32(sum, sum, 31) : sum;
  };
  if constexpr (AreSmall && F.shift < -16) {
    // upper halves, which the half that is added leaves within 31 bits
    const int32x4_t half = vdupq_n_s32(std::int32_t{1} << (-F.shift - 1));
    const int16x4_t first = vaddhn_s32(product(a), half);
    constexpr int rest = -F.shift - 16;
    return vshrq_n_s16(vaddhn_high_s32(first, product(b), half), rest);
  } else {
    return shift_to_16_bits<maximum(-F.shift, 0)>(product(a), product(b));
  }
}

#endif

template <rounding R, fixed_point_factor F, std::int64_t Most>
struct gate_by_vectors<known_gate<R, F, Most>> {
  static constexpr bool exists = scales_by_high_products(R, F, Most);
#if ETCH_HAS_NEON
  ETCH_GLUE static int16x8_t end(int32x4_t a, int32x4_t b) { return scale_to_16_bits<R, F>(a, b); }
#endif
};
template <int Shift>
struct gate_by_vectors<known_shift<Shift>> {
  static constexpr bool exists = Shift >= 0 && Shift < 31;
#if ETCH_HAS_NEON
  ETCH_GLUE static int16x8_t end(int32x4_t a, int32x4_t b) { return shift_to_16_bits<Shift>(a, b); }
#endif
};

/// What recurrent layers ask of Products: gates.
struct gate_ends {
  template <rounding R, fixed_point_factor F, std::int64_t Most>
  static constexpr bool scales_codes = scales_by_high_products(R, F, Most);
  template <class... End>
  static constexpr bool ends_gates = (gate_by_vectors<End>::exists && ...);
  template <rounding R, fixed_point_factor F>
  static constexpr bool multiplies_gates = scales_by_high_products(R, F, std::int64_t{1} << 30);

#if ETCH_HAS_NEON
  /// gate[i] = End(sum[i]), of 16.
  template <class End>
  ETCH_GLUE static void end_gates(std::int16_t* gate, const std::int32_t* sum) {
    for_each_half([&](int i)
                      __attribute__((always_inline)) { vst1q_s16(gate + i, ended<End>(sum + i)); });
  }
  /// gate[i] = EndA(a[i]) + EndB(b[i]) within 16 bits, of 16.
  template <class EndA, class EndB>
  ETCH_GLUE static void join_gates(std::int16_t* gate, const std::int32_t* a,
                                   const std::int32_t* b) {
    for_each_half([&](int i) __attribute__((always_inline)) {
      vst1q_s16(gate + i, vqaddq_s16(ended<EndA>(a + i), ended<EndB>(b + i)));
    });
  }
  /// gate[i] = End(a[i] + b[i]), of 16.
  template <class End>
  ETCH_GLUE static void join_sums(std::int16_t* gate, const std::int32_t* a,
                                  const std::int32_t* b) {
    for_each_half([&](int i) __attribute__((always_inline)) {
      const int32x4_t low = vaddq_s32(vld1q_s32(a + i), vld1q_s32(b + i));
      const int32x4_t high = vaddq_s32(vld1q_s32(a + i + 4), vld1q_s32(b + i + 4));
      vst1q_s16(gate + i, gate_by_vectors<End>::end(low, high));
    });
  }
  /// code[i] = sum[i] by factor F within 8 bits, and then Zero, of 16.
  template <rounding R, fixed_point_factor F, int Zero>
  ETCH_GLUE static void scale_states(std::int8_t* code, const std::int32_t* sum) {
    using end = known_gate<R, F, 0>;
    const int8x16_t codes = narrowed(ended<end>(sum), ended<end>(sum + 8));
    vst1q_s8(code, Zero == 0 ? codes : vaddq_s8(codes, vdupq_n_s8(Zero)));
  }
  /// code[i] = sum[i] by factor F and Zero within the limits, of 16.
  template <rounding R, fixed_point_factor F, int Zero, int Low, int High>
  ETCH_GLUE static void scale_codes(std::int8_t* code, const std::int32_t* sum) {
    using end = known_gate<R, F, 0>;
    int8x16_t codes = with_zero<Zero>(ended<end>(sum), ended<end>(sum + 8));
    if constexpr (Low > -128) codes = vmaxq_s8(codes, vdupq_n_s8(Low));
    if constexpr (High < 127) codes = vminq_s8(codes, vdupq_n_s8(High));
    vst1q_s8(code, codes);
  }

  /// to[i] = a[i] b[i] by factor F within 16 bits, of 16, not both -2^15.
  template <rounding R, fixed_point_factor F>
  ETCH_GLUE static void multiply_gates(std::int16_t* to, const std::int16_t* a,
                                       const std::int16_t* b) {
    for_each_half([&](int i) __attribute__((always_inline)) {
      const int16x8_t x = vld1q_s16(a + i), y = vld1q_s16(b + i);
      const int32x4_t low = vmull_s16(vget_low_s16(x), vget_low_s16(y));
      const int16x8_t product = scale_to_16_bits<R, F, true>(low, vmull_high_s16(x, y));
      vst1q_s16(to + i, product);
    });
  }
  /// to[i] = a[i] + b[i] within 16 bits and, where Most > 0, within -Most .. Most, of 16.
  template <int Most>
  ETCH_GLUE static void add_gates(std::int16_t* to, const std::int16_t* a, const std::int16_t* b) {
    for_each_half([&](int i) __attribute__((always_inline)) {
      int16x8_t sum = vqaddq_s16(vld1q_s16(a + i), vld1q_s16(b + i));
      if constexpr (Most > 0)
        sum = vmaxq_s16(vminq_s16(sum, vdupq_n_s16(Most)), vdupq_n_s16(-Most));
      vst1q_s16(to + i, sum);
    });
  }
  /// code[i] = gate[i] + Zero within 8 bits, of 16.
  template <int Zero>
  ETCH_GLUE static void narrow_gates(std::int8_t* code, const std::int16_t* gate) {
    vst1q_s8(code, with_zero<Zero>(vld1q_s16(gate), vld1q_s16(gate + 8)));
  }

 private:
  template <class F>
  ETCH_GLUE static void for_each_half(const F& f) {
    unroll<2>([&]<int I>() __attribute__((always_inline)) { f(8 * I); });
  }
  template <class End>
  ETCH_GLUE static int16x8_t ended(const std::int32_t* sum) {
    return gate_by_vectors<End>::end(vld1q_s32(sum), vld1q_s32(sum + 4));
  }
  ETCH_GLUE static int8x16_t narrowed(int16x8_t low, int16x8_t high) {
    return vqmovn_high_s16(vqmovn_s16(low), high);
  }
  template <int Zero>
  ETCH_GLUE static int8x16_t with_zero(int16x8_t low, int16x8_t high) {
    if constexpr (Zero != 0) {
      const int16x8_t zero = vdupq_n_s16(Zero);
      low = vqaddq_s16(low, zero), high = vqaddq_s16(high, zero);
    }
    return narrowed(low, high);
  }
#endif
};

}  // namespace neon
}  // namespace ETCH_NAMESPACE
