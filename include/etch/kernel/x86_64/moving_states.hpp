// States of svdf on x86-64: 16 bytes of codes move and meet their weights at once, the last of them
// with the newest code, by PMADDWD.
#pragma once

#include <etch/kernel/x86_64/short_tile.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

#if ETCH_HAS_X86

/// The total of four sums.
ETCH_GLUE std::int32_t total_of_four(__m128i v) {
  v = _mm_add_epi32(v, _mm_shuffle_epi32(v, 0b01'00'11'10));
  return _mm_cvtsi128_si32(_mm_add_epi32(v, _mm_shuffle_epi32(v, 0b10'11'00'01)));
}
/// Sums of products of 16 bytes of codes, whose products of bytes have 32 bits.
template <class Sum, class Code>
struct sums_of_states {
  partial_sums<Sum> all{};
  ETCH_GLUE void add(__m128i codes, __m128i w) { all.add(w, codes); }
  template <int>
  ETCH_GLUE Sum total() const {
    return all.total();
  }
};
template <class Sum>
struct sums_of_states<Sum, std::int8_t> {
  __m128i four = _mm_setzero_si128();
  ETCH_GLUE void add(__m128i codes, __m128i w) {
#if ETCH_HAS_AVX2
    const __m256i p = _mm256_madd_epi16(_mm256_cvtepi8_epi16(codes), _mm256_cvtepi8_epi16(w));
    const __m128i low = _mm256_castsi256_si128(p), high = _mm256_extracti128_si256(p, 1);
#else
    const __m128i low = _mm_madd_epi16(widen_low(codes), widen_low(w));
    const __m128i high = _mm_madd_epi16(widen_high(codes), widen_high(w));
#endif
    four = _mm_add_epi32(four, _mm_add_epi32(low, high));
  }
  template <int>
  ETCH_GLUE Sum total() const {
    return total_of_four(four);
  }
};
template <>
struct sums_of_states<std::int32_t, std::int16_t> {
  __m128i four = _mm_setzero_si128();
  ETCH_GLUE void add(__m128i codes, __m128i w) {
    four = _mm_add_epi32(four, _mm_madd_epi16(codes, w));
  }
  template <int>
  ETCH_GLUE std::int32_t total() const {
    return total_of_four(four);
  }
};
/// Sums of two products lie above -2^31 and reach 2^31, so that with 2^31 - 1 more they have 32
/// bits without a sign, which zeros make 64.
template <>
struct sums_of_states<std::int64_t, std::int16_t> {
  static constexpr int lift = INT32_MAX;
  __m128i even = _mm_setzero_si128(), odd = _mm_setzero_si128();
  ETCH_GLUE void add(__m128i codes, __m128i w) {
    const __m128i two = _mm_add_epi32(_mm_madd_epi16(codes, w), _mm_set1_epi32(lift));
    even = _mm_add_epi64(even, _mm_and_si128(two, _mm_set1_epi64x(0xffffffff)));
    odd = _mm_add_epi64(odd, _mm_srli_epi64(two, 32));
  }
  /// The total of 16 bytes of codes so many times.
  template <int Times>
  ETCH_GLUE std::int64_t total() const {
    const __m128i both = _mm_add_epi64(even, odd);
    const __m128i all = _mm_add_epi64(both, _mm_unpackhi_epi64(both, both));
    return _mm_cvtsi128_si64(all) - std::int64_t{4} * Times * lift;
  }
};

/// What svdf.hpp asks of Products.
struct moving_states {
  template <int Count, class Sum, class Code>
  requires(__is_same(Code, std::int8_t) || __is_same(Code, std::int16_t))
  ETCH_GLUE static Sum move_and_add(Sum sum, Code* past, Code last, const Code* w) {
    constexpr int lanes = 16 / sizeof(Code), whole = (Count - 1) / lanes * lanes;
    constexpr int rest = Count - whole, bytes = rest * static_cast<int>(sizeof(Code));
    sums_of_states<Sum, Code> all;
    for (int m = 0; m < whole; m += lanes) {
      const auto codes = load_vector<__m128i>(past + m + 1);
      store_vector(past + m, codes);
      all.add(codes, load_vector<__m128i>(w + m));
    }
    const auto load = [](const Code* from) __attribute__((always_inline)) {
      return load_bytes<bytes>(reinterpret_cast<const std::int8_t*>(from));
    };
    const __m128i codes = put_last<rest>(_mm_srli_si128(load(past + whole), sizeof(Code)), last);
    __builtin_memcpy(past + whole, &codes, bytes);
    all.add(codes, load(w + whole));
    return sum + all.template total<whole / lanes + 1>();
  }

 private:
  /// v with `last` as the last of Count codes, which is 0.
  template <int Count, class Code>
  ETCH_GLUE static __m128i put_last(__m128i v, Code last) {
    if constexpr (sizeof(Code) == 2) {
      return _mm_insert_epi16(v, last, Count - 1);
    } else {
#if ETCH_HAS_AVX2
      return _mm_insert_epi8(v, last, Count - 1);
#else
      const __m128i code = _mm_cvtsi32_si128(static_cast<std::uint8_t>(last));
      return _mm_or_si128(v, _mm_slli_si128(code, Count - 1));
#endif
    }
  }
};

#else

struct moving_states {};

#endif

}  // namespace x86
}  // namespace ETCH_NAMESPACE
