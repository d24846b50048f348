// add of int8 codes, 16 at a time, by PMADDWD, where one product of each code is known to
// give the codes of the generic kernel.
//
// Needs: SSE2; logical order; affine int8 codes of which none is a constant; formats and limits
// whose sum two products prove to be (sum_by_products). Reads: a, b (N,H,W,C). Writes: y (N,H,W,C),
// which may be a or b.
#pragma once

#include <etch/kernel/layer/add_of_bytes.hpp>
#include <etch/kernel/x86_64/lanes.hpp>

namespace ETCH_NAMESPACE {

/// add of affine int8 codes.
struct add_s8_s8_s8_pmaddwd : add_of_bytes_by_products<add_s8_s8_s8_pmaddwd> {
  static constexpr const char* name = "add_s8_s8_s8_pmaddwd";
  static constexpr bool is_available = ETCH_HAS_X86;

#if ETCH_HAS_X86
  template <int Shift, bool Whole>
  ETCH_KERNEL static void adds(std::int8_t* y, const std::int8_t* a, const std::int8_t* b,
                               int count, const short_sum<std::int8_t>& s) {
    const factors f(s);
    const __m128i low = x86::lanes8::all(s.low), high = x86::lanes8::all(s.high);
    const auto eight = [&](__m128i pairs) __attribute__((always_inline)) {
      const __m128i codes = _mm_packs_epi32(four<Shift>(x86::widen_low(pairs), f),
                                            four<Shift>(x86::widen_high(pairs), f));
      return Whole ? codes : _mm_min_epi16(_mm_max_epi16(codes, low), high);
    };
    int i = 0;
    for (; i + 16 <= count; i += 16) {
      const __m128i p = x86::load_bytes<16>(a + i), q = x86::load_bytes<16>(b + i);
      x86::store_vector(
          y + i, _mm_packs_epi16(eight(_mm_unpacklo_epi8(p, q)), eight(_mm_unpackhi_epi8(p, q))));
    }
    for (; i < count; ++i) y[i] = s(a[i], b[i]);
  }

 private:
  /// Both multipliers as 2^15 upper + lower, side by side in each lane.
  struct factors {
    __m128i upper, lower, start;
    explicit factors(const short_sum<std::int8_t>& s) : start(_mm_set1_epi32(s.start)) {
      const auto above = [&](int i) { return (s.multiplier[i] + (1 << 14)) >> 15; };
      const auto below = [&](int i) { return s.multiplier[i] - above(i) * (1 << 15); };
      upper = pairs_of(above(0), above(1));
      lower = pairs_of(below(0), below(1));
    }
    static __m128i pairs_of(int a, int b) {
      const std::uint32_t low = static_cast<std::uint32_t>(a) & 0xffff;
      return _mm_set1_epi32(static_cast<std::int32_t>(low | static_cast<std::uint32_t>(b) << 16));
    }
  };
  /// Four codes, not yet saturated, of 16-bit codes a0, b0, a1, b1 ..
  template <int Shift>
  ETCH_GLUE static __m128i four(__m128i codes, const factors& f) {
    const __m128i upper = _mm_slli_epi32(_mm_madd_epi16(codes, f.upper), 15);
    const __m128i lower = x86::lanes8::add_products(f.start, codes, f.lower);
    return _mm_srai_epi32(_mm_add_epi32(upper, lower), Shift);
  }
#endif
};

}  // namespace ETCH_NAMESPACE
