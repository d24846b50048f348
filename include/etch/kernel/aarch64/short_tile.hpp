// Runs of 16-bit codes by SMLAL, eight filters times two pixels: 8 codes of a filter meet those of
// each pixel, four sums of every fourth code; where sums need 64 bits, SMULL and SADALP. Weights of
// 8 bits are widened in registers. Channels of depthwise_conv2d lie side by side.
#pragma once

#include <etch/kernel/layer/short_vectors.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {
namespace neon {

#if ETCH_HAS_NEON

/// 8 codes as 16 bits.
ETCH_GLUE int16x8_t load_eight(const std::int16_t* x) { return vld1q_s16(x); }
ETCH_GLUE int16x8_t load_eight(const std::int8_t* x) { return vmovl_s8(vld1_s8(x)); }
/// What partial_sums load.
struct eight_codes {
  static constexpr int width = 8;
  template <class W>
  ETCH_GLUE static int16x8_t load(const W* from) {
    return load_eight(from);
  }
};

/// Sums of products, partly in each lane.
template <class Sum>
struct partial_sums;
template <>
struct partial_sums<std::int32_t> : eight_codes {
  int32x4_t lanes;
  ETCH_GLUE void add(int16x8_t w, int16x8_t x) {
    lanes = vmlal_high_s16(vmlal_s16(lanes, vget_low_s16(w), vget_low_s16(x)), w, x);
  }
  ETCH_GLUE std::int32_t total() const { return vaddvq_s32(lanes); }
};
template <>
struct partial_sums<std::int64_t> : eight_codes {
  int64x2_t lanes;
  ETCH_GLUE void add(int16x8_t w, int16x8_t x) {
    lanes = vpadalq_s32(lanes, vmull_s16(vget_low_s16(w), vget_low_s16(x)));
    lanes = vpadalq_s32(lanes, vmull_high_s16(w, x));
  }
  ETCH_GLUE std::int64_t total() const { return vaddvq_s64(lanes); }
};

/// Sums of 8 channels.
template <class Sum>
struct channel_sums;
template <>
struct channel_sums<std::int32_t> {
  int32x4_t four[2];
  ETCH_GLUE explicit channel_sums(const std::int32_t* s) : four{vld1q_s32(s), vld1q_s32(s + 4)} {}
  ETCH_GLUE void add(int16x8_t w, int16x8_t x) {
    four[0] = vmlal_s16(four[0], vget_low_s16(w), vget_low_s16(x));
    four[1] = vmlal_high_s16(four[1], w, x);
  }
  ETCH_GLUE void store(std::int32_t* s) const { vst1q_s32(s, four[0]), vst1q_s32(s + 4, four[1]); }
};
template <>
struct channel_sums<std::int64_t> {
  int64x2_t two[4];
  ETCH_GLUE explicit channel_sums(const std::int64_t* s)
      : two{vld1q_s64(s), vld1q_s64(s + 2), vld1q_s64(s + 4), vld1q_s64(s + 6)} {}
  ETCH_GLUE void add(int16x8_t w, int16x8_t x) {
    const int32x4_t low = vmull_s16(vget_low_s16(w), vget_low_s16(x)), high = vmull_high_s16(w, x);
    two[0] = vaddw_s32(two[0], vget_low_s32(low)), two[1] = vaddw_high_s32(two[1], low);
    two[2] = vaddw_s32(two[2], vget_low_s32(high)), two[3] = vaddw_high_s32(two[3], high);
  }
  ETCH_GLUE void store(std::int64_t* s) const {
    unroll<4>([&]<int I>() __attribute__((always_inline)) { vst1q_s64(s + 2 * I, two[I]); });
  }
};

#endif

/// The tile of layers of 16-bit codes.
struct short_tile {
  static constexpr int filters = 8, channels = 8;
  static constexpr bool adds_windows = true;
  template <class>
  static constexpr int pixels = 2;

#if ETCH_HAS_NEON
  template <int Filters, int Pixels, class Sum, class W>
  ETCH_GLUE static void add(Sum* s, const W* w, int next_w, const std::int16_t* x, int next_x,
                            int codes) {
    short_sums::add_by_vectors<partial_sums<Sum>, Filters, Pixels>(s, w, next_w, x, next_x, codes);
  }

  template <int Channels, class Sum, class W>
  ETCH_GLUE static void add_window(Sum* s, const W* w, const std::int16_t* x,
                                   const short_sums::window_steps& t) {
    if constexpr (Channels == 8) {
      channel_sums<Sum> sum(s);
      for (int u = 0; u < t.rows; ++u, w += t.next_row_w, x += t.next_row_x) {
        for (int v = 0; v < t.cells; ++v)
          sum.add(load_eight(w + v * t.next_w), load_eight(x + v * t.next_x));
      }
      sum.store(s);
    } else {
      short_sums::add_window_by_one<Channels>(s, w, x, t);
    }
  }
#endif
};

}  // namespace neon
}  // namespace ETCH_NAMESPACE
