// add of codes of 9 to 16 bits, exact as TensorFlow Lite: four at a time, each scaled in 32 bits by
// PMULUDQ.
//
// Needs: SSE2; logical order; affine codes without zero points of which none is a constant;
// rounding tflite_double; a factor to the output of at most 1. Reads: a, b (N,H,W,C). Writes: y
// (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/x86_64/add_s8_s8_s8_pmuludq.hpp>

namespace ETCH_NAMESPACE {

namespace x86 {

/// Base of kernel K of Op, add or sub.
template <class K, class Op>
struct sum_of_shorts : add_of_codes<K, std::int16_t, Op> {
  static constexpr bool is_available = ETCH_HAS_X86;

#if ETCH_HAS_X86
  template <class C>
  static constexpr auto sums_by() {
    constexpr auto sum = make_sum<C, sign_of_sum<Op>>();
    constexpr bool halves[2]{is_half(sum.in[0]), is_half(sum.in[1])};
    return &sums<halves[0], halves[1], decltype(make_sum<C, sign_of_sum<Op>>())>;
  }

 private:
  /// Codes, 2^16 times as much, in units of the sum, which has 15 bits more.
  template <bool Half>
  ETCH_GLUE static __m128i bring(__m128i codes, const fixed_point_factor& f) {
    if constexpr (Half) return _mm_srai_epi32(codes, 2);
    else return scaled_by(_mm_srai_epi32(codes, 1), f);
  }
  template <bool HalfA, bool HalfB, class F>
  ETCH_GLUE static __m128i four(__m128i a, __m128i b, const F& f) {
    const __m128i c = bring<HalfA>(a, f.in[0]), d = bring<HalfB>(b, f.in[1]);
    return scaled_by(sign_of_sum<Op> > 0 ? _mm_add_epi32(c, d) : _mm_sub_epi32(c, d), f.out);
  }
  template <bool HalfA, bool HalfB, class F>
  ETCH_KERNEL static void sums(std::int16_t* y, const std::int16_t* a, const std::int16_t* b,
                               int count, const F& f) {
    const __m128i zero = _mm_setzero_si128();
    const __m128i low = _mm_set1_epi16(f.low), high = _mm_set1_epi16(f.high);
    int i = 0;
    for (; i + 8 <= count; i += 8) {
      __m128i c, d;
      __builtin_memcpy(&c, a + i, sizeof c);
      __builtin_memcpy(&d, b + i, sizeof d);
      const __m128i first =
          four<HalfA, HalfB>(_mm_unpacklo_epi16(zero, c), _mm_unpacklo_epi16(zero, d), f);
      const __m128i second =
          four<HalfA, HalfB>(_mm_unpackhi_epi16(zero, c), _mm_unpackhi_epi16(zero, d), f);
      const __m128i codes = _mm_packs_epi32(first, second);
      const __m128i within = _mm_min_epi16(_mm_max_epi16(codes, low), high);
      __builtin_memcpy(y + i, &within, sizeof within);
    }
    for (; i < count; ++i) y[i] = f(a[i], b[i]);
  }
#endif
};

}  // namespace x86

/// add of affine codes of 9 to 16 bits.
struct add_s16_s16_s16_pmuludq : x86::sum_of_shorts<add_s16_s16_s16_pmuludq, ops::add> {
  static constexpr const char* name = "add_s16_s16_s16_pmuludq";
};

}  // namespace ETCH_NAMESPACE
