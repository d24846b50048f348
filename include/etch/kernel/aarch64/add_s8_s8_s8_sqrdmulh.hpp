// add of int8 codes, exact as TensorFlow Lite, 16 at a time, by SQRDMULH.
//
// Needs: Advanced SIMD; logical order; affine int8 codes of which none is a constant; rounding
// tflite_double; a factor to the output of at most 1.
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/aarch64/epilogue.hpp>
#include <etch/kernel/layer/add_of_bytes.hpp>

namespace ETCH_NAMESPACE {

namespace neon {

/// What of an addition by three factors changes its code.
struct sum_rules {
  epilogue_rules in[2], out;
};
/// That of a sum of codes T.
template <class T, class Sum>
constexpr sum_rules rules_of_sum(const Sum& sum) {
  const auto rules = [](const fixed_point_factor& f, bool fix_ties) {
    return epilogue_rules{.any_unshifted = f.shift == 0, .fix_ties = fix_ties};
  };
  sum_rules r{{rules(sum.in[0], true), rules(sum.in[1], true)},
              rules(sum.out, sum.low < sum.out_zero)};
  r.out.add_zero = sum.out_zero != 0;
  r.out.clamp_low = sum.low > all_of<T>.low;
  r.out.clamp_high = sum.high < all_of<T>.high;
  return r;
}
#if ETCH_HAS_NEON
ETCH_GLUE factor_vectors vectors_of(const fixed_point_factor& f) {
  return {vdupq_n_s32(f.multiplier), vdupq_n_s32(f.shift), vdupq_n_s32(0)};
}
#endif

}  // namespace neon

/// add of affine int8 codes by vectors.
struct add_s8_s8_s8_sqrdmulh : add_of_codes<add_s8_s8_s8_sqrdmulh> {
  static constexpr const char* name = "add_s8_s8_s8_sqrdmulh";
  static constexpr bool is_available = ETCH_HAS_NEON;

#if ETCH_HAS_NEON
  template <class C>
  static constexpr auto sums_by() {
    constexpr auto sum = make_sum<C>();
    return &sums<neon::rules_of_sum<std::int8_t>(sum), decltype(make_sum<C>())>;
  }

 private:
  /// 16 codes in units of the sum, which has 20 bits more.
  template <neon::epilogue_rules Rules>
  ETCH_GLUE static void bring(int32x4_t (&to)[4], int8x16_t codes, int8x16_t zero,
                              const neon::factor_vectors& f) {
    const int16x8_t low = vshlq_n_s16(vsubl_s8(vget_low_s8(codes), vget_low_s8(zero)), 5);
    const int16x8_t high = vshlq_n_s16(vsubl_high_s8(codes, zero), 5);
    to[0] = neon::scaled<Rules>(vshll_n_s16(vget_low_s16(low), 15), f);
    to[1] = neon::scaled<Rules>(vshll_high_n_s16(low, 15), f);
    to[2] = neon::scaled<Rules>(vshll_n_s16(vget_low_s16(high), 15), f);
    to[3] = neon::scaled<Rules>(vshll_high_n_s16(high, 15), f);
  }
  template <neon::sum_rules F, class P>
  ETCH_KERNEL static void sums(std::int8_t* y, const std::int8_t* a, const std::int8_t* b,
                               int count, const P& p) {
    const auto fa = neon::vectors_of(p.in[0]), fb = neon::vectors_of(p.in[1]);
    const auto fy = neon::vectors_of(p.out);
    const int8x16_t zero_a = vdupq_n_s8(static_cast<std::int8_t>(p.in_zero[0]));
    const int8x16_t zero_b = vdupq_n_s8(static_cast<std::int8_t>(p.in_zero[1]));
    const neon::output_range range{static_cast<std::int16_t>(p.out_zero), p.low, p.high};
    int i = 0;
    for (; i + 16 <= count; i += 16) {
      int32x4_t c[4], d[4];
      bring<F.in[0]>(c, vld1q_s8(a + i), zero_a, fa);
      bring<F.in[1]>(d, vld1q_s8(b + i), zero_b, fb);
      vst1q_s8(y + i, neon::epilogue<F.out>(vaddq_s32(c[0], d[0]), vaddq_s32(c[1], d[1]),
                                            vaddq_s32(c[2], d[2]), vaddq_s32(c[3], d[3]), fy, fy,
                                            fy, fy, range));
    }
    for (; i < count; ++i) y[i] = p(a[i], b[i]);
  }
#endif
};

}  // namespace ETCH_NAMESPACE
