// The vectors by which conv2d, dense and depthwise_conv2d make sums of bytes: 512 bits with
// VPDPBUSD, 256 bits with VPMADDUBSW, or 128 bits with PMADDWD. Each is a struct with the same
// members.
#pragma once

#include <etch/kernel/x86_64/posit_numbers.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// 512 bits; four products of bytes and their sum by one instruction.
struct vnni_512 : avx512_vectors {
  /// Registers of a tile that hold sums, of 32; how many keep the multipliers busy.
  static constexpr int accumulators = 24, busy = 16;
  /// Whether there are registers for the weights of all columns of a window besides.
  static constexpr bool has_many_registers = true;
  /// Steps that a loop over words makes at once.
  static constexpr int steps_together = 1;
  /// Whether the weights of a step stay in registers for all pixels.
  static constexpr bool holds_weights = true;
  /// Words of codes that one load brings; each is in all lanes for its products.
  static constexpr int words_of_load = 1;
  /// Whether 32-bit numbers are multiplied with their signs; whether sums that are rounded twice
  /// are lifted above 0, so that they need not be.
  static constexpr bool multiplies_signed = true, lifts_sums = true;
  /// The most places that a product of a sum and its factor is shifted by.
  static constexpr int most_shift = 30;
  /// Bytes of a code, and of a weight, as products take them; what is added to codes.
  static constexpr int code_bytes = 1, offset = 128;
  /// Whether sums of two codes and of three weights have 16 bits; whether filters lie in order;
  /// whether codes are widened when rows are copied.
  static constexpr bool adds_codes = false, keeps_order = false, widens = false;
  /// Whether an instruction may saturate the sum of a pair of products.
  static constexpr bool saturates_pairs = false;
  /// Whether the compiler has the instructions, and what it says else where a kernel with arguments
  /// A runs.
  template <class A>
  static constexpr bool is_compiled = ETCH_HAS_AVX512_VNNI != 0;
  template <class A>
  static void refuse() {
    static_assert(sizeof(A) == 0, "kernels by VPDPBUSD: compile with -mavx512vnni and AVX-512");
  }

#if ETCH_HAS_AVX512_VNNI
  /// Keeps the compiler from holding what it has loaded, where registers are few.
  ETCH_GLUE static void reload() {}
  /// Codes plus `offset`.
  ETCH_GLUE static vector offset_codes(vector v) { return _mm512_xor_si512(v, all_8(-128)); }
  /// sum + a0 b0 + a1 b1 + a2 b2 + a3 b3 of the offset codes and the weights of each lane.
  ETCH_GLUE static vector add_products(vector sum, vector codes, vector weights) {
    sum = _mm512_dpbusd_epi32(sum, codes, weights);
    __asm__("" : "+v"(sum));  // one register a sum: g++ 12 copies and stores them otherwise
    return sum;
  }
  ETCH_GLUE static vector add_64(vector a, vector b) { return _mm512_add_epi64(a, b); }
  /// The products of even lanes, in 64 bits.
  ETCH_GLUE static vector multiply_even(vector a, vector b) {
    return _mm512_maskz_mul_epi32(0xff, a, b);
  }
  /// Those of numbers without a sign.
  ETCH_GLUE static vector multiply_even_unsigned(vector a, vector b) {
    return _mm512_maskz_mul_epu32(0xff, a, b);
  }
  /// Odd lanes in the place of even ones.
  ETCH_GLUE static vector odd_as_even(vector v) {
    return _mm512_castps_si512(_mm512_maskz_movehdup_ps(all_lanes, _mm512_castsi512_ps(v)));
  }
  /// The upper halves of 64-bit numbers: those of `even` in even lanes, of `odd` in odd ones.
  ETCH_GLUE static vector upper_halves(vector even, vector odd) {
    return _mm512_castps_si512(
        _mm512_mask_movehdup_ps(_mm512_castsi512_ps(odd), 0x5555, _mm512_castsi512_ps(even)));
  }
  ETCH_GLUE static vector signs(vector v) { return _mm512_maskz_srai_epi32(all_lanes, v, 31); }
  ETCH_GLUE static vector shift_right(vector v, vector by) {
    return _mm512_maskz_srav_epi32(all_lanes, v, by);
  }
  /// v times the floats at `factor`, ties to even, within 2^30.
  ETCH_GLUE static vector scale_in_single(vector v, const void* factor) {
    const __m512 product =
        _mm512_mul_ps(_mm512_maskz_cvtepi32_ps(all_lanes, v), _mm512_loadu_ps(factor));
    const __m512 most = _mm512_set1_ps(0x1p30F), least = _mm512_set1_ps(-0x1p30F);
    return _mm512_maskz_cvtps_epi32(
        all_lanes,
        _mm512_maskz_max_ps(all_lanes, _mm512_maskz_min_ps(all_lanes, product, most), least));
  }
  /// Packed codes of Count pixels, pixel by pixel.
  template <int Count>
  ETCH_GLUE static vector by_pixel(vector codes) {
    if constexpr (Count == 2) {
      const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
      return _mm512_maskz_permutexvar_epi64(0xff, order, codes);
    } else if constexpr (Count == 4) {
      const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
      return _mm512_maskz_permutexvar_epi32(all_lanes, order, codes);
    } else {
      return codes;
    }
  }
  /// Stores the first Bytes of those of pixel K of Count.
  template <int Bytes, int Count, int K>
  ETCH_GLUE static void store_pixel(void* to, vector codes) {
    if constexpr (K > 0 && Count == 2) codes = _mm512_maskz_shuffle_i64x2(0xff, codes, codes, 0xee);
    else if constexpr (K > 0) codes = _mm512_maskz_shuffle_i32x4(all_lanes, codes, codes, K);
    store<Bytes>(to, codes);
  }
#endif
};

/// 256 bits; pairs of products of bytes in 16 bits by VPMADDUBSW, which are added by VPMADDWD.
struct avx2 : avx2_vectors {
  static constexpr int accumulators = 12, busy = 8, code_bytes = 1;
  static constexpr int words_of_load = 1, most_shift = 30, steps_together = 4;
  static constexpr bool has_many_registers = false, multiplies_signed = true, lifts_sums = false;
  static constexpr bool holds_weights = false, adds_codes = false, keeps_order = false;
  static constexpr bool widens = false;
  static constexpr bool saturates_pairs = true;
  template <class A>
  static constexpr bool is_compiled = ETCH_HAS_AVX2 != 0;
  template <class A>
  static void refuse() {
    static_assert(sizeof(A) == 0, "kernels by VPMADDUBSW: compile with -mavx2");
  }

#if ETCH_HAS_AVX2
  ETCH_GLUE static void reload() { __asm__ volatile("" ::: "memory"); }
  /// A sum in one register: g++ 12 copies and stores it otherwise.
  ETCH_GLUE static vector add_to(vector sum, vector products) {
    __asm__("vpaddd %1,%0,%0" : "+x"(sum) : "x"(products));
    return sum;
  }
  ETCH_GLUE static vector add_64(vector a, vector b) { return _mm256_add_epi64(a, b); }
  ETCH_GLUE static vector multiply_even(vector a, vector b) { return _mm256_mul_epi32(a, b); }
  ETCH_GLUE static vector odd_as_even(vector v) {
    return _mm256_castps_si256(_mm256_movehdup_ps(_mm256_castsi256_ps(v)));
  }
  ETCH_GLUE static vector upper_halves(vector even, vector odd) {
    return _mm256_blend_epi32(odd, odd_as_even(even), 0x55);
  }
  ETCH_GLUE static vector signs(vector v) { return _mm256_srai_epi32(v, 31); }
  ETCH_GLUE static vector shift_right(vector v, vector by) { return _mm256_srav_epi32(v, by); }
  ETCH_GLUE static vector scale_in_single(vector v, const void* factor) {
    const __m256 product =
        _mm256_mul_ps(_mm256_cvtepi32_ps(v), _mm256_loadu_ps(static_cast<const float*>(factor)));
    const __m256 most = _mm256_set1_ps(0x1p30F), least = _mm256_set1_ps(-0x1p30F);
    return _mm256_cvtps_epi32(_mm256_max_ps(_mm256_min_ps(product, most), least));
  }
  template <int Count>
  ETCH_GLUE static vector by_pixel(vector codes) {
    if constexpr (Count == 2) return _mm256_permute4x64_epi64(codes, 0b11'01'10'00);
    else if constexpr (Count == 4)
      return _mm256_permutevar8x32_epi32(codes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    else return codes;
  }
  template <int Bytes, int Count, int K>
  ETCH_GLUE static void store_pixel(void* to, vector codes) {
    if constexpr (Count == 1) store<Bytes>(to, codes);
    else sse2_vectors::store_from<Bytes, K * bytes / Count % 16>(to, part<2 * K / Count>(codes));
  }
#endif
};

/// Where no pair of products of codes without a sign leaves 16 bits.
struct avx2_unsigned : avx2 {
  static constexpr int offset = 128;
#if ETCH_HAS_AVX2
  ETCH_GLUE static vector offset_codes(vector v) { return _mm256_xor_si256(v, all_8(-128)); }
  ETCH_GLUE static vector add_products(vector sum, vector codes, vector weights) {
    return add_to(sum, _mm256_madd_epi16(_mm256_maddubs_epi16(codes, weights), all_16(1)));
  }
#endif
};

/// Where codes are taken as they are.
struct avx2_plain : avx2 {
  static constexpr int offset = 0;
#if ETCH_HAS_AVX2
  ETCH_GLUE static vector offset_codes(vector v) { return v; }
#endif
};
/// Codes and weights of 16 bits, in pairs, for windows whose rows are copied anyway.
struct avx2_wide : avx2 {
  static constexpr int code_bytes = 2, offset = 0;
  static constexpr bool adds_codes = true, widens = true;
  static constexpr bool holds_weights = true;  // two instructions a product would wait for loads
#if ETCH_HAS_AVX2
  ETCH_GLUE static void reload() {}
  template <class T>
  ETCH_GLUE static vector load_aligned(const T* from) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
  }
  ETCH_GLUE static vector products(vector codes, vector weights) {
    return _mm256_madd_epi16(codes, weights);
  }
  ETCH_GLUE static vector add_products(vector sum, vector codes, vector weights) {
    return add_to(sum, products(codes, weights));
  }
  /// Packed codes of two times eight filters, the first eight first.
  ETCH_GLUE static __m128i eights_in_order(vector codes) {
    return _mm_unpacklo_epi32(_mm256_castsi256_si128(codes), _mm256_extracti128_si256(codes, 1));
  }
  /// Count codes, at most 16, as 16-bit numbers.
  template <int Count>
  ETCH_GLUE static vector widen(const std::int8_t* from) {
    return _mm256_cvtepi8_epi16(load_bytes<Count>(from));
  }
  template <int Count>
  ETCH_GLUE static vector widen(const std::uint8_t* from) {
    return _mm256_cvtepu8_epi16(sse2_vectors::load<Count>(from));
  }
  template <int Count>
  ETCH_GLUE static vector widen(const std::int16_t* from) {
    return load<2 * Count>(from);
  }
  template <int Count>
  ETCH_GLUE static vector widen(const posit_code<8, 0>* from) {
    return posit_numbers(_mm256_cvtepi8_epi16(sse2_vectors::load<Count>(from)));
  }
#endif
};

/// The magnitude of a code, at most 128, times the weight with the code's sign: no pair leaves 16
/// bits, unless a weight is -128.
struct avx2_signed : avx2_plain {
#if ETCH_HAS_AVX2
  ETCH_GLUE static vector add_products(vector sum, vector codes, vector weights) {
    const vector pairs =
        _mm256_maddubs_epi16(_mm256_abs_epi8(codes), _mm256_sign_epi8(weights, codes));
    return add_to(sum, _mm256_madd_epi16(pairs, all_16(1)));
  }
#endif
};

/// Codes and weights of even bytes and of odd ones as 16-bit numbers: for all weights.
struct avx2_widened : avx2_plain {
#if ETCH_HAS_AVX2
  ETCH_GLUE static vector add_products(vector sum, vector codes, vector weights) {
    const auto even = [](vector v) __attribute__((always_inline)) {
      return _mm256_srai_epi16(_mm256_slli_epi16(v, 8), 8);
    };
    const auto odd = [](vector v)
                         __attribute__((always_inline)) { return _mm256_srai_epi16(v, 8); };
    sum = add_to(sum, _mm256_madd_epi16(even(codes), even(weights)));
    return add_to(sum, _mm256_madd_epi16(odd(codes), odd(weights)));
  }
#endif
};

/// 128 bits; codes and weights of 16 bits, in pairs, by PMADDWD. SSE2 multiplies 32-bit numbers
/// without a sign and shifts all lanes alike: see unsigned_ends.hpp.
struct sse2 : sse2_vectors {
  static constexpr int accumulators = 12, busy = 4, code_bytes = 2, offset = 0;
  static constexpr int words_of_load = 4, most_shift = 14, steps_together = 1;
  static constexpr bool has_many_registers = false, multiplies_signed = false, lifts_sums = false;
  static constexpr bool holds_weights = false, adds_codes = true, keeps_order = false;
  static constexpr bool widens = true;
  static constexpr bool saturates_pairs = false;
  template <class A>
  static constexpr bool is_compiled = ETCH_HAS_X86 != 0;
  template <class A>
  static void refuse() {
    static_assert(sizeof(A) == 0, "kernels by PMADDWD: compile for x86-64");
  }

#if ETCH_HAS_X86
  ETCH_GLUE static void reload() { __asm__ volatile("" ::: "memory"); }
  /// A vector from a multiple of 16 bytes: instructions take it from there.
  template <class T>
  ETCH_GLUE static vector load_aligned(const T* from) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(from));
  }
  ETCH_GLUE static vector products(vector codes, vector weights) {
    return _mm_madd_epi16(codes, weights);
  }
  ETCH_GLUE static vector add_products(vector sum, vector codes, vector weights) {
    sum = add_pairs(sum, codes, weights);
    __asm__("" : "+x"(sum));  // one register a sum
    return sum;
  }
  /// Packed codes of two times eight filters, the first eight first.
  ETCH_GLUE static __m128i eights_in_order(vector codes) { return codes; }
  /// Word K of four in all lanes.
  template <int K>
  ETCH_GLUE static vector spread(vector four) {
    return _mm_shuffle_epi32(four, K * 0b01'01'01'01);
  }
  /// Count codes, at most 8, as 16-bit numbers.
  template <int Count>
  ETCH_GLUE static vector widen(const std::int8_t* from) {
#if ETCH_HAS_AVX2
    return _mm_cvtepi8_epi16(load_bytes<Count>(from));
#else
    return low_as_16(load_bytes<Count>(from));
#endif
  }
  template <int Count>
  ETCH_GLUE static vector widen(const std::uint8_t* from) {
    return zip_low_8(load<Count>(from), zero());
  }
  template <int Count>
  ETCH_GLUE static vector widen(const std::int16_t* from) {
    return load<2 * Count>(from);
  }
  template <int Count>
  ETCH_GLUE static vector widen(const posit_code<8, 0>* from) {
    return posit_numbers(low_as_16(load<Count>(from)));
  }
  ETCH_GLUE static vector scale_in_single(vector v, const float* factor) {
    const __m128 product = _mm_mul_ps(_mm_cvtepi32_ps(v), _mm_load_ps(factor));
    const __m128 most = _mm_set1_ps(0x1p30F), least = _mm_set1_ps(-0x1p30F);
    return _mm_cvtps_epi32(_mm_max_ps(_mm_min_ps(product, most), least));
  }
  template <int Count>
  ETCH_GLUE static vector by_pixel(vector codes) {
    return codes;
  }
  template <int Bytes, int Count, int K>
  ETCH_GLUE static void store_pixel(void* to, vector codes) {
    store_from<Bytes, bytes / Count * K>(to, codes);
  }
#endif
};

/// The same of bytes: even ones and odd ones as 16-bit numbers.
struct sse2_widened : sse2 {
  static constexpr int code_bytes = 1, words_of_load = 1;
  static constexpr bool adds_codes = false, widens = false;
#if ETCH_HAS_X86
  ETCH_GLUE static vector offset_codes(vector v) { return v; }
  ETCH_GLUE static vector add_products(vector sum, vector codes, vector weights) {
    const auto even = [](vector v) __attribute__((always_inline)) {
      return _mm_srai_epi16(_mm_slli_epi16(v, 8), 8);
    };
    const auto odd = [](vector v) __attribute__((always_inline)) { return _mm_srai_epi16(v, 8); };
    sum = sse2::add_products(sum, even(codes), even(weights));
    return sse2::add_products(sum, odd(codes), odd(weights));
  }
#endif
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
