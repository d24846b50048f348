// How sums of 32 bits become codes of 8 or 16 bits in layers by the tiles of 16-bit codes, four or
// eight at a time, bit for bit as the epilogues of the generic kernels (requantise.hpp) and with
// their constants as they are.
//
// A vector holds the sums of four filters of a pixel, one of 256 bits besides those of another.
#pragma once

#include <etch/kernel/layer/posit_sums.hpp>
#include <etch/kernel/layer/short_sums.hpp>
#include <etch/kernel/x86_64/sum_words.hpp>

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

/// Multipliers and shifts.
template <class V>
struct multipliers_and_shifts {
  typename V::vector multiplier, shift;
};
/// The factors of filters from c on, as scale_words takes them.
template <class V, known_factors Known, class Epilogue>
ETCH_GLUE auto load_known_factors(const Epilogue& all, int c) {
  constexpr bool is_one = sizeof all.shift == 1;
  const auto m = load_numbers<V>(all.multiplier, c);
  if constexpr (Known.how == factor_rule::in_single) {
    return multipliers_and_shifts<V>{m, load_numbers<V>(all.shift, c)};
  } else if constexpr (Known.how == factor_rule::doubled) {
    return multipliers_and_shifts<V>{m, V::sub_32(V::zero(), load_numbers<V>(all.shift, c))};
  } else if constexpr (is_one) {
    return typename V::template factors<Known.right>(m);
  } else {  // products with floats that are powers of two
    const auto more = V::sub_32(V::all_32(Known.right + 127), load_numbers<V>(all.shift, c));
    const auto power = V::from_bits(V::template shift_left_by<23>(more));
    return typename V::template factors<Known.right>(V::nearest(V::to_floats(m) * power));
  }
}
/// The codes, before the zero point and the limits, that factors f make of sums; IsOne: they are
/// all the same.
template <class V, known_factors Known, bool IsOne, class F>
ETCH_GLUE typename V::vector scale_words(typename V::vector sum, const F& f) {
  if constexpr (Known.how == factor_rule::in_single) {
    return scale_in_single(sum, f.multiplier, f.shift);
  } else if constexpr (Known.how == factor_rule::doubled) {
    const auto high = multiply_high(sum, f.multiplier);
    if constexpr (IsOne) return shift_all(high, Known.right);
    else return shift_each(high, f.shift);
  } else {
    return V::template scale_down<Known.right>(sum, f);
  }
}

template <class Epilogue, known_factors Known>
struct vector_end<end_by_factors<Epilogue, Known>> {
  static constexpr bool is_known = Known.how != factor_rule::none;
  static constexpr int zero = Known.zero, low = Known.low, high = Known.high;
  /// What of `end` is for filters from c on, and the codes that it makes of sums.
  template <class V>
  ETCH_GLUE static auto part(const end_by_factors<Epilogue, Known>& end, int c) {
    return load_known_factors<V, Known>(end.all, c);
  }
  template <class V, class F>
  ETCH_GLUE static typename V::vector codes(const F& factors, typename V::vector sum) {
    const auto y = scale_words < V, Known, sizeof(Epilogue::shift) == 1 > (sum, factors);
    return zero == 0 ? y : V::add_32(y, V::all_32(zero));
  }
};

/// What ends all filters alike.
struct all_alike {};

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
  ETCH_GLUE static all_alike part(const short_sums::known_shift<Shift>&, int) {
    return {};
  }
  template <class V>
  ETCH_GLUE static typename V::vector codes(all_alike, typename V::vector sum) {
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
  ETCH_GLUE static all_alike part(const posit_sums::known_end<Epilogue>&, int) {
    return {};
  }
  template <class V>
  ETCH_GLUE static typename V::vector codes(all_alike, typename V::vector sum) {
    const auto size = V::to_floats(V::magnitude(sum)), one = V::all_floats(0x1p12F);
    const auto above = V::bits(V::larger(size, one));
    const auto rest = V::from_bits(V::sub_32(V::all_32(INT32_MIN + 0x08000000), above));
    // No number but 0 has the code 0.
    const auto least = V::smaller(size, V::all_floats(1));
    const auto below = V::smaller(size * V::all_floats(0x1p-6F), V::all_floats(64));
    const auto y = V::nearest(V::larger(below, least) + (V::all_floats(64) - rest));
    return V::with_sign_of(y, sum);
  }
};

/// Whether vectors end sums by End as codes Y.
template <class End, class Y>
constexpr bool ends_by_vectors() {
  using end = vector_end<End>;
  if constexpr (!end::is_known) return false;
  else return end::low >= INT16_MIN && end::high <= INT16_MAX;
}

/// The codes of numbers in 16 bits each, within what packing them to Y keeps.
template <class V, class End, class Y>
ETCH_GLUE typename V::vector numbers_within(typename V::vector first, typename V::vector second) {
  using end = vector_end<End>;
  auto v = V::pack_32(first, second);
  if constexpr (end::low > INT16_MIN) v = V::larger_16(v, V::all_16(end::low));
  if constexpr (end::high < INT16_MAX && (sizeof(Y) > 1 || end::high != INT8_MAX))
    v = V::smaller_16(v, V::all_16(end::high));
  return v;
}
/// The codes of numbers, in as many bits as Y has.
template <class V, class End, class Y>
ETCH_GLUE typename V::vector within_limits(typename V::vector first, typename V::vector second) {
  using end = vector_end<End>;
  auto v = numbers_within<V, End, Y>(first, second);
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
    const __m256i v = by::template codes<eight_words>(by::template part<eight_words>(end, c),
                                                      _mm256_setr_m128i(sum[0], sum[1]));
    return write_within_limits<End, 2>(y, next, _mm256_castsi256_si128(v),
                                       _mm256_extracti128_si256(v, 1));
  }
#endif
  __m128i v[Pixels];
  const auto of_four = by::template part<four_words>(end, c);
  unroll<Pixels>([&]<int I>() __attribute__((always_inline)) {
    v[I] = by::template codes<four_words>(of_four, sum[I]);
  });
  write_within_limits<End, Pixels>(y, next, v[0], v[Pixels - 1]);
}
/// What ends the sums of channels c .. c + 7: it is the same for all pixels.
template <class V, class End>
struct ends_of_eight {
  using by = vector_end<End>;
  decltype(by::template part<V>(*static_cast<const End*>(nullptr), 0)) low, high;
  ETCH_GLUE ends_of_eight(const End& end, int c)
      : low(by::template part<V>(end, c)), high(by::template part<V>(end, c + 4)) {}
};
/// The codes of the sums of eight channels of the pixels of V.
template <class V, class Y, class End>
ETCH_GLUE typename V::vector codes_of_eight(typename V::vector low, typename V::vector high,
                                            const ends_of_eight<V, End>& ends) {
  using by = vector_end<End>;
  low = by::template codes<V>(ends.low, low);
  high = by::template codes<V>(ends.high, high);
  return within_limits<V, End, Y>(low, high);
}
/// Writes them; pixels lie `next` apart.
template <class V, class Y, class End>
ETCH_GLUE void write_eight_ends(Y* y, int next, typename V::vector low, typename V::vector high,
                                const ends_of_eight<V, End>& ends) {
  V::store_eight(y, next, codes_of_eight<V, Y>(low, high, ends));
}

#endif

}  // namespace x86
}  // namespace ETCH_NAMESPACE
