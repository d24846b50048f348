// Vectors of 16-bit numbers on x86-64, as wide as the compiler's flags allow: 8 lanes by SSE2,
// which every x86-64 has, 16 by AVX2. Their products are summed in 32 bits, modulo 2^32.
#pragma once

#include <cstdint>

#include <etch/kernel/layer/unroll.hpp>

#if ETCH_HAS_AVX2
#include <immintrin.h>
#elif ETCH_HAS_X86
#include <emmintrin.h>
#endif

namespace ETCH_NAMESPACE {
namespace x86 {

#if ETCH_HAS_X86

/// A vector from memory of any alignment, and to it.
template <class V, class T>
ETCH_GLUE V load_vector(const T* from) {
  V v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
template <class V, class T>
ETCH_GLUE void store_vector(T* to, V v) {
  __builtin_memcpy(to, &v, sizeof v);
}

/// The first Count bytes at `from`, the rest zero; Count <= 16.
template <int Count = 8>
ETCH_GLUE __m128i load_bytes(const std::int8_t* from) {
  if constexpr (Count == 16) {
    return load_vector<__m128i>(from);
  } else {
    unsigned long long word[2] = {0, 0};
    __builtin_memcpy(word, from, Count);
    return _mm_set_epi64x(static_cast<long long>(word[1]), static_cast<long long>(word[0]));
  }
}

/// 8 bytes as 16-bit numbers: the lower half of v, and the upper.
ETCH_GLUE __m128i widen_low(__m128i v) { return _mm_srai_epi16(_mm_unpacklo_epi8(v, v), 8); }
ETCH_GLUE __m128i widen_high(__m128i v) { return _mm_srai_epi16(_mm_unpackhi_epi8(v, v), 8); }

/// 8 lanes.
struct lanes8 {
  static constexpr int count = 8;
  using vector = __m128i;
  ETCH_GLUE static vector all(int x) { return _mm_set1_epi16(static_cast<std::int16_t>(x)); }
  /// Count bytes as numbers.
  template <int Count>
  ETCH_GLUE static vector widen(const std::int8_t* from) {
    return widen_low(load_bytes<Count>(from));
  }
  ETCH_GLUE static vector subtract(vector a, vector b) { return _mm_sub_epi16(a, b); }
  /// sum + a0 b0 + a1 b1 of the two numbers of each 32-bit lane.
  ETCH_GLUE static vector add_products(vector sum, vector a, vector b) {
    return _mm_add_epi32(sum, _mm_madd_epi16(a, b));
  }
  /// The total of each of four sums.
  ETCH_GLUE static __m128i totals(vector a, vector b, vector c, vector d) {
    const auto halves = [](__m128i p, __m128i q) {
      return _mm_add_epi32(_mm_unpacklo_epi32(p, q), _mm_unpackhi_epi32(p, q));
    };
    const __m128i ab = halves(a, b), cd = halves(c, d);
    return _mm_add_epi32(_mm_unpacklo_epi64(ab, cd), _mm_unpackhi_epi64(ab, cd));
  }
};

#if ETCH_HAS_AVX2
/// 16 lanes.
struct lanes16 {
  static constexpr int count = 16;
  using vector = __m256i;
  ETCH_GLUE static vector all(int x) { return _mm256_set1_epi16(static_cast<std::int16_t>(x)); }
  template <int Count>
  ETCH_GLUE static vector widen(const std::int8_t* from) {
    return _mm256_cvtepi8_epi16(load_bytes<Count>(from));
  }
  ETCH_GLUE static vector subtract(vector a, vector b) { return _mm256_sub_epi16(a, b); }
  ETCH_GLUE static vector add_products(vector sum, vector a, vector b) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
  }
  ETCH_GLUE static __m128i totals(vector a, vector b, vector c, vector d) {
    const auto half = [](vector v) {
      return _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    };
    return lanes8::totals(half(a), half(b), half(c), half(d));
  }
};
using widest_lanes = lanes16;
#else
using widest_lanes = lanes8;
#endif

#endif

}  // namespace x86
}  // namespace ETCH_NAMESPACE
