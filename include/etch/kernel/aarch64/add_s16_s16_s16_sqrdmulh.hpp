// add of codes of 9 to 16 bits, exact as TensorFlow Lite, eight at a time, by SQRDMULH.
//
// Needs: Advanced SIMD; logical order; affine codes without zero points of which none is a
// constant; rounding tflite_double; a factor to the output of at most 1. Reads: a, b (N,H,W,C).
// Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/aarch64/add_s8_s8_s8_sqrdmulh.hpp>
#include <etch/kernel/aarch64/code_lanes.hpp>

namespace ETCH_NAMESPACE {

namespace neon {

/// Base of kernel K of Op, add or sub.
template <class K, class Op>
struct sum_of_shorts : add_of_codes<K, std::int16_t, Op> {
  static constexpr bool is_available = ETCH_HAS_NEON;

#if ETCH_HAS_NEON
  template <class C>
  static constexpr auto sums_by() {
    constexpr auto sum = make_sum<C, sign_of_sum<Op>>();
    constexpr bool halves[2]{is_half(sum.in[0]), is_half(sum.in[1])};
    return &sums<rules_of_sum<std::int16_t>(sum), halves[0], halves[1],
                 decltype(make_sum<C, sign_of_sum<Op>>())>;
  }

 private:
  /// Eight codes in units of the sum, which has 15 bits more; where the factor is 1/2 a shift.
  template <epilogue_rules Rules, bool Half>
  ETCH_GLUE static int32x4x2_t bring(int16x8_t codes, const factor_vectors& f) {
    constexpr int left = Half ? 14 : 15;
    const int32x4_t low = vshll_n_s16(vget_low_s16(codes), left);
    const int32x4_t high = vshll_high_n_s16(codes, left);
    if constexpr (Half) return {{low, high}};
    else return {{scaled<Rules>(low, f), scaled<Rules>(high, f)}};
  }
  template <sum_rules F, bool HalfA, bool HalfB, class P>
  ETCH_KERNEL static void sums(std::int16_t* y, const std::int16_t* a, const std::int16_t* b,
                               int count, const P& p) {
    const auto fa = vectors_of(p.in[0]), fb = vectors_of(p.in[1]), fy = vectors_of(p.out);
    int i = 0;
    for (; i + 8 <= count; i += 8) {
      const int32x4x2_t c = bring<F.in[0], HalfA>(vld1q_s16(a + i), fa);
      const int32x4x2_t d = bring<F.in[1], HalfB>(vld1q_s16(b + i), fb);
      const auto end = [&](int k) __attribute__((always_inline)) {
        const bool adds = sign_of_sum<Op> > 0;
        return scaled<F.out>(adds ? vaddq_s32(c.val[k], d.val[k]) : vsubq_s32(c.val[k], d.val[k]),
                             fy);
      };
      int16x8_t codes = vqmovn_high_s32(vqmovn_s32(end(0)), end(1));
      if constexpr (F.out.clamp_low || F.out.clamp_high) codes = clamped(codes, p.low, p.high);
      vst1q_s16(y + i, codes);
    }
    for (; i < count; ++i) y[i] = p(a[i], b[i]);
  }
#endif
};

}  // namespace neon

/// add of affine codes of 9 to 16 bits.
struct add_s16_s16_s16_sqrdmulh : neon::sum_of_shorts<add_s16_s16_s16_sqrdmulh, ops::add> {
  static constexpr const char* name = "add_s16_s16_s16_sqrdmulh";
};

}  // namespace ETCH_NAMESPACE
