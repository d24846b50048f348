// Vectors of sums of 32 bits and what ends them by factors: four of a pixel, or by AVX2 four of
// each of two.
#pragma once

#include <etch/kernel/x86_64/byte_vectors.hpp>
#include <etch/kernel/x86_64/endings.hpp>
#include <etch/kernel/x86_64/epilogue.hpp>

#if ETCH_HAS_X86

namespace ETCH_NAMESPACE {
namespace x86 {

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
  /// The factors m / 2^By, of two sums each, and what is added to their products.
  template <int By>
  struct factors {
    vector low, high, low_start, high_start;
    ETCH_GLUE explicit factors(vector m)
        : low(_mm_unpacklo_epi32(m, m)),
          high(_mm_unpackhi_epi32(m, m)),
          low_start(start(low)),
          high_start(start(high)) {}

   private:
    ETCH_GLUE static vector start(vector by) {
      const __m128i lift = _mm_srli_epi64(_mm_slli_epi64(by, 32), 1);
      return _mm_sub_epi64(_mm_set1_epi64x((1LL << 62) + (1LL << (By - 1))), lift);
    }
  };
  /// floor((sum m + 2^(By - 1)) / 2^By) modulo 2^32; m is not negative.
  template <int By>
  ETCH_GLUE static vector scale_down(vector sum, const factors<By>& f) {
    const __m128i signless = _mm_xor_si128(sum, all_32(INT32_MIN));
    const auto part = [&](vector two, vector by, vector start) __attribute__((always_inline)) {
      const __m128i sums = _mm_add_epi64(_mm_mul_epu32(two, by), start);
      return _mm_castsi128_ps(_mm_srli_epi64(sums, By));
    };
    const __m128 low = part(_mm_unpacklo_epi32(signless, signless), f.low, f.low_start);
    const __m128 high = part(_mm_unpackhi_epi32(signless, signless), f.high, f.high_start);
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
#if ETCH_HAS_AVX2
  ETCH_GLUE static vector magnitude(vector v) { return _mm_abs_epi32(v); }
  ETCH_GLUE static vector with_sign_of(vector size, vector v) { return _mm_sign_epi32(size, v); }
#else
  ETCH_GLUE static vector magnitude(vector v) {
    const vector sign = shift_right_by<31>(v);
    return _mm_sub_epi32(_mm_xor_si128(v, sign), sign);
  }
  /// The numbers of these magnitudes, 0 where v is 0: so is `size`.
  ETCH_GLUE static vector with_sign_of(vector size, vector v) {
    const vector sign = shift_right_by<31>(v);
    return _mm_sub_epi32(_mm_xor_si128(size, sign), sign);
  }
#endif
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
  struct factors {
    vector even, odd;
    ETCH_GLUE explicit factors(vector m) : even(m), odd(_mm256_srli_epi64(m, 32)) {}
  };
  template <int By>
  ETCH_GLUE static vector scale_down(vector sum, const factors<By>& f) {
    const __m256i start = _mm256_set1_epi64x((1LL << 62) + (1LL << (By - 1)));
    const __m256i even = _mm256_add_epi64(_mm256_mul_epi32(sum, f.even), start);
    const __m256i odd =
        _mm256_add_epi64(_mm256_mul_epi32(_mm256_srli_epi64(sum, 32), f.odd), start);
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
  ETCH_GLUE static vector magnitude(vector v) { return _mm256_abs_epi32(v); }
  ETCH_GLUE static vector with_sign_of(vector size, vector v) { return _mm256_sign_epi32(size, v); }
};
using widest_words = eight_words;
#else
using widest_words = four_words;
#endif

/// Any sums by factor F, in products of 64 bits.
template <rounding R, fixed_point_factor F>
ETCH_GLUE widest_words::vector scale_any(widest_words::vector sum) {
  static_assert(scales_any(R, F));
  const auto factor = widest_words::all_32(F.multiplier);
  if constexpr (R == rounding::tflite_double) {
    return shift_all(multiply_high(sum, factor), -F.shift);
  } else {
    constexpr int by = 31 - F.shift;
    return widest_words::scale_down<by>(sum, widest_words::factors<by>(factor));
  }
}

}  // namespace x86
}  // namespace ETCH_NAMESPACE
#endif
