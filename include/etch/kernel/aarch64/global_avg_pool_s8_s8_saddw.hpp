// global_avg_pool of signed 8-bit codes, 8 channels at a time: sums by SADDW, ended as in the
// generic kernel.
//
// Needs: Advanced SIMD; hwc; at least 8 channels.
// Reads: x (N,H,W,C). Writes: y (N,C).
#pragma once

#include <etch/kernel/layer/means_of_bytes.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {

/// global_avg_pool of signed 8-bit codes by vectors.
struct global_avg_pool_s8_s8_saddw : global_means<global_avg_pool_s8_s8_saddw, 8> {
  static constexpr const char* name = "global_avg_pool_s8_s8_saddw";
  static constexpr bool is_available = ETCH_HAS_NEON;

#if ETCH_HAS_NEON
  template <class End>
  ETCH_GLUE static void sum_block(const std::int8_t* x, int cells, int channels, const End& end) {
    int16x8_t sum = vdupq_n_s16(0);
    for (int k = 0; k < cells; ++k) sum = vaddw_s8(sum, vld1_s8(x + k * channels));
    std::int16_t all[8];
    vst1q_s16(all, sum);
    for (int i = 0; i < 8; ++i) end(i, std::int32_t{all[i]});
  }
#endif
};

}  // namespace ETCH_NAMESPACE
