// global_avg_pool of codes of 8 or 16 bits, 8 channels at a time: sums by SADDW, ended as in the
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
#if ETCH_HAS_NEON
namespace neon {

/// Sums of 8 channels of cells, as many as 32 bits hold for 16-bit codes.
struct eight_sums {
  int32x4_t low = vdupq_n_s32(0), high = vdupq_n_s32(0);

  ETCH_GLUE void add(int16x8_t x) {
    low = vaddw_s16(low, vget_low_s16(x));
    high = vaddw_high_s16(high, x);
  }
  ETCH_GLUE void add_cells(const std::int16_t* x, int cells, int channels) {
    for (; cells > 0; --cells, x += channels) add(vld1q_s16(x));
  }
  /// Halfwords hold the sum of 256 bytes.
  ETCH_GLUE void add_cells(const std::int8_t* x, int cells, int channels) {
    while (cells > 0) {
      int n = minimum(cells, most_summed_bytes);
      cells -= n;
      int16x8_t sum = vdupq_n_s16(0);
      for (; n > 0; --n, x += channels) sum = vaddw_s8(sum, vld1_s8(x));
      add(sum);
    }
  }
  template <class End>
  ETCH_GLUE void end_all(const End& end) const {
    std::int32_t all[8];
    vst1q_s32(all, low), vst1q_s32(all + 4, high);
    for (int i = 0; i < 8; ++i) end(i, all[i]);
  }
};

}  // namespace neon
#endif

/// global_avg_pool of signed 8-bit codes by vectors.
struct global_avg_pool_s8_s8_saddw : global_means<global_avg_pool_s8_s8_saddw, 8, std::int8_t> {
  static constexpr const char* name = "global_avg_pool_s8_s8_saddw";
  static constexpr bool is_available = ETCH_HAS_NEON;
  static constexpr wide_int most_cells = 65'536;

#if ETCH_HAS_NEON
  template <class End>
  ETCH_GLUE static void sum_block(const std::int8_t* x, int cells, int channels, const End& end) {
    neon::eight_sums sums;
    sums.add_cells(x, cells, channels);
    sums.end_all(end);
  }
#endif
};
/// global_avg_pool of 16-bit codes by vectors.
struct global_avg_pool_s16_s16_saddw
    : global_means<global_avg_pool_s16_s16_saddw, 8, std::int16_t> {
  static constexpr const char* name = "global_avg_pool_s16_s16_saddw";
  static constexpr bool is_available = ETCH_HAS_NEON;
  static constexpr wide_int most_cells = 65'536;

#if ETCH_HAS_NEON
  template <class End>
  ETCH_GLUE static void sum_block(const std::int16_t* x, int cells, int channels, const End& end) {
    neon::eight_sums sums;
    sums.add_cells(x, cells, channels);
    sums.end_all(end);
  }
#endif
};

}  // namespace ETCH_NAMESPACE
