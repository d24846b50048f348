// mul of int8 codes, exact as TensorFlow Lite, 16 at a time, by SQRDMULH.
//
// Needs: Advanced SIMD; logical order; affine int8 codes of which none is a constant or broadcast;
// rounding tflite_double; factors of less than 1/2 and at least 2^-23. Reads: a, b (N,H,W,C).
// Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/aarch64/epilogue.hpp>
#include <etch/kernel/layer/mul_of_bytes.hpp>

namespace ETCH_NAMESPACE {

/// mul of affine int8 codes by vectors.
struct mul_s8_s8_s8_sqrdmulh : mul_of_bytes<mul_s8_s8_s8_sqrdmulh> {
  static constexpr const char* name = "mul_s8_s8_s8_sqrdmulh";
  static constexpr bool is_available = ETCH_HAS_NEON;

#if ETCH_HAS_NEON
  template <class C>
  static constexpr auto sums_by() {
    return &products<rules_of<C>, decltype(make_product<C>())>;
  }

 private:
  template <class C>
  static constexpr neon::epilogue_rules rules_of = [] {
    constexpr auto p = make_product<C>();
    neon::epilogue_rules r{.any_unshifted = false, .fix_ties = p.low < p.out_zero};
    r.add_zero = p.out_zero != 0;
    r.clamp_low = p.low > -128;
    r.clamp_high = p.high < 127;
    constexpr std::int64_t most = 255 * 255;  // both roundings together add no more than 1
    r.narrow = (most * p.factor.multiplier >> (31 - p.factor.shift)) < 32510;
    return r;
  }();
  template <neon::epilogue_rules Rules, class P>
  ETCH_KERNEL static void products(std::int8_t* y, const std::int8_t* a, const std::int8_t* b,
                                   int count, const P& p) {
    const neon::factor_vectors f{vdupq_n_s32(p.factor.multiplier), vdupq_n_s32(p.factor.shift),
                                 vdupq_n_s32(0)};
    const int8x16_t zero_a = vdupq_n_s8(static_cast<std::int8_t>(p.in_zero[0]));
    const int8x16_t zero_b = vdupq_n_s8(static_cast<std::int8_t>(p.in_zero[1]));
    const neon::output_range range{static_cast<std::int16_t>(p.out_zero), p.low, p.high};
    int i = 0;
    for (; i + 16 <= count; i += 16) {
      const int8x16_t c = vld1q_s8(a + i), d = vld1q_s8(b + i);
      const int16x8_t c0 = vsubl_s8(vget_low_s8(c), vget_low_s8(zero_a));
      const int16x8_t d0 = vsubl_s8(vget_low_s8(d), vget_low_s8(zero_b));
      const int16x8_t c1 = vsubl_high_s8(c, zero_a), d1 = vsubl_high_s8(d, zero_b);
      vst1q_s8(y + i, neon::epilogue<Rules>(vmull_s16(vget_low_s16(c0), vget_low_s16(d0)),
                                            vmull_high_s16(c0, d0),
                                            vmull_s16(vget_low_s16(c1), vget_low_s16(d1)),
                                            vmull_high_s16(c1, d1), f, f, f, f, range));
    }
    for (; i < count; ++i) y[i] = p(a[i], b[i]);
  }
#endif
};

}  // namespace ETCH_NAMESPACE
