// States of svdf on x86-64: 16 bytes of codes move and meet their weights at once, the last of them
// with the newest code, by PMADDWD. The sums of four filters are added up together.
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
/// Sums of products of 16 bytes of codes, whose products of bytes have 32 bits; where there is
/// end_four, to[i] = start[i] and the total of the i-th of four, 16 bytes of codes so many times.
template <class Sum, class Code>
struct sums_of_states {
  partial_sums<Sum> all{};
  ETCH_GLUE void add(__m128i codes, __m128i w) { all.add(w, codes); }
  template <int>
  ETCH_GLUE Sum total() const {
    return all.total();
  }
};
/// Those in four lanes.
template <class Sum>
struct four_sums_of_states {
  __m128i four = _mm_setzero_si128();
  template <int>
  ETCH_GLUE Sum total() const {
    return total_of_four(four);
  }
  template <int>
  ETCH_GLUE static void end_four(std::int32_t* to, const std::int32_t* start,
                                 const four_sums_of_states& a, const four_sums_of_states& b,
                                 const four_sums_of_states& c, const four_sums_of_states& d) {
    const __m128i all = lanes8::totals(a.four, b.four, c.four, d.four);
    store_vector(to, _mm_add_epi32(all, load_vector<__m128i>(start)));
  }
};
template <class Sum>
struct sums_of_states<Sum, std::int8_t> : four_sums_of_states<Sum> {
  ETCH_GLUE void add(__m128i codes, __m128i w) {
#if ETCH_HAS_AVX2
    const __m256i p = _mm256_madd_epi16(_mm256_cvtepi8_epi16(codes), _mm256_cvtepi8_epi16(w));
    const __m128i low = _mm256_castsi256_si128(p), high = _mm256_extracti128_si256(p, 1);
#else
    const __m128i low = _mm_madd_epi16(widen_low(codes), widen_low(w));
    const __m128i high = _mm_madd_epi16(widen_high(codes), widen_high(w));
#endif
    this->four = _mm_add_epi32(this->four, _mm_add_epi32(low, high));
  }
};
template <>
struct sums_of_states<std::int32_t, std::int16_t> : four_sums_of_states<std::int32_t> {
  ETCH_GLUE void add(__m128i codes, __m128i w) {
    four = _mm_add_epi32(four, _mm_madd_epi16(codes, w));
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
  template <int Times>
  ETCH_GLUE static void end_four(std::int64_t* to, const std::int32_t* start,
                                 const sums_of_states& a, const sums_of_states& b,
                                 const sums_of_states& c, const sums_of_states& d) {
    const __m128i words = load_vector<__m128i>(start), signs = _mm_srai_epi32(words, 31);
    const __m128i less = _mm_set1_epi64x(std::int64_t{-4} * Times * lift);
    const auto end_two = [&](int i, __m128i from, const sums_of_states& p,
                             const sums_of_states& q) __attribute__((always_inline)) {
      const __m128i one = _mm_add_epi64(p.even, p.odd), other = _mm_add_epi64(q.even, q.odd);
      const __m128i both =
          _mm_add_epi64(_mm_unpacklo_epi64(one, other), _mm_unpackhi_epi64(one, other));
      store_vector(to + i, _mm_add_epi64(both, _mm_add_epi64(from, less)));
    };
    end_two(0, _mm_unpacklo_epi32(words, signs), a, b);
    end_two(2, _mm_unpackhi_epi32(words, signs), c, d);
  }
};

/// What svdf.hpp asks of Products.
struct moving_states {
  template <int Count, class Sum, class Code>
  requires(__is_same(Code, std::int8_t) || __is_same(Code, std::int16_t))
  ETCH_GLUE static Sum move_and_add(Sum sum, Code* past, Code last, const Code* w) {
    const auto all = move<Count, Sum>(past, last, w);
    return sum + all.template total<vectors<Count, Code>>();
  }
  /// Those summed in 64 bits, where vectors end such sums (scale_any).
  template <int Count, class Sum, class Code>
  static constexpr bool moves_states =
      __is_same(Code, std::int16_t) ? __is_same(Sum, std::int32_t) || ETCH_HAS_AVX2
                                    : __is_same(Code, std::int8_t) && __is_same(Sum, std::int32_t);
  template <int Count, class Sum, class Code>
  ETCH_GLUE static void move_states(Sum* sum, Code* past, const Code* last, const Code* w,
                                    int filters) {
    for (int f = 0; f < filters; ++f, past += Count, w += Count)
      sum[f] = move_and_add<Count>(sum[f], past, last[f], w);
  }
  template <int Count, class Sum, class Code>
  static constexpr bool moves_whole_blocks = moves_states<Count, Sum, Code>;
  template <int Count, bool, class Sum, class Code>
  ETCH_GLUE static void move_block(Sum* sum, const std::int32_t* start, Code* past,
                                   const Code* last, const Code* w) {
    for (int f = 0; f < 16; f += 4, last += 4, past += 4 * Count, w += 4 * Count) {
      const auto moved = [&]<int I>() __attribute__((always_inline)) {
        return move<Count, Sum>(past + I * Count, last[I], w + I * Count);
      };
      const auto a = moved.template operator()<0>(), b = moved.template operator()<1>();
      const auto c = moved.template operator()<2>(), d = moved.template operator()<3>();
      a.template end_four<vectors<Count, Code>>(sum + f, start + f, a, b, c, d);
    }
  }
#if ETCH_HAS_AVX2
  /// to[i] = sum[i], of 16; whether all are less than INT32_MAX either way.
  ETCH_GLUE static bool narrow_sums(std::int32_t* to, const std::int64_t* sum) {
    __m256i most = _mm256_setzero_si256(), wrong = most;
    unroll<2>([&]<int I>() __attribute__((always_inline)) {
      const __m256 a = _mm256_castsi256_ps(load_vector<__m256i>(sum + 8 * I));
      const __m256 b = _mm256_castsi256_ps(load_vector<__m256i>(sum + 8 * I + 4));
      const __m256i low = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0b10'00'10'00));
      const __m256i high = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0b11'01'11'01));
      wrong = _mm256_or_si256(wrong, _mm256_xor_si256(high, _mm256_srai_epi32(low, 31)));
      most = _mm256_max_epu32(most, _mm256_abs_epi32(low));
      store_vector(to + 8 * I, _mm256_permute4x64_epi64(low, 0b11'01'10'00));
    });
    const __m256i beyond = _mm256_add_epi32(most, _mm256_set1_epi32(1));
    wrong = _mm256_or_si256(wrong, _mm256_srai_epi32(beyond, 31));
    return _mm256_testz_si256(wrong, wrong) != 0;
  }
#endif

 private:
  template <class Code>
  static constexpr int lanes = 16 / sizeof(Code);
  template <int Count, class Code>
  static constexpr int vectors = ceil_div(Count, lanes<Code>);
  template <int Count, class Sum, class Code>
  ETCH_GLUE static sums_of_states<Sum, Code> move(Code* past, Code last, const Code* w) {
    sums_of_states<Sum, Code> all;
    constexpr int whole = (Count - 1) / lanes<Code> * lanes<Code>;
    constexpr int rest = Count - whole, bytes = rest * static_cast<int>(sizeof(Code));
    for (int m = 0; m < whole; m += lanes<Code>) {
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
    return all;
  }
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
