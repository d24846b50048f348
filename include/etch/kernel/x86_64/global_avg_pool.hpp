// global_avg_pool of codes of 8 or 16 bits, 8 channels at a time: sums by PADDW or PADDD, ended as
// in the generic kernel.
//
// Needs: SSE2; hwc; at least 8 channels.
// Reads: x (N,H,W,C). Writes: y (N,C).
#pragma once

#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/kernel/x86_64/byte_vectors.hpp>

namespace ETCH_NAMESPACE {

/// Base of kernel K, which sums bytes T in 16 bits.
template <class K, class T>
struct global_means_by_paddw : global_means<K, 8, T> {
  static constexpr bool is_available = ETCH_HAS_X86;

#if ETCH_HAS_X86
  template <class End>
  ETCH_GLUE static void sum_block(const T* x, int cells, int channels, const End& end) {
    __m128i sums = _mm_setzero_si128();
    for (; cells > 0; --cells, x += channels) {
      const __m128i codes = x86::load_bytes<8>(as_bytes(x));
      sums = _mm_add_epi16(sums, x86::low_in_16<x86::sse2_vectors, T>(codes));
    }
    element_t<list<std::uint16_t, std::int16_t>, static_cast<T>(-1) < 0 ? 1 : 0> all[8];
    x86::store_vector(all, sums);
    for (int i = 0; i < 8; ++i) end(i, std::int32_t{all[i]});
  }
#endif
};

/// global_avg_pool of signed 8-bit codes by vectors.
struct global_avg_pool_s8_s8_paddw
    : global_means_by_paddw<global_avg_pool_s8_s8_paddw, std::int8_t> {
  static constexpr const char* name = "global_avg_pool_s8_s8_paddw";
};
/// global_avg_pool of unsigned 8-bit codes by vectors.
struct global_avg_pool_u8_u8_paddw
    : global_means_by_paddw<global_avg_pool_u8_u8_paddw, std::uint8_t> {
  static constexpr const char* name = "global_avg_pool_u8_u8_paddw";
};
/// global_avg_pool of codes of 9 to 16 bits by vectors.
struct global_avg_pool_s16_s16_paddd
    : global_means<global_avg_pool_s16_s16_paddd, 8, std::int16_t> {
  static constexpr const char* name = "global_avg_pool_s16_s16_paddd";
  static constexpr bool is_available = ETCH_HAS_X86;
  static constexpr wide_int most_cells = 65'536;

#if ETCH_HAS_X86
  template <class End>
  ETCH_GLUE static void sum_block(const std::int16_t* x, int cells, int channels, const End& end) {
    using V = x86::sse2_vectors;
    __m128i low = V::zero(), high = V::zero();
    for (; cells > 0; --cells, x += channels) {
      const __m128i codes = V::load(x);
      low = V::add_32(low, V::low_as_32(codes));
      high = V::add_32(high, V::high_as_32(codes));
    }
    std::int32_t all[8];
    x86::store_vector(all, low), x86::store_vector(all + 4, high);
    for (int i = 0; i < 8; ++i) end(i, all[i]);
  }
#endif
};

}  // namespace ETCH_NAMESPACE
