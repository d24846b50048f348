// How sums of 32 bits become codes of 8 or 16 bits in layers by the tiles of 16-bit codes, four or
// eight at a time, bit for bit as the epilogues of the generic kernels (requantise.hpp) and with
// their constants as they are.
//
// A vector holds the sums of four filters of a pixel, one of 256 bits besides those of another.
#pragma once

#include <etch/kernel/layer/posit_sums.hpp>
#include <etch/kernel/layer/short_sums.hpp>
#include <etch/kernel/x86_64/byte_vectors.hpp>
#include <etch/kernel/x86_64/epilogue.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// How sums become codes by a factor.
enum class factor_rule : std::uint8_t { none, doubled, floored, in_single };
/// The constants of an epilogue by factors that compilers know.
struct known_factors {
  factor_rule how = factor_rule::none;
  int zero = 0, low = 0, high = 0;
  int right = 0;  ///< places that all products are shifted by in the end
};

/// How the factors of `all` are applied to sums of 32 bits.
template <class Y, rounding R, int Channels>
constexpr known_factors factors_of_ends(const factor_epilogue<Y, R, Channels>& all) {
  known_factors k{factor_rule::none, all.zero, all.low, all.high, 0};
  if (R == rounding::xnnpack) {
    k.how = factor_rule::in_single;
  } else if (R == rounding::tflite_double) {
    for (const int shift : all.shift) {
      if (shift > 0 || shift < -31) return k;
    }
    k.how = factor_rule::doubled;
    k.right = -all.shift[0];
  } else if (R == rounding::tflite_single && Channels == 1) {
    k.right = 31 - all.shift[0];
    if (k.right >= 17 && k.right <= 62) k.how = factor_rule::floored;
  }
  return k;
}
/// The same where multipliers have 16 bits: those of smaller shifts are made larger.
template <class Y, int Channels>
constexpr known_factors factors_of_ends(const wide_factor_epilogue<Y, Channels>& all) {
  known_factors k{factor_rule::none, all.zero, all.low, all.high, all.shift[0]};
  int least = k.right;
  for (const int shift : all.shift) {
    k.right = maximum(k.right, shift);
    least = minimum(least, shift);
  }
  if (least >= 17 && k.right - least <= 15) k.how = factor_rule::floored;
  return k;
}
/// Whether sums end by factors of these kinds.
template <class Epilogue>
concept has_factors = requires(const Epilogue& all) { factors_of_ends(all); };

/// What ends sums by `all`, whose factors are Known.
template <class Epilogue, known_factors Known>
struct end_by_factors : short_sums::known_epilogue<Epilogue> {};

/// Whether and how sums that End ends are ended by vectors.
template <class End>
struct vector_end {
  static constexpr bool is_known = false;
};

#if ETCH_HAS_X86

/// Four sums.
struct four_words : sse2_vectors {
  static constexpr int pixels = 1;  ///< that four sums each are of
  /// 8 codes of each pixel; pixels lie `next` apart.
  ETCH_GLUE static vector load_eight(const std::int16_t* x, int /*next*/) {
    return load_vector<vector>(x);
  }
  template <class Y>
  ETCH_GLUE static void store_eight(Y* y, int /*next*/, vector codes) {
    store<8 * sizeof(Y)>(y, codes);
  }
  ETCH_GLUE static vector pack_unsigned(vector v) { return _mm_packus_epi16(v, v); }
  ETCH_GLUE static vector larger_16(vector a, vector b) { return _mm_max_epi16(a, b); }
  ETCH_GLUE static vector smaller_16(vector a, vector b) { return _mm_min_epi16(a, b); }
  ETCH_GLUE static vector of_each_pixel(__m128i v) { return v; }
  ETCH_GLUE static vector exclusive_or(vector a, vector b) { return _mm_xor_si128(a, b); }
  template <int By>
  ETCH_GLUE static vector shift_right_unsigned(vector v) {
    return _mm_srli_epi32(v, By);
  }
  /// floor((sum m + 2^(By - 1)) / 2^By) modulo 2^32; m is not negative.
  template <int By>
  ETCH_GLUE static vector scale_down(vector sum, vector m) {
    const __m128i signless = _mm_xor_si128(sum, all_32(INT32_MIN));
    const auto part = [&](vector two, vector by) __attribute__((always_inline)) {
      const __m128i start = _mm_set1_epi64x((1LL << 62) + (1LL << (By - 1)));
      const __m128i lift = _mm_srli_epi64(_mm_slli_epi64(by, 32), 1);
      const __m128i sums = _mm_add_epi64(_mm_mul_epu32(two, by), _mm_sub_epi64(start, lift));
      return _mm_castsi128_ps(_mm_srli_epi64(sums, By));
    };
    const __m128 low = part(_mm_unpacklo_epi32(signless, signless), _mm_unpacklo_epi32(m, m));
    const __m128 high = part(_mm_unpackhi_epi32(signless, signless), _mm_unpackhi_epi32(m, m));
    const vector all = _mm_castps_si128(_mm_shuffle_ps(low, high, 0b10'00'10'00));
    return By > 30
               ? _mm_sub_epi32(all, _mm_set1_epi32(static_cast<int>(1U << (62 - maximum(By, 31)))))
               : all;
  }
  using floats = __m128;
  ETCH_GLUE static floats to_floats(vector v) { return _mm_cvtepi32_ps(v); }
  ETCH_GLUE static vector nearest(floats v) { return _mm_cvtps_epi32(v); }
  ETCH_GLUE static floats from_bits(vector v) { return _mm_castsi128_ps(v); }
  ETCH_GLUE static vector bits(floats v) { return _mm_castps_si128(v); }
  ETCH_GLUE static floats all_floats(float x) { return _mm_set1_ps(x); }
  ETCH_GLUE static floats smaller(floats a, floats b) { return _mm_min_ps(a, b); }
  ETCH_GLUE static floats larger(floats a, floats b) { return _mm_max_ps(a, b); }
  ETCH_GLUE static vector equals_0(vector v) { return _mm_cmpeq_epi32(v, zero()); }
  ETCH_GLUE static vector and_not(vector a, vector b) { return _mm_andnot_si128(a, b); }
};

#if ETCH_HAS_AVX2
/// The same as those of 128 bits (epilogue.hpp).
ETCH_GLUE __m256i multiply_high(__m256i a, __m256i m) {
  const __m256i half = _mm256_set1_epi64x(1LL << 30);
  const __m256i even = _mm256_add_epi64(_mm256_mul_epi32(a, m), half);
  const __m256i odd =
      _mm256_add_epi64(_mm256_mul_epi32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(m, 32)), half);
  return _mm256_blend_epi32(_mm256_srli_epi64(even, 31), _mm256_slli_epi64(odd, 1), 0xaa);
}
ETCH_GLUE __m256i shift_all(__m256i x, int right) {
  if (right == 0) return x;
  const __m256i less = _mm256_add_epi32(x, _mm256_srai_epi32(x, 31));
  const __m256i last = _mm256_srai_epi32(less, right - 1);
  const __m256i one = _mm256_and_si256(last, _mm256_set1_epi32(1));
  return _mm256_add_epi32(_mm256_srai_epi32(last, 1), one);
}
ETCH_GLUE __m256i shift_each(__m256i x, __m256i right) {
  const __m256i some = _mm256_cmpgt_epi32(right, _mm256_setzero_si256());
  const __m256i less = _mm256_add_epi32(x, _mm256_and_si256(_mm256_srai_epi32(x, 31), some));
  const __m256i last = _mm256_srav_epi32(less, _mm256_add_epi32(right, some));
  const __m256i one = _mm256_and_si256(_mm256_srli_epi32(some, 31), last);
  return _mm256_add_epi32(_mm256_srav_epi32(less, right), one);
}
ETCH_GLUE __m256i scale_in_single(__m256i sum, __m256i multiplier, __m256i shift) {
  const __m256i exponent =
      _mm256_slli_epi32(_mm256_add_epi32(shift, _mm256_set1_epi32(127 - 31)), 23);
  const __m256 factor =
      _mm256_mul_ps(_mm256_cvtepi32_ps(multiplier), _mm256_castsi256_ps(exponent));
  const __m256 product = _mm256_mul_ps(_mm256_cvtepi32_ps(sum), factor);
  const __m256 most = _mm256_set1_ps(0x1p30F), least = _mm256_set1_ps(-0x1p30F);
  return _mm256_cvtps_epi32(_mm256_max_ps(_mm256_min_ps(product, most), least));
}

/// Eight sums.
struct eight_words : avx2_vectors {
  static constexpr int pixels = 2;
  ETCH_GLUE static vector load_eight(const std::int16_t* x, int next) {
    return _mm256_setr_m128i(load_vector<__m128i>(x), load_vector<__m128i>(x + next));
  }
  template <class Y>
  ETCH_GLUE static void store_eight(Y* y, int next, vector codes) {
    four_words::store_eight(y, 0, _mm256_castsi256_si128(codes));
    four_words::store_eight(y + next, 0, _mm256_extracti128_si256(codes, 1));
  }
  ETCH_GLUE static vector pack_unsigned(vector v) { return _mm256_packus_epi16(v, v); }
  ETCH_GLUE static vector larger_16(vector a, vector b) { return _mm256_max_epi16(a, b); }
  ETCH_GLUE static vector smaller_16(vector a, vector b) { return _mm256_min_epi16(a, b); }
  ETCH_GLUE static vector of_each_pixel(__m128i v) { return _mm256_broadcastsi128_si256(v); }
  ETCH_GLUE static vector exclusive_or(vector a, vector b) { return _mm256_xor_si256(a, b); }
  template <int By>
  ETCH_GLUE static vector shift_right_unsigned(vector v) {
    return _mm256_srli_epi32(v, By);
  }
  template <int By>
  ETCH_GLUE static vector scale_down(vector sum, vector m) {
    const __m256i start = _mm256_set1_epi64x((1LL << 62) + (1LL << (By - 1)));
    const __m256i even = _mm256_add_epi64(_mm256_mul_epi32(sum, m), start);
    const __m256i odd = _mm256_add_epi64(
        _mm256_mul_epi32(_mm256_srli_epi64(sum, 32), _mm256_srli_epi64(m, 32)), start);
    const __m256i upper = By > 32 ? _mm256_srli_epi64(odd, maximum(By - 32, 0))
                                  : _mm256_slli_epi64(odd, 32 - minimum(By, 32));
    const vector all = _mm256_blend_epi32(_mm256_srli_epi64(even, By), upper, 0xaa);
    return By > 30 ? _mm256_sub_epi32(
                         all, _mm256_set1_epi32(static_cast<int>(1U << (62 - maximum(By, 31)))))
                   : all;
  }
  using floats = __m256;
  ETCH_GLUE static floats to_floats(vector v) { return _mm256_cvtepi32_ps(v); }
  ETCH_GLUE static vector nearest(floats v) { return _mm256_cvtps_epi32(v); }
  ETCH_GLUE static floats from_bits(vector v) { return _mm256_castsi256_ps(v); }
  ETCH_GLUE static vector bits(floats v) { return _mm256_castps_si256(v); }
  ETCH_GLUE static floats all_floats(float x) { return _mm256_set1_ps(x); }
  ETCH_GLUE static floats smaller(floats a, floats b) { return _mm256_min_ps(a, b); }
  ETCH_GLUE static floats larger(floats a, floats b) { return _mm256_max_ps(a, b); }
  ETCH_GLUE static vector equals_0(vector v) { return _mm256_cmpeq_epi32(v, zero()); }
  ETCH_GLUE static vector and_not(vector a, vector b) { return _mm256_andnot_si256(a, b); }
};
using widest_words = eight_words;
#else
using widest_words = four_words;
#endif

/// The biases of four filters, modulo 2^32.
ETCH_GLUE __m128i load_biases(const std::int32_t* from) { return load_vector<__m128i>(from); }
ETCH_GLUE __m128i load_biases(const std::int64_t* from) {
  const auto two = [](const std::int64_t* at) __attribute__((always_inline)) {
    return _mm_castsi128_ps(load_vector<__m128i>(at));
  };
  return _mm_castps_si128(_mm_shuffle_ps(two(from), two(from + 2), 0b10'00'10'00));
}
/// Four numbers of 8 or 16 bits in 32.
ETCH_GLUE __m128i widen_four(const std::int8_t* from) {
  const __m128i bytes = _mm_cvtsi32_si128(load_vector<int>(from));
  return _mm_srai_epi32(_mm_unpacklo_epi16(bytes, widen_low(bytes)), 16);
}
ETCH_GLUE __m128i widen_four(const std::int16_t* from) {
  const __m128i words = _mm_cvtsi64_si128(load_vector<long long>(from));
  return _mm_srai_epi32(_mm_unpacklo_epi16(words, words), 16);
}
ETCH_GLUE __m128i widen_four(const std::int32_t* from) { return load_vector<__m128i>(from); }
/// The numbers of four filters from c on, or the one for all.
template <class V, class T, int Count>
ETCH_GLUE typename V::vector load_numbers(const T (&from)[Count], int c) {
  if constexpr (Count == 1) return V::all_32(from[0]);
  else return V::of_each_pixel(widen_four(from + c));
}

/// The codes, before the zero point and the limits, that `all` makes of sums.
template <class V, known_factors Known, class Epilogue>
ETCH_GLUE typename V::vector scale_words(typename V::vector sum, const Epilogue& all, int c) {
  constexpr bool is_one = sizeof all.shift == 1;
  const auto m = load_numbers<V>(all.multiplier, c);
  if constexpr (Known.how == factor_rule::in_single) {
    return scale_in_single(sum, m, load_numbers<V>(all.shift, c));
  } else if constexpr (Known.how == factor_rule::doubled) {
    const auto high = multiply_high(sum, m);
    if constexpr (is_one) return shift_all(high, Known.right);
    else return shift_each(high, V::sub_32(V::zero(), load_numbers<V>(all.shift, c)));
  } else if constexpr (is_one) {
    return V::template scale_down<Known.right>(sum, m);
  } else {  // products with floats that are powers of two
    const auto more = V::sub_32(V::all_32(Known.right + 127), load_numbers<V>(all.shift, c));
    const auto power = V::from_bits(V::template shift_left_by<23>(more));
    return V::template scale_down<Known.right>(sum, V::nearest(V::to_floats(m) * power));
  }
}

template <class Epilogue, known_factors Known>
struct vector_end<end_by_factors<Epilogue, Known>> {
  static constexpr bool is_known = Known.how != factor_rule::none;
  static constexpr int zero = Known.zero, low = Known.low, high = Known.high;
  template <class V>
  ETCH_GLUE static typename V::vector codes(const end_by_factors<Epilogue, Known>& end,
                                            typename V::vector sum, int c) {
    const auto y = scale_words<V, Known>(sum, end.all, c);
    return zero == 0 ? y : V::add_32(y, V::all_32(zero));
  }
};

/// sum / 2^By, ties away from zero.
template <class V, int By>
ETCH_GLUE typename V::vector shift_away_from_zero(typename V::vector sum) {
  const auto sign = V::template shift_right_by<31>(sum);
  const auto size = V::sub_32(V::exclusive_or(sum, sign), sign);
  const auto half = V::all_32(static_cast<int>(1U << (By - 1)));
  const auto y = V::template shift_right_unsigned<By>(V::add_32(size, half));
  return V::sub_32(V::exclusive_or(y, sign), sign);
}

template <auto Shift>
requires requires {
  Shift.shift;
  Shift.round;
}
struct vector_end<short_sums::known_shift<Shift>> {
  static constexpr bool away = Shift.round == rounding::half_away;
  static constexpr bool is_known = Shift.shift >= 1 && Shift.shift <= 31 &&
                                   Shift.round != rounding::half_even &&
                                   Shift.round != rounding::toward_zero;
  static constexpr int low = Shift.low, high = Shift.high;
  template <class V>
  ETCH_GLUE static typename V::vector codes(const short_sums::known_shift<Shift>&,
                                            typename V::vector sum, int) {
    constexpr int by = Shift.shift;
    if constexpr (away) return shift_away_from_zero<V, by>(sum);
    else
      return V::template shift_right_by<by>(
          V::add_32(sum, V::all_32(static_cast<int>(1U << (by - 1)))));
  }
};

/// By rounding to a posit<8, 0>, from sums in units of 2^-12 as floats: below 1 codes lie evenly,
/// from there on the exponent is a run of ones and the rest a quarter of a float's.
template <auto Epilogue>
requires requires {
  Epilogue.l.low.bits;
  requires Epilogue.frac == 12;
}
struct vector_end<posit_sums::known_end<Epilogue>> {
  static constexpr bool is_known = true;
  static constexpr int low = Epilogue.l.low.bits, high = Epilogue.l.high.bits;
  template <class V>
  ETCH_GLUE static typename V::vector codes(const posit_sums::known_end<Epilogue>&,
                                            typename V::vector sum, int) {
    const auto sign = V::template shift_right_by<31>(sum);
    const auto size = V::to_floats(V::sub_32(V::exclusive_or(sum, sign), sign));
    const auto most = V::all_floats(0x1p18F - 1), one = V::all_floats(0x1p12F);
    const auto above = V::larger(V::smaller(size, most), one);
    const auto rest = V::from_bits(V::sub_32(V::all_32(INT32_MIN + 0x08000000), V::bits(above)));
    const auto below = V::smaller(size, one) * V::all_floats(0x1p-6F);
    const auto y = V::nearest(below + (V::all_floats(64) - rest));
    const auto least = V::sub_32(y, V::equals_0(y));  // no number but 0 has the code 0
    return V::and_not(V::equals_0(sum), V::sub_32(V::exclusive_or(least, sign), sign));
  }
};

/// Whether vectors end sums by End as codes Y.
template <class End, class Y>
constexpr bool ends_by_vectors() {
  using end = vector_end<End>;
  if constexpr (!end::is_known) return false;
  else return end::low >= INT16_MIN && end::high <= INT16_MAX;
}

/// The codes of numbers, in as many bits as Y has.
template <class V, class End, class Y>
ETCH_GLUE typename V::vector within_limits(typename V::vector first, typename V::vector second) {
  using end = vector_end<End>;
  auto v = V::pack_32(first, second);
  if constexpr (end::low > INT16_MIN) v = V::larger_16(v, V::all_16(end::low));
  if constexpr (end::high < INT16_MAX) v = V::smaller_16(v, V::all_16(end::high));
  if constexpr (sizeof(Y) == 1) v = end::high > INT8_MAX ? V::pack_unsigned(v) : V::pack_16(v, v);
  return v;
}
/// Writes the codes of numbers of two pixels, `next` apart, or of one.
template <class End, int Pixels, class Y>
ETCH_GLUE void write_within_limits(Y* y, int next, __m128i first, __m128i second) {
  __m128i v = within_limits<four_words, End, Y>(first, second);
  if constexpr (sizeof(Y) == 1) v = _mm_unpacklo_epi32(v, _mm_setzero_si128());
  const auto put = [](Y* to, __m128i from) __attribute__((always_inline)) {
    const long long four = _mm_cvtsi128_si64(from);
    __builtin_memcpy(to, &four, 4 * sizeof(Y));
  };
  put(y, v);
  if constexpr (Pixels > 1) put(y + next, _mm_unpackhi_epi64(v, v));
}

/// Writes the codes of the sums of filters c .. c + 3 of Pixels pixels, `next` apart.
template <int Pixels, class Y, class End>
ETCH_GLUE void write_ends(Y* y, int next, const __m128i* sum, const End& end, int c) {
  using by = vector_end<End>;
#if ETCH_HAS_AVX2
  if constexpr (Pixels == 2) {
    const __m256i v = by::template codes<eight_words>(end, _mm256_setr_m128i(sum[0], sum[1]), c);
    return write_within_limits<End, 2>(y, next, _mm256_castsi256_si128(v),
                                       _mm256_extracti128_si256(v, 1));
  }
#endif
  __m128i v[Pixels];
  unroll<Pixels>([&]<int I>() __attribute__((always_inline)) {
    v[I] = by::template codes<four_words>(end, sum[I], c);
  });
  write_within_limits<End, Pixels>(y, next, v[0], v[Pixels - 1]);
}
/// Writes the codes of the sums of channels c .. c + 7 of the pixels of V, `next` apart.
template <class V, class Y, class End>
ETCH_GLUE void write_eight_ends(Y* y, int next, typename V::vector low, typename V::vector high,
                                const End& end, int c) {
  using by = vector_end<End>;
  low = by::template codes<V>(end, low, c);
  high = by::template codes<V>(end, high, c + 4);
  V::store_eight(y, next, within_limits<V, End, Y>(low, high));
}

#endif

}  // namespace x86
}  // namespace ETCH_NAMESPACE
