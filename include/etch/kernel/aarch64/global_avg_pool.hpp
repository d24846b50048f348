// global_avg_pool of codes of 8 or 16 bits, 8 channels at a time: sums by SADDW or UADDW, ended as
// in the generic kernel.
//
// Needs: Advanced SIMD; hwc; at least 8 channels.
// Reads: x (N,H,W,C). Writes: y (N,C).
#pragma once

#include <etch/kernel/aarch64/code_sums.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

/// Base of kernel K, global_avg_pool of codes T.
template <class K, class T>
struct global_means_of_codes : global_means<K, 8, T> {
  static constexpr bool is_available = ETCH_HAS_NEON;
  /// 32 bits hold the sum of so many codes of 16.
  static constexpr wide_int most_cells = 65'536;

#if ETCH_HAS_NEON
  template <class End>
  ETCH_GLUE static void sum_block(const T* x, int cells, int channels, const End& end) {
    int32x4_t low = vdupq_n_s32(0), high = vdupq_n_s32(0);
    while (cells > 0) {
      int some = sizeof(T) == 1 ? minimum(cells, most_summed_bytes) : cells;
      cells -= some;
      sums_of_codes<T, 8> sums;
      for (; some > 0; --some, x += channels) sums.add(x);
      low = vaddq_s32(low, sums.template four<0>());
      high = vaddq_s32(high, sums.template four<1>());
    }
    std::int32_t all[8];
    vst1q_s32(all, low), vst1q_s32(all + 4, high);
    for (int i = 0; i < 8; ++i) end(i, all[i]);
  }
#endif
};

}  // namespace neon

/// global_avg_pool of signed 8-bit codes.
struct global_avg_pool_s8_s8_saddw
    : neon::global_means_of_codes<global_avg_pool_s8_s8_saddw, std::int8_t> {
  static constexpr const char* name = "global_avg_pool_s8_s8_saddw";
};
/// global_avg_pool of unsigned 8-bit codes.
struct global_avg_pool_u8_u8_uaddw
    : neon::global_means_of_codes<global_avg_pool_u8_u8_uaddw, std::uint8_t> {
  static constexpr const char* name = "global_avg_pool_u8_u8_uaddw";
};
/// global_avg_pool of 16-bit codes.
struct global_avg_pool_s16_s16_saddw
    : neon::global_means_of_codes<global_avg_pool_s16_s16_saddw, std::int16_t> {
  static constexpr const char* name = "global_avg_pool_s16_s16_saddw";
};

}  // namespace ETCH_NAMESPACE
