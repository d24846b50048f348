// Products and sums of gates of lstm on x86-64, bit for bit as the functions of one gate
// (arithmetic/known_factor.hpp): PMULLW and PMULHW make products of 32 bits of neighbours.
#pragma once

#include <etch/kernel/x86_64/sum_words.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// What recurrent layers ask of Products.
struct gate_products {
  template <rounding R, fixed_point_factor F>
  static constexpr bool multiplies_gates = scales_any(R, F);

#if ETCH_HAS_X86
  /// to[i] = a[i] b[i] by factor F within 16 bits, of 16, not both -2^15.
  template <rounding R, fixed_point_factor F>
  ETCH_GLUE static void multiply_gates(std::int16_t* to, const std::int16_t* a,
                                       const std::int16_t* b) {
    for_each_vector([&](int i) __attribute__((always_inline)) {
      const vector x = words::load(a + i), y = words::load(b + i);
      const vector low = low_halves(x, y), high = high_halves(x, y);
      words::store(to + i, words::pack_32(scaled<R, F>(words::zip_low_16(low, high)),
                                          scaled<R, F>(words::zip_high_16(low, high))));
    });
  }
  /// to[i] = a[i] + b[i] within 16 bits and, where Most > 0, within -Most .. Most, of 16.
  template <int Most>
  ETCH_GLUE static void add_gates(std::int16_t* to, const std::int16_t* a, const std::int16_t* b) {
    for_each_vector([&](int i) __attribute__((always_inline)) {
      vector sum = words::add_saturating_16(words::load(a + i), words::load(b + i));
      if constexpr (Most > 0)
        sum = words::larger_16(words::smaller_16(sum, words::all_16(Most)), words::all_16(-Most));
      words::store(to + i, sum);
    });
  }
  /// code[i] = gate[i] + Zero within 8 bits, of 16.
  template <int Zero>
  ETCH_GLUE static void narrow_gates(std::int8_t* code, const std::int16_t* gate) {
    const __m128i zero = _mm_set1_epi16(Zero);
    store_vector(code, _mm_packs_epi16(_mm_adds_epi16(load_vector<__m128i>(gate), zero),
                                       _mm_adds_epi16(load_vector<__m128i>(gate + 8), zero)));
  }

 private:
  using words = widest_words;
  using vector = words::vector;

  template <class F>
  ETCH_GLUE static void for_each_vector(const F& f) {
    constexpr int count = 2 * words::lanes;
    unroll<16 / count>([&]<int I>() __attribute__((always_inline)) { f(count * I); });
  }
  ETCH_GLUE static __m128i low_halves(__m128i a, __m128i b) { return _mm_mullo_epi16(a, b); }
  ETCH_GLUE static __m128i high_halves(__m128i a, __m128i b) { return _mm_mulhi_epi16(a, b); }
#if ETCH_HAS_AVX2
  ETCH_GLUE static __m256i low_halves(__m256i a, __m256i b) { return _mm256_mullo_epi16(a, b); }
  ETCH_GLUE static __m256i high_halves(__m256i a, __m256i b) { return _mm256_mulhi_epi16(a, b); }
#endif
  /// Products of less than 2^30 by factor F.
  template <rounding R, fixed_point_factor F>
  ETCH_GLUE static vector scaled(vector product) {
    constexpr bool is_half = F.multiplier == std::int32_t{1} << 30;
    if constexpr (!is_half) {
      return scale_any<R, F>(product);
    } else if constexpr (R == rounding::tflite_double) {
      return shift_all(words::shift_right_by<1>(words::add_32(product, words::all_32(1))),
                       -F.shift);
    } else {
      constexpr int by = 1 - F.shift;
      return by > 30 ? words::zero()
                     : words::shift_right_by<minimum(by, 30)>(
                           words::add_32(product, words::all_32(1 << minimum(by - 1, 29))));
    }
  }
#endif
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
