// 16 sums of a vector of AVX-512 by VPDPBUSD, from codes plus 128 and weights, and how they become
// codes, bit for bit as the epilogue of the generic kernels.
#pragma once

#include <etch/kernel/layer/layer.hpp>
#include <etch/kernel/x86_64/lanes.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// How sums become codes. Factors in fixed point are below a half.
enum class ending : std::uint8_t {
  by_shift,       ///< (sum + half) >> shift; the half is part of the bias
  rounded_once,   ///< (sum m + start) >> (32 + shift)
  rounded_twice,  ///< ((2 sum m + start) >> 32, less 1 where the sum is negative) >> shift
  in_single       ///< a product of floats, ties to even
};
/// The same with whether the codes are brought within limits of their own.
struct sixteen_ends {
  ending how;
  bool has_limits;
  constexpr bool operator==(const sixteen_ends&) const = default;
};

/// Whether sums that end by e can become codes 16 at a time.
constexpr bool takes_sixteen(const epilogue& e) {
  if (e.shifts()) return e.rounds_commonly() && adds_half(e.round) && e.shift >= 1 && e.shift < 32;
  return e.rounds_commonly() || e.is_in_single();
}
/// How: where negative sums are clamped anyway, two roundings half up are one.
constexpr sixteen_ends ends_of(const epilogue& e) {
  using enum ending;
  const bool twice = e.round == rounding::tflite_double && !e.hides_negative();
  const ending how = e.shifts()         ? by_shift
                     : e.is_in_single() ? in_single
                     : twice            ? rounded_twice
                                        : rounded_once;
  return {how, !e.saturates_to_int8()};
}

/// The constants of Filters sums, a multiple of 16.
template <ending How, int Filters>
struct sixteen_factors {
  static constexpr bool is_fixed = How == ending::rounded_once || How == ending::rounded_twice;
  static constexpr int factors = How == ending::by_shift ? 16 : Filters;
  static constexpr int starts = is_fixed ? Filters : 16, shifts = is_fixed ? Filters : 16;
  alignas(64) std::int64_t start[starts];  // 16 by 16: the even ones, the odd ones
  alignas(64) std::int32_t factor[factors];
  alignas(64) std::int32_t shift[shifts];
  std::int16_t zero;
  std::int8_t low, high;

  /// Sets the zero point and the limits of e.
  constexpr void set_range(const epilogue& e) {
    zero = e.zero;
    low = static_cast<std::int8_t>(e.low);
    high = static_cast<std::int8_t>(e.high);
  }
  /// Sets filter `place` to e's factor f, or to its shift.
  constexpr void set(int place, const epilogue& e, fixed_point_factor f) {
    if constexpr (How == ending::by_shift) {
      shift[place % 16] = e.shift;
    } else if constexpr (How == ending::in_single) {
      const auto power = static_cast<float>(power_of_two(f.shift - 31));
      factor[place] = __builtin_bit_cast(std::int32_t, static_cast<float>(f.multiplier) * power);
    } else {
      const std::int64_t first = e.round == rounding::tflite_double ? 1LL << 30 : 0;
      const std::int64_t all = first + (1LL << (30 - f.shift));
      factor[place] = f.multiplier;
      const bool twice = How == ending::rounded_twice;
      start[place / 16 * 16 + place % 2 * 8 + place % 16 / 2] = twice ? 2 * all : all;
      shift[place] = twice ? -f.shift : -f.shift - 1;
    }
  }
};

#if ETCH_HAS_AVX512_VNNI

/// The mask of instructions on all of 16 lanes: of the forms without one g++ 12 warns that they
/// begin with a vector that nobody has set.
inline constexpr __mmask16 all_lanes = 0xffff;

ETCH_GLUE __m512i load_64(const void* from) { return _mm512_loadu_si512(from); }
/// The first Count bytes of v; 1 <= Count <= 64.
template <int Count>
ETCH_GLUE void store_bytes(void* to, __m512i v) {
  if constexpr (Count == 64) _mm512_storeu_si512(to, v);
  else _mm512_mask_storeu_epi8(to, (1ULL << Count) - 1, v);
}
/// What makes a code, or four, one without a sign.
ETCH_GLUE __m512i plus_128() { return _mm512_set1_epi8(-128); }

/// sum + a0 b0 + a1 b1 + a2 b2 + a3 b3 of the codes plus 128 and the weights of each lane.
ETCH_GLUE __m512i add_products(__m512i sum, __m512i codes, __m512i weights) {
  sum = _mm512_dpbusd_epi32(sum, codes, weights);
  __asm__("" : "+v"(sum));  // one register a sum: g++ 12 copies and stores them otherwise
  return sum;
}

/// The codes, before the zero point, of 16 sums of filters from `filter` on.
template <ending How, class F>
ETCH_GLUE __m512i end_sixteen(__m512i sum, const F& f, int filter) {
  if constexpr (How == ending::by_shift) {
    return _mm512_maskz_srav_epi32(all_lanes, sum, load_64(f.shift));
  } else if constexpr (How == ending::in_single) {
    const __m512 product =
        _mm512_mul_ps(_mm512_maskz_cvtepi32_ps(all_lanes, sum), _mm512_loadu_ps(f.factor + filter));
    const __m512 most = _mm512_set1_ps(0x1p30F), least = _mm512_set1_ps(-0x1p30F);
    return _mm512_maskz_cvtps_epi32(
        all_lanes,
        _mm512_maskz_max_ps(all_lanes, _mm512_maskz_min_ps(all_lanes, product, most), least));
  } else {
    const __m512i factor = load_64(f.factor + filter);
    const auto upper = [](__m512i v) __attribute__((always_inline)) {
      return _mm512_castps_si512(_mm512_maskz_movehdup_ps(all_lanes, _mm512_castsi512_ps(v)));
    };
    constexpr bool twice = How == ending::rounded_twice;
    const __m512i a = twice ? _mm512_add_epi32(sum, sum) : sum;
    const __m512i even =
        _mm512_add_epi64(_mm512_maskz_mul_epi32(0xff, a, factor), load_64(f.start + filter));
    const __m512i odd = _mm512_add_epi64(_mm512_maskz_mul_epi32(0xff, upper(a), upper(factor)),
                                         load_64(f.start + filter + 8));
    __m512i high = _mm512_castps_si512(
        _mm512_mask_movehdup_ps(_mm512_castsi512_ps(odd), 0x5555, _mm512_castsi512_ps(even)));
    if constexpr (twice) high = _mm512_add_epi32(high, _mm512_maskz_srai_epi32(all_lanes, sum, 31));
    return _mm512_maskz_srav_epi32(all_lanes, high, load_64(f.shift + filter));
  }
}

/// 64 codes: in each 128 bits four of a, then of b, c and d.
template <sixteen_ends Ends, class F>
ETCH_GLUE __m512i codes_of(__m512i a, __m512i b, __m512i c, __m512i d, const F& f) {
  const __m512i zero = _mm512_set1_epi16(f.zero);
  const __m512i codes = _mm512_packs_epi16(_mm512_adds_epi16(_mm512_packs_epi32(a, b), zero),
                                           _mm512_adds_epi16(_mm512_packs_epi32(c, d), zero));
  if constexpr (!Ends.has_limits) return codes;
  return _mm512_min_epi8(_mm512_max_epi8(codes, _mm512_set1_epi8(f.low)), _mm512_set1_epi8(f.high));
}

/// Count bytes to[i] = from[i] + 128.
template <int Count>
ETCH_GLUE void copy_plus_128(std::uint8_t* to, const std::int8_t* from) {
  int i = 0;
  for (; i + 64 <= Count; i += 64) {
    store_bytes<64>(to + i, _mm512_xor_si512(load_64(from + i), plus_128()));
  }
  constexpr int rest = Count % 64;
  if constexpr (rest != 0) {
    const __m512i last = _mm512_maskz_loadu_epi8((1ULL << rest) - 1, from + i);
    store_bytes<rest>(to + i, _mm512_xor_si512(last, plus_128()));
  }
}
/// Count bytes of value `code`.
template <int Count>
ETCH_GLUE void fill(std::uint8_t* to, int code) {
  const __m512i v = _mm512_set1_epi8(static_cast<char>(code));
  int i = 0;
  for (; i + 64 <= Count; i += 64) store_bytes<64>(to + i, v);
  if constexpr (Count % 64 != 0) store_bytes<Count % 64>(to + i, v);
}

#endif

}  // namespace x86
}  // namespace ETCH_NAMESPACE
