// Vectors of 32-bit sums on x86-64: 4, 8 or 16 lanes, as wide as the compiler's flags allow. What
// differs between them is here; arithmetic is the compiler's own on vector types, modulo 2^32.
#pragma once

#include <cstdint>

#include <etch/base/features.hpp>

#if ETCH_HAS_AVX2
#include <immintrin.h>
#elif ETCH_HAS_X86
#include <emmintrin.h>
#endif

namespace etch::inline ETCH_ABI {
namespace x86 {

#if ETCH_HAS_X86

/// 4 lanes: SSE2, which every x86-64 has.
struct lanes4 {
  static constexpr int count = 4;
  using sums [[gnu::vector_size(16)]] = std::uint32_t;
  using numbers [[gnu::vector_size(16)]] = std::int32_t;
  using wide [[gnu::vector_size(16)]] = std::uint64_t;
  /// Products of the even lanes, unsigned.
  ETCH_GLUE static wide multiply_even(sums a, sums b) {
    return reinterpret_cast<wide>(
        _mm_mul_epu32(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
  }
  /// a0 b0 + a1 b1 of the two signed halves of each lane.
  ETCH_GLUE static sums multiply_pairs(sums a, sums b) {
    return reinterpret_cast<sums>(
        _mm_madd_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
  }
};

#if ETCH_HAS_AVX2
/// 8 lanes: AVX2.
struct lanes8 {
  static constexpr int count = 8;
  using sums [[gnu::vector_size(32)]] = std::uint32_t;
  using numbers [[gnu::vector_size(32)]] = std::int32_t;
  using wide [[gnu::vector_size(32)]] = std::uint64_t;
  ETCH_GLUE static wide multiply_even(sums a, sums b) {
    return reinterpret_cast<wide>(
        _mm256_mul_epu32(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
  }
  ETCH_GLUE static sums multiply_pairs(sums a, sums b) {
    return reinterpret_cast<sums>(
        _mm256_madd_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
  }
};
#endif

#if ETCH_HAS_AVX512
/// 16 lanes: AVX-512.
struct lanes16 {
  static constexpr int count = 16;
  using sums [[gnu::vector_size(64)]] = std::uint32_t;
  using numbers [[gnu::vector_size(64)]] = std::int32_t;
  using wide [[gnu::vector_size(64)]] = std::uint64_t;
  ETCH_GLUE static wide multiply_even(sums a, sums b) {
    // Masked by nothing: the plain one makes g++ 12 warn.
    return reinterpret_cast<wide>(
        _mm512_maskz_mul_epu32(0xff, reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
  }
  ETCH_GLUE static sums multiply_pairs(sums a, sums b) {
    return reinterpret_cast<sums>(
        _mm512_madd_epi16(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
  }
};
using widest_lanes = lanes16;
#elif ETCH_HAS_AVX2
using widest_lanes = lanes8;
#else
using widest_lanes = lanes4;
#endif

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

#endif

}  // namespace x86
}  // namespace etch::inline ETCH_ABI
