// add of int8 codes, 16 at a time, by MLA, where one product of each code is known to give
// the codes of the generic kernel.
//
// Needs: Advanced SIMD; logical order; affine int8 codes of which none is a constant; formats and
// limits whose sum two products prove to be (sum_by_products).
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/layer/add_of_bytes.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {

/// add of affine int8 codes.
struct add_s8_s8_s8_16_mla : add_of_bytes_by_products<add_s8_s8_s8_16_mla> {
  static constexpr const char* name = "add_s8_s8_s8_16_mla";
  static constexpr bool is_available = ETCH_HAS_NEON;

#if ETCH_HAS_NEON
  template <int Shift, bool Whole>
  ETCH_KERNEL static void adds(std::int8_t* y, const std::int8_t* a, const std::int8_t* b,
                               int count, const short_sum<std::int8_t>& s) {
    const int32x4_t start = vdupq_n_s32(s.start);
    const int32x2_t by = vld1_s32(s.multiplier);
    const int8x16_t low = vdupq_n_s8(s.low), high = vdupq_n_s8(s.high);
    int i = 0;
    for (; i + 16 <= count; i += 16) {
      const int8x16_t p = vld1q_s8(a + i), q = vld1q_s8(b + i);
      const int16x8_t first = sums(vmovl_s8(vget_low_s8(p)), vmovl_s8(vget_low_s8(q)), by, start);
      const int16x8_t second = sums(vmovl_high_s8(p), vmovl_high_s8(q), by, start);
      int8x16_t codes = vqshrn_high_n_s16(vqshrn_n_s16(first, Shift - 16), second, Shift - 16);
      if constexpr (!Whole) codes = vminq_s8(vmaxq_s8(codes, low), high);
      vst1q_s8(y + i, codes);
    }
    for (; i < count; ++i) y[i] = s(a[i], b[i]);
  }

 private:
  /// The upper halves of eight sums.
  ETCH_GLUE static int16x8_t sums(int16x8_t a, int16x8_t b, int32x2_t by, int32x4_t start) {
    const int32x4_t with_a = vmlaq_lane_s32(start, vmovl_s16(vget_low_s16(a)), by, 0);
    const int32x4_t with_high_a = vmlaq_lane_s32(start, vmovl_high_s16(a), by, 0);
    const int32x4_t low = vmlaq_lane_s32(with_a, vmovl_s16(vget_low_s16(b)), by, 1);
    const int32x4_t high = vmlaq_lane_s32(with_high_a, vmovl_high_s16(b), by, 1);
    return vuzp2q_s16(vreinterpretq_s16_s32(low), vreinterpretq_s16_s32(high));
  }
#endif
};

}  // namespace ETCH_NAMESPACE
