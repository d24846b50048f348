// add of int8 codes, exact as TensorFlow Lite: four at a time, each scaled in 32 bits by PMULUDQ.
//
// Needs: SSE2; logical order; int8 codes, affine, of which none is a constant.
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/layer/add_of_bytes.hpp>
#include <etch/kernel/x86_64/epilogue.hpp>

namespace ETCH_NAMESPACE {

#if ETCH_HAS_X86
namespace x86 {
/// Four numbers times a factor of at most 1.
ETCH_GLUE __m128i scaled_by(__m128i x, const fixed_point_factor& f) {
  return shift_all(multiply_high(x, _mm_set1_epi32(f.multiplier)), -f.shift);
}
}  // namespace x86
#endif

/// add of int8 codes by vectors.
struct add_s8_s8_s8_pmuludq : add_of_codes<add_s8_s8_s8_pmuludq> {
  static constexpr const char* name = "add_s8_s8_s8_pmuludq";
  static constexpr bool is_available = ETCH_HAS_X86;

#if ETCH_HAS_X86
  template <class C>
  static constexpr auto sums_by() {
    return &sums<decltype(make_sum<C>())>;
  }

 private:
  /// The lower four of 16-bit codes in units of the sum.
  template <int I, class F>
  ETCH_GLUE static __m128i in_units_of_sum(__m128i codes, const F& f) {
    const __m128i wide = _mm_srai_epi32(_mm_unpacklo_epi16(codes, codes), 16);
    const __m128i off = _mm_sub_epi32(wide, _mm_set1_epi32(f.in_zero[I]));
    return x86::scaled_by(_mm_slli_epi32(off, f.headroom), f.in[I]);
  }
  template <class F>
  ETCH_GLUE static int four(__m128i a, __m128i b, const F& f) {
    const __m128i sum = _mm_add_epi32(in_units_of_sum<0>(a, f), in_units_of_sum<1>(b, f));
    const __m128i y = _mm_add_epi32(x86::scaled_by(sum, f.out), _mm_set1_epi32(f.out_zero));
    return x86::saturated(y, f.low, f.high);
  }
  template <class F>
  ETCH_KERNEL static void sums(std::int8_t* y, const std::int8_t* a, const std::int8_t* b,
                               int count, const F& f) {
    int i = 0;
    for (; i + 8 <= count; i += 8) {
      const __m128i c = x86::lanes8::widen<8>(a + i), d = x86::lanes8::widen<8>(b + i);
      const int first = four(c, d, f);
      const int second = four(_mm_srli_si128(c, 8), _mm_srli_si128(d, 8), f);
      x86::store_vector(y + i, first);
      x86::store_vector(y + i + 4, second);
    }
    for (; i < count; ++i) y[i] = f(a[i], b[i]);
  }
#endif
};

}  // namespace ETCH_NAMESPACE
