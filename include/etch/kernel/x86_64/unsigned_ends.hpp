// How sums of vectors of 128 bits become codes where, as in SSE2, 32-bit numbers are multiplied
// without a sign and all lanes are shifted alike.
//
// Biases are 2^30 more, so that no sum is negative; what that adds to a product is taken off with
// what rounds it. The upper half y of a product has fewer than 31 bits. y / 2^shift is a product
// of floats, rounded to the nearest integer: a code comes of |y| < 2^24 alone, which floats hold,
// and with up to 14 places a little more than 2^-shift takes ties away from zero and nothing else
// past one.
#pragma once

#include <etch/kernel/layer/layer.hpp>
#include <etch/kernel/x86_64/endings.hpp>
#include <etch/kernel/x86_64/lanes.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// Where the constants of a layer's sums lie, and the range of all codes: the same for layers of
/// any number of filters, so that they share the code of their ends.
template <ending How>
struct unsigned_places {
  const std::uint64_t *start, *factor;
  const float* scale;
  std::int16_t shift, zero;
  std::int8_t low, high;
};

/// The constants of Filters sums, a multiple of 4.
template <ending How, int Filters>
struct unsigned_factors {
  static constexpr bool is_fixed = x86::is_fixed(How);
  static constexpr int of_filters = is_fixed ? Filters : 2;
  static constexpr int scales = is_shift(How) ? 4 : Filters;
  /// What biases are larger by.
  static constexpr int lift = is_fixed ? 1 << 30 : 0;
  alignas(16) std::uint64_t start[of_filters];
  alignas(16) std::uint64_t factor[of_filters];
  alignas(16) float scale[scales];
  std::int16_t shift, zero;
  std::int8_t low, high;

  constexpr unsigned_places<How> places() const {
    return {start, factor, scale, shift, zero, low, high};
  }
  /// Sets the zero point and the limits of e.
  constexpr void set_range(const epilogue& e) {
    shift = e.shift;
    zero = e.zero;
    low = static_cast<std::int8_t>(e.low);
    high = static_cast<std::int8_t>(e.high);
  }
  /// Sets filter `place` to e's factor f.
  constexpr void set(int place, const epilogue& e, fixed_point_factor f, int = 0) {
    if constexpr (is_fixed) {
      constexpr double more = How == ending::rounded_twice ? 1 + power_of_two(-23) : 1;
      const std::uint64_t first = e.round == rounding::tflite_double ? std::uint64_t{1} << 31 : 0;
      factor[place] = std::uint64_t{2} * static_cast<std::uint32_t>(f.multiplier);
      start[place] = first - lift * factor[place];
      scale[place] = static_cast<float>(more * power_of_two(f.shift));
    } else if constexpr (How == ending::in_single) {
      const auto power = static_cast<float>(power_of_two(f.shift - 31));
      scale[place] = static_cast<float>(f.multiplier) * power;
    }
  }
};

#if ETCH_HAS_X86
/// Sums that half a unit was added to, less 1 where they are at most 0, so that a shift takes ties
/// away from 0: other sums below 0 before keep their code without it.
template <class V>
ETCH_GLUE typename V::vector with_ties_away(typename V::vector sum) {
  return V::add_32(sum, V::template shift_right_by<31>(V::add_32(sum, V::all_32(-1))));
}
/// The codes, before the zero point, of the sums of a vector of filters from `filter` on.
template <class V, ending How>
ETCH_GLUE __m128i end_sums(__m128i sum, const unsigned_places<How>& f, int filter) {
  if constexpr (is_shift(How)) {
    if constexpr (How == ending::by_shift_away) sum = with_ties_away<V>(sum);
    return _mm_sra_epi32(sum, _mm_cvtsi32_si128(f.shift));
  } else if constexpr (How == ending::in_single) {
    return V::scale_in_single(sum, f.scale + filter);
  } else {
    const auto product = [&](__m128i two, int from) __attribute__((always_inline)) {
      return _mm_add_epi64(_mm_mul_epu32(two, V::load_aligned(f.factor + from)),
                           V::load_aligned(f.start + from));
    };
    const __m128i low = product(_mm_unpacklo_epi32(sum, sum), filter);
    const __m128i high = product(_mm_shuffle_epi32(sum, 0b11'11'10'10), filter + 2);
    const __m128i upper = _mm_castps_si128(
        _mm_shuffle_ps(_mm_castsi128_ps(low), _mm_castsi128_ps(high), 0b11'01'11'01));
    const __m128 scaled = _mm_mul_ps(_mm_cvtepi32_ps(upper), _mm_load_ps(f.scale + filter));
    // Half up where it is no factor that does it: 2^-15 is less than any distance to a tie.
    if constexpr (How == ending::rounded_twice) return _mm_cvtps_epi32(scaled);
    else return _mm_cvtps_epi32(_mm_add_ps(scaled, _mm_set1_ps(0x1p-15F)));
  }
}
#endif

}  // namespace x86
}  // namespace ETCH_NAMESPACE
