// Vectors of 16, 32 and 64 bytes, by SSE2, AVX2 and AVX-512, which hold codes or numbers of 16 or
// 32 bits. Each is a struct with the same members. Zips, widenings and packs work on each 128 bits
// apart, so that packing what was widened gives the order of before.
#pragma once

#include <etch/base/math.hpp>
#include <etch/kernel/x86_64/lanes.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// 128 bits.
struct sse2_vectors {
  static constexpr int lanes = 4, bytes = 16;
#if ETCH_HAS_X86
  using vector = __m128i;
  /// The first Count bytes at `from`, the rest zero; 1 <= Count <= `bytes`.
  template <int Count = bytes>
  ETCH_GLUE static vector load(const void* from) {
    return load_bytes<Count>(static_cast<const std::int8_t*>(from));
  }
  /// The first Count bytes of v; 1 <= Count <= `bytes`.
  template <int Count = bytes>
  ETCH_GLUE static void store(void* to, vector v) {
    __builtin_memcpy(to, &v, Count);
  }
  /// Count bytes of v from byte At on.
  template <int Count, int At>
  ETCH_GLUE static void store_from(void* to, vector v) {
    if constexpr (At == 8 && Count == 8) {  // by one instruction
      using words [[gnu::vector_size(16)]] = long long;
      const long long upper = words(v)[1];
      __builtin_memcpy(to, &upper, sizeof upper);
    } else {
      store<Count>(to, _mm_srli_si128(v, At));
    }
  }
  /// The K-th 128 bits of v.
  template <int K>
  ETCH_GLUE static __m128i part(vector v) {
    static_assert(K == 0);
    return v;
  }
  ETCH_GLUE static vector zero() { return _mm_setzero_si128(); }
  ETCH_GLUE static vector all_16(std::int16_t x) { return _mm_set1_epi16(x); }
  ETCH_GLUE static vector all_32(int x) { return _mm_set1_epi32(x); }
  ETCH_GLUE static vector add_16(vector a, vector b) { return _mm_add_epi16(a, b); }
  ETCH_GLUE static vector add_saturating_8(vector a, vector b) { return _mm_adds_epi8(a, b); }
  ETCH_GLUE static vector sub_saturating_8(vector a, vector b) { return _mm_subs_epi8(a, b); }
  ETCH_GLUE static vector add_saturating_16(vector a, vector b) { return _mm_adds_epi16(a, b); }
  ETCH_GLUE static vector sub_saturating_16(vector a, vector b) { return _mm_subs_epi16(a, b); }
  ETCH_GLUE static vector add_32(vector a, vector b) { return _mm_add_epi32(a, b); }
  ETCH_GLUE static vector sub_32(vector a, vector b) { return _mm_sub_epi32(a, b); }
  ETCH_GLUE static vector bits_and(vector a, vector b) { return _mm_and_si128(a, b); }
  ETCH_GLUE static vector bits_xor(vector a, vector b) { return _mm_xor_si128(a, b); }
  /// sum + a0 b0 + a1 b1 of the two 16-bit numbers of each 32-bit lane.
  ETCH_GLUE static vector add_pairs(vector sum, vector a, vector b) {
    return _mm_add_epi32(sum, _mm_madd_epi16(a, b));
  }
  template <int By>
  ETCH_GLUE static vector shift_left_by(vector v) {
    return _mm_slli_epi32(v, By);
  }
  template <int By>
  ETCH_GLUE static vector shift_right_by(vector v) {
    return _mm_srai_epi32(v, By);
  }
  ETCH_GLUE static vector zip_low_8(vector a, vector b) { return _mm_unpacklo_epi8(a, b); }
  ETCH_GLUE static vector zip_high_8(vector a, vector b) { return _mm_unpackhi_epi8(a, b); }
  ETCH_GLUE static vector zip_low_16(vector a, vector b) { return _mm_unpacklo_epi16(a, b); }
  ETCH_GLUE static vector zip_high_16(vector a, vector b) { return _mm_unpackhi_epi16(a, b); }
  /// Half of the bytes of v as 16-bit numbers, half of its 16-bit numbers as 32-bit ones.
  ETCH_GLUE static vector low_as_16(vector v) { return widen_low(v); }
  ETCH_GLUE static vector high_as_16(vector v) { return widen_high(v); }
  ETCH_GLUE static vector low_as_32(vector v) { return _mm_srai_epi32(zip_low_16(v, v), 16); }
  ETCH_GLUE static vector high_as_32(vector v) { return _mm_srai_epi32(zip_high_16(v, v), 16); }
  ETCH_GLUE static vector pack_32(vector a, vector b) { return _mm_packs_epi32(a, b); }
  ETCH_GLUE static vector pack_16(vector a, vector b) { return _mm_packs_epi16(a, b); }
  /// The same, saturated to bytes without a sign.
  ETCH_GLUE static vector pack_unsigned_16(vector a, vector b) { return _mm_packus_epi16(a, b); }
  ETCH_GLUE static vector clamp_16(vector v, std::int16_t low, std::int16_t high) {
    return _mm_min_epi16(_mm_max_epi16(v, all_16(low)), all_16(high));
  }
  /// 16-bit numbers as bytes within limits.
  ETCH_GLUE static vector clamp_to_8(vector a, vector b, std::int8_t low, std::int8_t high) {
    return pack_16(clamp_16(a, low, high), clamp_16(b, low, high));
  }
  /// a / b in single precision, towards 0.
  ETCH_GLUE static vector quotient(vector a, float b) {
    return _mm_cvttps_epi32(_mm_div_ps(_mm_cvtepi32_ps(a), _mm_set1_ps(b)));
  }
  /// (a + more) / b likewise; `more` are singles.
  ETCH_GLUE static vector quotient(vector a, vector more, float b) {
    const __m128 sum = _mm_add_ps(_mm_cvtepi32_ps(a), _mm_castsi128_ps(more));
    return _mm_cvttps_epi32(_mm_div_ps(sum, _mm_set1_ps(b)));
  }
#else
  struct vector {};
#endif
};

/// 256 bits.
struct avx2_vectors {
  static constexpr int lanes = 8, bytes = 32;
#if ETCH_HAS_AVX2
  using vector = __m256i;
  template <int Count = bytes>
  ETCH_GLUE static vector load(const void* from) {
    const auto* at = static_cast<const std::int8_t*>(from);
    if constexpr (Count == bytes) return load_vector<vector>(at);
    else if constexpr (Count <= 16) return _mm256_zextsi128_si256(load_bytes<Count>(at));
    else return _mm256_setr_m128i(load_bytes<16>(at), load_bytes<Count - 16>(at + 16));
  }
  template <int Count = bytes>
  ETCH_GLUE static void store(void* to, vector v) {
    auto* at = static_cast<std::int8_t*>(to);
    if constexpr (Count == bytes) {
      store_vector(at, v);
    } else if constexpr (Count > 16) {
      store_vector(at, _mm256_castsi256_si128(v));
      store_half<Count - 16>(at + 16, _mm256_extracti128_si256(v, 1));
    } else {
      store_half<Count>(at, _mm256_castsi256_si128(v));
    }
  }
  template <int K>
  ETCH_GLUE static __m128i part(vector v) {
    return K == 0 ? _mm256_castsi256_si128(v) : _mm256_extracti128_si256(v, 1);
  }
  ETCH_GLUE static vector zero() { return _mm256_setzero_si256(); }
  ETCH_GLUE static vector all_8(int x) { return _mm256_set1_epi8(static_cast<char>(x)); }
  ETCH_GLUE static vector all_16(std::int16_t x) { return _mm256_set1_epi16(x); }
  ETCH_GLUE static vector all_32(int x) { return _mm256_set1_epi32(x); }
  ETCH_GLUE static vector add_16(vector a, vector b) { return _mm256_add_epi16(a, b); }
  ETCH_GLUE static vector add_saturating_8(vector a, vector b) { return _mm256_adds_epi8(a, b); }
  ETCH_GLUE static vector sub_saturating_8(vector a, vector b) { return _mm256_subs_epi8(a, b); }
  ETCH_GLUE static vector add_saturating_16(vector a, vector b) { return _mm256_adds_epi16(a, b); }
  ETCH_GLUE static vector sub_saturating_16(vector a, vector b) { return _mm256_subs_epi16(a, b); }
  ETCH_GLUE static vector add_32(vector a, vector b) { return _mm256_add_epi32(a, b); }
  ETCH_GLUE static vector sub_32(vector a, vector b) { return _mm256_sub_epi32(a, b); }
  ETCH_GLUE static vector bits_and(vector a, vector b) { return _mm256_and_si256(a, b); }
  ETCH_GLUE static vector bits_xor(vector a, vector b) { return _mm256_xor_si256(a, b); }
  ETCH_GLUE static vector add_pairs(vector sum, vector a, vector b) {
    return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
  }
  template <int By>
  ETCH_GLUE static vector shift_left_by(vector v) {
    return _mm256_slli_epi32(v, By);
  }
  template <int By>
  ETCH_GLUE static vector shift_right_by(vector v) {
    return _mm256_srai_epi32(v, By);
  }
  ETCH_GLUE static vector zip_low_8(vector a, vector b) { return _mm256_unpacklo_epi8(a, b); }
  ETCH_GLUE static vector zip_high_8(vector a, vector b) { return _mm256_unpackhi_epi8(a, b); }
  ETCH_GLUE static vector zip_low_16(vector a, vector b) { return _mm256_unpacklo_epi16(a, b); }
  ETCH_GLUE static vector zip_high_16(vector a, vector b) { return _mm256_unpackhi_epi16(a, b); }
  /// The 128 bits of a and b from the Count-th of a on.
  template <int Count>
  ETCH_GLUE static vector move_lanes(vector a, vector b) {
    static_assert(Count == 1);
    return _mm256_permute2x128_si256(a, b, 0x21);
  }
  /// Of the columns of Bytes bytes, 8 or 16, of a, then b, every second one from First on.
  template <int Bytes, int First>
  ETCH_GLUE static vector every_second(vector a, vector b) {
    if constexpr (Bytes == 16) {
      return _mm256_permute2x128_si256(a, b, First == 0 ? 0x20 : 0x31);
    } else {
      const vector some = First == 0 ? _mm256_unpacklo_epi64(a, b) : _mm256_unpackhi_epi64(a, b);
      return _mm256_permute4x64_epi64(some, 0b11'01'10'00);
    }
  }
  ETCH_GLUE static vector low_as_16(vector v) { return _mm256_srai_epi16(zip_low_8(v, v), 8); }
  ETCH_GLUE static vector high_as_16(vector v) { return _mm256_srai_epi16(zip_high_8(v, v), 8); }
  ETCH_GLUE static vector low_as_32(vector v) { return _mm256_srai_epi32(zip_low_16(v, v), 16); }
  ETCH_GLUE static vector high_as_32(vector v) { return _mm256_srai_epi32(zip_high_16(v, v), 16); }
  ETCH_GLUE static vector pack_32(vector a, vector b) { return _mm256_packs_epi32(a, b); }
  ETCH_GLUE static vector pack_16(vector a, vector b) { return _mm256_packs_epi16(a, b); }
  ETCH_GLUE static vector pack_unsigned_16(vector a, vector b) { return _mm256_packus_epi16(a, b); }
  ETCH_GLUE static vector clamp_to_8(vector a, vector b, std::int8_t low, std::int8_t high) {
    return _mm256_min_epi8(_mm256_max_epi8(pack_16(a, b), all_8(low)), all_8(high));
  }
  ETCH_GLUE static vector clamp_16(vector v, std::int16_t low, std::int16_t high) {
    return _mm256_min_epi16(_mm256_max_epi16(v, all_16(low)), all_16(high));
  }
  ETCH_GLUE static vector quotient(vector a, float b) {
    return _mm256_cvttps_epi32(_mm256_div_ps(_mm256_cvtepi32_ps(a), _mm256_set1_ps(b)));
  }
  ETCH_GLUE static vector quotient(vector a, vector more, float b) {
    const __m256 sum = _mm256_add_ps(_mm256_cvtepi32_ps(a), _mm256_castsi256_ps(more));
    return _mm256_cvttps_epi32(_mm256_div_ps(sum, _mm256_set1_ps(b)));
  }

 private:
  /// The first Count bytes of v; Count <= 16.
  template <int Count>
  ETCH_GLUE static void store_half(std::int8_t* to, __m128i v) {
    if constexpr (Count == 16) {
      store_vector(to, v);
    } else {
      const long long words[2] = {_mm_cvtsi128_si64(v), _mm_extract_epi64(v, 1)};
      __builtin_memcpy(to, words, Count);
    }
  }
#else
  struct vector {};
#endif
};

#if ETCH_HAS_AVX512
/// The mask of instructions on all of 16 lanes: of the forms without one g++ 12 warns that they
/// begin with a vector that nobody has set.
inline constexpr __mmask16 all_lanes = 0xffff;
#endif

/// 512 bits.
struct avx512_vectors {
  static constexpr int lanes = 16, bytes = 64;
#if ETCH_HAS_AVX512
  using vector = __m512i;
  template <int Count = bytes>
  ETCH_GLUE static vector load(const void* from) {
    if constexpr (Count == bytes) return _mm512_loadu_si512(from);
    else return _mm512_maskz_loadu_epi8((1ULL << Count) - 1, from);
  }
  template <int Count = bytes>
  ETCH_GLUE static void store(void* to, vector v) {
    if constexpr (Count == bytes) _mm512_storeu_si512(to, v);
    else _mm512_mask_storeu_epi8(to, (1ULL << Count) - 1, v);
  }
  template <int K>
  ETCH_GLUE static __m128i part(vector v) {
    return _mm512_maskz_extracti32x4_epi32(0xf, v, K);
  }
  ETCH_GLUE static vector zero() { return _mm512_setzero_si512(); }
  ETCH_GLUE static vector all_8(int x) { return _mm512_set1_epi8(static_cast<char>(x)); }
  ETCH_GLUE static vector all_16(std::int16_t x) { return _mm512_set1_epi16(x); }
  ETCH_GLUE static vector all_32(int x) { return _mm512_set1_epi32(x); }
  ETCH_GLUE static vector add_16(vector a, vector b) { return _mm512_add_epi16(a, b); }
  ETCH_GLUE static vector add_saturating_8(vector a, vector b) { return _mm512_adds_epi8(a, b); }
  ETCH_GLUE static vector sub_saturating_8(vector a, vector b) { return _mm512_subs_epi8(a, b); }
  ETCH_GLUE static vector add_saturating_16(vector a, vector b) { return _mm512_adds_epi16(a, b); }
  ETCH_GLUE static vector sub_saturating_16(vector a, vector b) { return _mm512_subs_epi16(a, b); }
  ETCH_GLUE static vector add_32(vector a, vector b) { return _mm512_add_epi32(a, b); }
  ETCH_GLUE static vector sub_32(vector a, vector b) { return _mm512_sub_epi32(a, b); }
  ETCH_GLUE static vector bits_and(vector a, vector b) { return _mm512_and_si512(a, b); }
  ETCH_GLUE static vector bits_xor(vector a, vector b) { return _mm512_xor_si512(a, b); }
  ETCH_GLUE static vector add_pairs(vector sum, vector a, vector b) {
#if ETCH_HAS_AVX512_VNNI
    return _mm512_dpwssd_epi32(sum, a, b);
#else
    return _mm512_add_epi32(sum, _mm512_madd_epi16(a, b));
#endif
  }
  template <int By>
  ETCH_GLUE static vector shift_left_by(vector v) {
    return _mm512_maskz_slli_epi32(all_lanes, v, By);
  }
  template <int By>
  ETCH_GLUE static vector shift_right_by(vector v) {
    return _mm512_maskz_srai_epi32(all_lanes, v, By);
  }
  ETCH_GLUE static vector zip_low_8(vector a, vector b) { return _mm512_unpacklo_epi8(a, b); }
  ETCH_GLUE static vector zip_high_8(vector a, vector b) { return _mm512_unpackhi_epi8(a, b); }
  ETCH_GLUE static vector zip_low_16(vector a, vector b) { return _mm512_unpacklo_epi16(a, b); }
  ETCH_GLUE static vector zip_high_16(vector a, vector b) { return _mm512_unpackhi_epi16(a, b); }
  template <int Count>
  ETCH_GLUE static vector move_lanes(vector a, vector b) {
    return _mm512_maskz_alignr_epi64(0xff, b, a, 2 * Count);
  }
  /// Of the columns of Bytes bytes of a, then b, every second one from First on.
  template <int Bytes, int First>
  ETCH_GLUE static vector every_second(vector a, vector b) {
    constexpr int words = Bytes / 8;
    const auto at = [](int i) { return (i / words * 2 + First) * words + i % words; };
    const vector order = _mm512_set_epi64(at(7), at(6), at(5), at(4), at(3), at(2), at(1), at(0));
    return _mm512_permutex2var_epi64(a, order, b);
  }
  ETCH_GLUE static vector low_as_16(vector v) { return _mm512_srai_epi16(zip_low_8(v, v), 8); }
  ETCH_GLUE static vector high_as_16(vector v) { return _mm512_srai_epi16(zip_high_8(v, v), 8); }
  ETCH_GLUE static vector low_as_32(vector v) { return shift_right_by<16>(zip_low_16(v, v)); }
  ETCH_GLUE static vector high_as_32(vector v) { return shift_right_by<16>(zip_high_16(v, v)); }
  ETCH_GLUE static vector pack_32(vector a, vector b) { return _mm512_packs_epi32(a, b); }
  ETCH_GLUE static vector pack_16(vector a, vector b) { return _mm512_packs_epi16(a, b); }
  ETCH_GLUE static vector pack_unsigned_16(vector a, vector b) { return _mm512_packus_epi16(a, b); }
  ETCH_GLUE static vector clamp_to_8(vector a, vector b, std::int8_t low, std::int8_t high) {
    return _mm512_min_epi8(_mm512_max_epi8(pack_16(a, b), all_8(low)), all_8(high));
  }
  ETCH_GLUE static vector clamp_16(vector v, std::int16_t low, std::int16_t high) {
    return _mm512_min_epi16(_mm512_max_epi16(v, all_16(low)), all_16(high));
  }
  ETCH_GLUE static vector quotient(vector a, float b) {
    const __m512 exact = _mm512_div_ps(_mm512_maskz_cvtepi32_ps(all_lanes, a), _mm512_set1_ps(b));
    return _mm512_maskz_cvttps_epi32(all_lanes, exact);
  }
  ETCH_GLUE static vector quotient(vector a, vector more, float b) {
    const __m512 sum =
        _mm512_add_ps(_mm512_maskz_cvtepi32_ps(all_lanes, a), _mm512_castsi512_ps(more));
    return _mm512_maskz_cvttps_epi32(all_lanes, _mm512_div_ps(sum, _mm512_set1_ps(b)));
  }
#else
  struct vector {};
#endif
};

#if ETCH_HAS_X86
/// The widest vectors of at most so many bytes, but at least 16.
template <int Most>
constexpr auto vectors_within() {
  if constexpr (ETCH_HAS_AVX512 && Most >= 64) return avx512_vectors{};
  else if constexpr (ETCH_HAS_AVX2 && Most >= 32) return avx2_vectors{};
  else return sse2_vectors{};
}
using widest_vectors = decltype(vectors_within<64>());

/// Half of the bytes T of v as 16-bit numbers: V::low_as_16 and V::high_as_16 with T's sign.
template <class V, class T>
ETCH_GLUE typename V::vector low_in_16(typename V::vector v) {
  if constexpr (static_cast<T>(-1) < 0) return V::low_as_16(v);
  else return V::zip_low_8(v, V::zero());
}
template <class V, class T>
ETCH_GLUE typename V::vector high_in_16(typename V::vector v) {
  if constexpr (static_cast<T>(-1) < 0) return V::high_as_16(v);
  else return V::zip_high_8(v, V::zero());
}
/// 16-bit numbers as bytes T, saturated.
template <class V, class T>
ETCH_GLUE typename V::vector pack_as(typename V::vector a, typename V::vector b) {
  if constexpr (static_cast<T>(-1) < 0) return V::pack_16(a, b);
  else return V::pack_unsigned_16(a, b);
}
#endif

}  // namespace x86
}  // namespace ETCH_NAMESPACE
