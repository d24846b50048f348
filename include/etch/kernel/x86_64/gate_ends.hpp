// How 16 sums of the rows of matrices become gates of recurrent layers, or codes, by vectors V
// (vectors.hpp): the ends of dense layers (vector_sums.hpp) with a factor that all sums share.
#pragma once

#include <etch/kernel/arithmetic/gates.hpp>
#include <etch/kernel/x86_64/sum_words.hpp>
#include <etch/kernel/x86_64/vector_sums.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// How vectors V multiply sums by a factor: first by 2^left.
struct vector_scale {
  int left;
  rounding round;
  fixed_point_factor factor;
  constexpr ending how() const {
    return round == rounding::tflite_double ? ending::rounded_twice : ending::rounded_once;
  }
};
/// Of a factor of a half or more the product alone is rounded, halves up, and that of vectors is
/// shifted by a place or, where floats end it, by none.
template <class V>
constexpr vector_scale scale_of(rounding round, fixed_point_factor f) {
  if (f.shift < 0) return {0, round, f};
  if (!V::multiplies_signed) return {f.shift, rounding::tflite_double, {f.multiplier, 0}};
  return {f.shift + 1, rounding::tflite_single, {f.multiplier, -1}};
}
/// Whether vectors V bring sums of at most `most` by factor f to codes of so many bits.
template <class V>
constexpr bool scales_by_vectors(rounding round, fixed_point_factor f, std::int64_t most,
                                 int bits) {
  if (round != rounding::tflite_double && round != rounding::tflite_single) return false;
  const vector_scale s = scale_of<V>(round, f);
  const bool twice = s.round == rounding::tflite_double;
  // unsigned_ends.hpp: floats hold what codes of fewer bits come of, and halves beside them
  const int most_shift = V::multiplies_signed ? V::most_shift : twice || bits == 8 ? 22 - bits : -1;
  return s.left < 29 && most < std::int64_t{1} << (29 - s.left) && s.factor.shift >= -most_shift;
}

#if ETCH_HAS_X86
/// The constants of a vector of sums that are scaled by S.
template <class V, vector_scale S>
inline constexpr auto factors_of_one = [] {
  factors_of<V, S.how(), V::lanes> all{};
  for (int i = 0; i < V::lanes; ++i) all.set(i, {.round = S.round}, S.factor);
  return all;
}();
/// A vector of sums by factor F.
template <class V, rounding R, fixed_point_factor F>
ETCH_GLUE typename V::vector scale_vector(typename V::vector sum) {
  constexpr vector_scale s = scale_of<V>(R, F);
  constexpr const auto& f = factors_of_one<V, s>;
  if constexpr (s.left > 0) sum = V::template shift_left_by<s.left>(sum);
  if constexpr (f.lift != 0) sum = V::add_32(sum, V::all_32(f.lift));
  return end_sums<V, s.how()>(sum, f.places(), 0);
}
#endif

/// How End (kernel/arithmetic/gates.hpp) is done by vectors V.
template <class V, class End>
struct gate_by_vectors {
  static constexpr bool exists = false;
};
template <class V, rounding R, fixed_point_factor F, std::int64_t Most>
struct gate_by_vectors<V, known_gate<R, F, Most>> {
  static constexpr bool scales = scales_by_vectors<V>(R, F, Most, 16);
  /// By products of 64 bits: without a sign they are as exact.
  static constexpr bool scales_down = !scales && V::lanes == 4 && Most > 0 &&
                                      R == rounding::tflite_single&& F.shift <= 0 && F.shift >= -31;
  static constexpr bool exists = scales || scales_down;
#if ETCH_HAS_X86
  ETCH_GLUE static typename V::vector end(typename V::vector sum) {
    if constexpr (scales_down) {
      constexpr int by = 31 - F.shift;
      const four_words::factors<by> all(four_words::all_32(F.multiplier));
      return four_words::scale_down<by>(sum, all);
    } else {
      return scale_vector<V, R, F>(sum);
    }
  }
#endif
};

template <class V, int Shift>
struct gate_by_vectors<V, known_shift<Shift>> {
  static constexpr bool exists = Shift >= 0 && Shift < 31;
#if ETCH_HAS_X86
  ETCH_GLUE static typename V::vector end(typename V::vector sum) {
    if constexpr (Shift == 0) return sum;
    else return V::template shift_right_by<Shift>(V::add_32(sum, V::all_32(1 << (Shift - 1))));
  }
#endif
};

/// What recurrent layers ask of Products: gates by vectors V.
template <class V>
struct gate_ends {
  /// Whether codes are made of any sums: by AVX2, which has signed products of 64 bits, that takes
  /// no longer.
  template <rounding R, fixed_point_factor F>
  static constexpr bool scales_all = ETCH_HAS_AVX2 != 0 && scales_any(R, F);
  template <rounding R, fixed_point_factor F, std::int64_t Most>
  static constexpr bool scales_codes = scales_all<R, F> || scales_by_vectors<V>(R, F, Most, 8);
  template <class... End>
  static constexpr bool ends_gates = (gate_by_vectors<V, End>::exists && ...);

#if ETCH_HAS_X86
  /// gate[i] = End(sum[i]), of 16.
  template <class End>
  ETCH_GLUE static void end_gates(std::int16_t* gate, const std::int32_t* sum) {
    for_each_part(
        [&](int i) __attribute__((always_inline)) { store(gate + i, in_16_bits<End>(sum + i)); });
  }
  /// gate[i] = EndA(a[i]) + EndB(b[i]) within 16 bits, of 16.
  template <class EndA, class EndB>
  ETCH_GLUE static void join_gates(std::int16_t* gate, const std::int32_t* a,
                                   const std::int32_t* b) {
    for_each_part([&](int i) __attribute__((always_inline)) {
      store(gate + i, add(in_16_bits<EndA>(a + i), in_16_bits<EndB>(b + i)));
    });
  }
  /// code[i] = sum[i] by factor F within 8 bits, and then Zero, of 16.
  template <rounding R, fixed_point_factor F, int Zero>
  ETCH_GLUE static void scale_states(std::int8_t* code, const std::int32_t* sum) {
    const two_vectors all = scaled<R, F>(sum);
    const __m128i codes = _mm_packs_epi16(all.low, all.high);
    store_vector(code, _mm_add_epi8(codes, _mm_set1_epi8(static_cast<char>(Zero))));
  }
  /// code[i] = sum[i] by factor F and Zero within the limits, of 16.
  template <rounding R, fixed_point_factor F, int Zero, int Low, int High>
  ETCH_GLUE static void scale_codes(std::int8_t* code, const std::int32_t* sum) {
    const two_vectors all = scaled<R, F>(sum);
    const auto with_zero = [](__m128i v) __attribute__((always_inline)) {
      v = _mm_adds_epi16(v, _mm_set1_epi16(Zero));
      if constexpr (Low == -128 && High == 127) return v;
      else return _mm_min_epi16(_mm_max_epi16(v, _mm_set1_epi16(Low)), _mm_set1_epi16(High));
    };
    store_vector(code, _mm_packs_epi16(with_zero(all.low), with_zero(all.high)));
  }

 private:
  struct two_vectors {
    __m128i low, high;
  };
  /// 16 sums by factor F within 16 bits.
  template <rounding R, fixed_point_factor F>
  ETCH_GLUE static two_vectors scaled(const std::int32_t* sum) {
    if constexpr (scales_all<R, F>) {
      return {eight_scaled<R, F>(sum), eight_scaled<R, F>(sum + 8)};
    } else {
      std::int16_t all[16];
      end_gates<known_gate<R, F, 0>>(all, sum);
      return {load_vector<__m128i>(all), load_vector<__m128i>(all + 8)};
    }
  }
#if ETCH_HAS_AVX2
  template <rounding R, fixed_point_factor F>
  ETCH_GLUE static __m128i eight_scaled(const std::int32_t* sum) {
    const __m256i all = scale_any<R, F>(load_vector<__m256i>(sum));
    return _mm_packs_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
  }
#endif
  static constexpr int part = minimum(16, 2 * V::lanes);
  template <class F>
  ETCH_GLUE static void for_each_part(const F& f) {
    unroll<16 / part>([&]<int I>() __attribute__((always_inline)) { f(part * I); });
  }
  template <class End>
  ETCH_GLUE static typename V::vector ended(const std::int32_t* sum) {
    return gate_by_vectors<V, End>::end(V::load(sum));
  }
  /// So many sums as a part has, as `store` takes them.
  template <class End>
  ETCH_GLUE static auto in_16_bits(const std::int32_t* sum) {
#if ETCH_HAS_AVX512
    if constexpr (V::lanes == 16) return _mm512_maskz_cvtsepi32_epi16(all_lanes, ended<End>(sum));
    else
#endif
      return V::pack_32(ended<End>(sum), ended<End>(sum + V::lanes));
  }
  template <class Vector>
  ETCH_GLUE static Vector add(Vector a, Vector b) {
#if ETCH_HAS_AVX512
    if constexpr (V::lanes == 16) return _mm256_adds_epi16(a, b);
    else
#endif
      return V::add_saturating_16(a, b);
  }
  template <class Vector>
  ETCH_GLUE static void store(std::int16_t* to, Vector v) {
    if constexpr (V::lanes == 16) store_vector(to, v);
    else V::store(to, V::template by_pixel<2>(v));
  }
#endif
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
