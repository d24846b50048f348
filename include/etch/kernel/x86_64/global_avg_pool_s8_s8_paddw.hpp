// global_avg_pool of signed 8-bit codes, 8 channels at a time: sums by PADDW, ended as in the
// generic kernel.
//
// Needs: SSE2; hwc; at least 8 channels.
// Reads: x (N,H,W,C). Writes: y (N,C).
#pragma once

#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/kernel/x86_64/lanes.hpp>

namespace ETCH_NAMESPACE {

/// global_avg_pool of signed 8-bit codes by vectors.
struct global_avg_pool_s8_s8_paddw : global_means<global_avg_pool_s8_s8_paddw, 8, std::int8_t> {
  static constexpr const char* name = "global_avg_pool_s8_s8_paddw";
  static constexpr bool is_available = ETCH_HAS_X86;

#if ETCH_HAS_X86
  template <class End>
  ETCH_GLUE static void sum_block(const std::int8_t* x, int cells, int channels, const End& end) {
    __m128i sums = _mm_setzero_si128();
    for (; cells > 0; --cells, x += channels) {
      sums = _mm_add_epi16(sums, x86::widen_low(x86::load_bytes<8>(x)));
    }
    std::int16_t all[8];
    x86::store_vector(all, sums);
    for (int i = 0; i < 8; ++i) end(i, std::int32_t{all[i]});
  }
#endif
};

}  // namespace ETCH_NAMESPACE
