// Vectors of the codes of posit<8, 0>, widened to 16 bits, as the numbers of posit_integers.
//
// Up to 64 a code is its number. From there on 128 less the code is what the number's exponent and
// fraction count down from: as floats, one's bits and the other's come to the same sum.
#pragma once

#include <etch/format/posit.hpp>
#include <etch/kernel/x86_64/byte_vectors.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

#if ETCH_HAS_X86

/// 64 times the posits of these codes; NaR has no number.
ETCH_GLUE __m128i posit_numbers(__m128i codes) {
  const __m128i sign = _mm_srai_epi16(codes, 15), one = _mm_set1_epi16(64);
  const __m128i size = _mm_sub_epi16(_mm_xor_si128(codes, sign), sign);
  const __m128i left = _mm_sub_epi16(one, _mm_subs_epu16(size, one));
  const auto large = [](__m128i words) __attribute__((always_inline)) {
    const __m128i bits = _mm_castps_si128(_mm_cvtepi32_ps(words));
    const __m128i all = _mm_set1_epi32(INT32_MIN + 0x05000000);
    return _mm_cvttps_epi32(_mm_castsi128_ps(_mm_sub_epi32(all, bits)));
  };
  const __m128i zero = _mm_setzero_si128();
  const __m128i above =
      _mm_packs_epi32(large(_mm_unpacklo_epi16(left, zero)), large(_mm_unpackhi_epi16(left, zero)));
  const __m128i number = _mm_sub_epi16(above, _mm_subs_epu16(one, size));
  return _mm_sub_epi16(_mm_xor_si128(number, sign), sign);
}
#if ETCH_HAS_AVX2
ETCH_GLUE __m256i posit_numbers(__m256i codes) {
  const __m256i one = _mm256_set1_epi16(64), size = _mm256_abs_epi16(codes);
  const __m256i left = _mm256_sub_epi16(one, _mm256_subs_epu16(size, one));
  const auto large = [](__m256i words) __attribute__((always_inline)) {
    const __m256i bits = _mm256_castps_si256(_mm256_cvtepi32_ps(words));
    const __m256i all = _mm256_set1_epi32(INT32_MIN + 0x05000000);
    return _mm256_cvttps_epi32(_mm256_castsi256_ps(_mm256_sub_epi32(all, bits)));
  };
  const __m256i zero = _mm256_setzero_si256();
  const __m256i above = _mm256_packs_epi32(large(_mm256_unpacklo_epi16(left, zero)),
                                           large(_mm256_unpackhi_epi16(left, zero)));
  return _mm256_sign_epi16(_mm256_sub_epi16(above, _mm256_subs_epu16(one, size)), codes);
}
#endif

#endif

}  // namespace x86
}  // namespace ETCH_NAMESPACE
