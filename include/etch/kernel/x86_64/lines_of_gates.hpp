// sigmoid and tanh of gates by straight lines (arithmetic/sigmoid_and_tanh.hpp) on x86-64: eight of
// them at a time by AVX2, whose VPGATHERDD takes both ends of a line from the table at once; by
// SSE2 those ends are loaded one by one, and all else is done eight at a time.
#pragma once

#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/kernel/x86_64/vectors.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

template <class F>
inline constexpr bool draws_lines = false;
template <activation_function F>
inline constexpr bool draws_lines<interpolated_activation<F>> = true;

/// What recurrent layers ask of Products.
struct lines_of_gates {
  template <class F>
  static constexpr bool activates = ETCH_HAS_X86 != 0 && draws_lines<F>;

#if ETCH_HAS_AVX2
  /// gate[i] = f(gate[i]), of 16.
  template <activation_function F>
  ETCH_GLUE static void activate(std::int16_t* gate, interpolated_activation<F> f) {
    const __m256i low = at_eight(_mm256_cvtepi16_epi32(load_vector<__m128i>(gate)), f);
    const __m256i high = at_eight(_mm256_cvtepi16_epi32(load_vector<__m128i>(gate + 8)), f);
    avx2::store(gate, avx2::by_pixel<2>(avx2::pack_32(low, high)));
  }

 private:
  template <activation_function F>
  ETCH_GLUE static __m256i at_eight(__m256i codes, interpolated_activation<F> f) {
    constexpr bool is_sigmoid = F == activation_function::sigmoid;
    constexpr int fine = is_sigmoid ? 9 : 8, middle = 0x8000 << fine;
    __m256i x = _mm256_mullo_epi32(codes, avx2::all_32(f.multiplier));
    if (f.shift > 0) {
      x = avx2::add_32(x, avx2::all_32(1 << (f.shift - 1)));
      x = _mm256_sra_epi32(x, _mm_cvtsi32_si128(f.shift));
    }
    const __m256i size = _mm256_abs_epi32(x), sign = avx2::signs(x);
    const __m256i i = _mm256_srli_epi32(size, fine);
    const __m256i rest = _mm256_and_si256(size, avx2::all_32((1 << fine) - 1));
    const __m256i pairs =
        _mm256_i32gather_epi32(reinterpret_cast<const int*>(shared_table<sigmoid_codes>.code),
                               _mm256_min_epi32(i, avx2::all_32(254)), 2);
    const __m256i a = _mm256_and_si256(pairs, avx2::all_32(0xffff));
    const __m256i rise = avx2::sub_32(_mm256_srli_epi32(pairs, 16), a);
    __m256i y = avx2::add_32(_mm256_slli_epi32(a, fine), _mm256_mullo_epi32(rest, rise));
    const __m256i most = avx2::all_32(is_sigmoid ? 0x7fff << 10 : 0xffff << 8);
    y = _mm256_blendv_epi8(y, most, _mm256_cmpgt_epi32(i, avx2::all_32(254)));
    const __m256i above = _mm256_xor_si256(avx2::sub_32(y, avx2::all_32(middle)), sign);
    return _mm256_srai_epi32(avx2::add_32(above, avx2::all_32(is_sigmoid ? middle + 512 : 128)),
                             is_sigmoid ? 10 : 8);
  }
#elif ETCH_HAS_X86
  template <activation_function F>
  ETCH_GLUE static void activate(std::int16_t* gate, interpolated_activation<F> f) {
    if (f.multiplier > INT16_MAX) {
      for (int i = 0; i < 16; ++i) gate[i] = f(gate[i], 0);
      return;
    }
    const __m128i factor = _mm_set1_epi16(static_cast<std::int16_t>(f.multiplier));
    unroll<2>([&]<int I>() __attribute__((always_inline)) {
      const auto codes = load_vector<__m128i>(gate + 8 * I);
      const __m128i low = _mm_mullo_epi16(codes, factor), high = _mm_mulhi_epi16(codes, factor);
      store_vector(gate + 8 * I, _mm_packs_epi32(at_four(_mm_unpacklo_epi16(low, high), f),
                                                 at_four(_mm_unpackhi_epi16(low, high), f)));
    });
  }

 private:
  /// The function of four codes times f.multiplier.
  template <activation_function F>
  ETCH_GLUE static __m128i at_four(__m128i x, interpolated_activation<F> f) {
    using V = sse2_vectors;
    constexpr bool is_sigmoid = F == activation_function::sigmoid;
    constexpr int fine = is_sigmoid ? 9 : 8, middle = 0x8000 << fine;
    if (f.shift > 0) {
      x = V::add_32(x, V::all_32(1 << (f.shift - 1)));
      x = _mm_sra_epi32(x, _mm_cvtsi32_si128(f.shift));
    }
    const __m128i sign = _mm_srai_epi32(x, 31), size = V::sub_32(_mm_xor_si128(x, sign), sign);
    const __m128i i = _mm_srli_epi32(size, fine);
    const __m128i rest = _mm_and_si128(size, V::all_32((1 << fine) - 1));
    const __m128i last = V::all_32(254), is_beyond = _mm_cmpgt_epi32(i, last);
    const __m128i line = _mm_min_epi16(_mm_packs_epi32(i, i), _mm_packs_epi32(last, last));
    const auto ends = [&]<int K>() __attribute__((always_inline)) {
      int both;
      __builtin_memcpy(&both, shared_table<sigmoid_codes>.code + _mm_extract_epi16(line, K),
                       sizeof both);
      return _mm_cvtsi32_si128(both);
    };
    const __m128i pairs = _mm_unpacklo_epi64(
        _mm_unpacklo_epi32(ends.template operator()<0>(), ends.template operator()<1>()),
        _mm_unpacklo_epi32(ends.template operator()<2>(), ends.template operator()<3>()));
    const __m128i a = _mm_and_si128(pairs, V::all_32(0xffff));
    const __m128i rise = V::sub_32(_mm_srli_epi32(pairs, 16), a);  // of 16 bits, as `rest`
    const __m128i most = V::all_32(is_sigmoid ? 0x7fff << 10 : 0xffff << 8);
    const __m128i y = V::add_32(_mm_slli_epi32(a, fine), _mm_madd_epi16(rest, rise));
    const __m128i within =
        _mm_or_si128(_mm_andnot_si128(is_beyond, y), _mm_and_si128(is_beyond, most));
    const __m128i above = _mm_xor_si128(V::sub_32(within, V::all_32(middle)), sign);
    return _mm_srai_epi32(V::add_32(above, V::all_32(is_sigmoid ? middle + 512 : 128)),
                          is_sigmoid ? 10 : 8);
  }
#endif
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
