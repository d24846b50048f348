// A matrix product of int8 in the layout NC4HW4, as S3's engine has it, to be compared with ours: 8
// pixels x 8 filters at a time by SDOT or SMMLA.
#pragma once

#include <etch/base/features.hpp>
#include <etch/kernel/layer/unroll.hpp>

#include <cmath>
#include <cstdint>

#if ETCH_HAS_I8MM
#include <arm_neon.h>

namespace etch::bench::nc4hw4 {

/// Sums of 8 pixels x 8 filters; a step takes 8 channels. Weights: (filters / 8, channels / 8, 64).
struct by_sdot {
  int32x4_t sum[16];  // of pixel I / 2, filters 4 (I % 2) and on

  /// x: 4 channels of pixels 0..3 and 4..7, then the next 4. w: for 4 channels those of 8 filters.
  ETCH_GLUE void step(const int8x16_t (&x)[4], const std::int8_t* w) {
    unroll<2>([&]<int K>() __attribute__((always_inline)) {
      const int8x16_t low = vld1q_s8(w + 32 * K), high = vld1q_s8(w + 32 * K + 16);
      unroll<8>([&]<int P>() __attribute__((always_inline)) {
        sum[2 * P] = vdotq_laneq_s32(sum[2 * P], low, x[2 * K + P / 4], P % 4);
        sum[2 * P + 1] = vdotq_laneq_s32(sum[2 * P + 1], high, x[2 * K + P / 4], P % 4);
      });
    });
  }
  /// Filters 4 Half and on of pixel P.
  template <int P, int Half>
  ETCH_GLUE int32x4_t quad() const {
    return sum[2 * P + Half];
  }
  /// Where the weight of a channel of 8 and a filter of 8 lies in those of a step.
  static constexpr int place(int channel, int filter) {
    return channel / 4 * 32 + filter * 4 + channel % 4;
  }
};
struct by_smmla {
  int32x4_t sum[16];  // of pixels 2 (I / 4) and on, filters 2 (I % 4) and on: (2 pixels, 2 filters)

  ETCH_GLUE void step(const int8x16_t (&x)[4], const std::int8_t* w) {
    unroll<4>([&]<int P>() __attribute__((always_inline)) {
      const int32x4_t a = vreinterpretq_s32_s8(x[P / 2]), b = vreinterpretq_s32_s8(x[2 + P / 2]);
      const int8x16_t two = vreinterpretq_s8_s32(P % 2 == 0 ? vzip1q_s32(a, b) : vzip2q_s32(a, b));
      unroll<4>([&]<int F>() __attribute__((always_inline)) {
        sum[4 * P + F] = vmmlaq_s32(sum[4 * P + F], two, vld1q_s8(w + 16 * F));
      });
    });
  }
  template <int P, int Half>
  ETCH_GLUE int32x4_t quad() const {
    const int64x2_t a = vreinterpretq_s64_s32(sum[P / 2 * 4 + 2 * Half]);
    const int64x2_t b = vreinterpretq_s64_s32(sum[P / 2 * 4 + 2 * Half + 1]);
    return vreinterpretq_s32_s64(P % 2 == 0 ? vzip1q_s64(a, b) : vzip2q_s64(a, b));
  }
  static constexpr int place(int channel, int filter) { return filter * 8 + channel; }
};

/// Weights (Filters, Channels) in the order of S.
template <class S, int Channels, int Filters>
void pack(std::int8_t* to, const std::int8_t* w) {
  for (int f = 0; f < Filters; ++f) {
    for (int c = 0; c < Channels; ++c) {
      to[f / 8 * 8 * Channels + c / 8 * 64 + S::place(c % 8, f % 8)] = w[f * Channels + c];
    }
  }
}

/// The code of pixel p and filter f, of weights (Filters, Channels): what the kernels should give.
template <int Pixels, int Channels>
int code(const std::int8_t* x, const std::int8_t* w, int p, int f, float scale) {
  int sum = 0;
  for (int c = 0; c < Channels; ++c) {
    sum += x[(c / 4 * Pixels + p) * 4 + c % 4] * w[f * Channels + c];
  }
  return static_cast<int>(
      std::round(std::fmax(-128, std::fmin(static_cast<float>(sum) * scale, 127))));
}

/// y = round(clamp(scale sum)) of four sums.
ETCH_GLUE int16x4_t requantised(int32x4_t sum, float scale) {
  float32x4_t y = vmulq_n_f32(vcvtq_f32_s32(sum), scale);
  y = vminnmq_f32(vmaxnmq_f32(y, vdupq_n_f32(-128)), vdupq_n_f32(127));
  return vmovn_s32(vcvtaq_s32_f32(y));
}

/// All filters of all pixels, by S.
template <class S, int Pixels, int Channels, int Filters>
ETCH_KERNEL void slice(std::int8_t* y,        // (Filters / 4, Pixels, 4)
                       const std::int8_t* x,  // (Channels / 4, Pixels, 4)
                       const std::int8_t* w, float scale) {
  for (int f = 0; f < Filters; f += 8, w += 8 * Channels) {
    for (int p = 0; p < Pixels; p += 8) {
      S s;
      unroll<16>([&]<int I>() __attribute__((always_inline)) { s.sum[I] = vdupq_n_s32(0); });
      const std::int8_t *at = x + 4 * p, *weights = w;
      for (int c = 0; c < Channels; c += 8, at += 8 * Pixels, weights += 64) {
        const int8x16_t four[4] = {vld1q_s8(at), vld1q_s8(at + 16), vld1q_s8(at + 4 * Pixels),
                                   vld1q_s8(at + 4 * Pixels + 16)};
        s.step(four, weights);
      }
      unroll<4>([&]<int I>() __attribute__((always_inline)) {  // 4 pixels, 4 filters
        constexpr int half = I / 2, first = I % 2 * 4;
        const int16x8_t a = vcombine_s16(requantised(s.template quad<first, half>(), scale),
                                         requantised(s.template quad<first + 1, half>(), scale));
        const int16x8_t b = vcombine_s16(requantised(s.template quad<first + 2, half>(), scale),
                                         requantised(s.template quad<first + 3, half>(), scale));
        vst1q_s8(y + (f / 4 + half) * Pixels * 4 + (p + first) * 4,
                 vcombine_s8(vmovn_s16(a), vmovn_s16(b)));
      });
    }
  }
}

}  // namespace etch::bench::nc4hw4

#endif
