// add of int8 codes, 16 at a time, by MLA, where one product of each code is known to give
// the codes of the generic kernel.
//
// Needs: Advanced SIMD; logical order; affine int8 codes of which none is a constant; formats and
// limits whose sum two products prove to be (sum_by_products).
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/aarch64/code_lanes.hpp>
#include <etch/kernel/layer/add_of_bytes.hpp>

namespace ETCH_NAMESPACE {

/// add of affine int8 codes.
struct add_s8_s8_s8_16_mla : add_of_bytes_by_products<add_s8_s8_s8_16_mla> {
  static constexpr const char* name = "add_s8_s8_s8_16_mla";
  static constexpr bool is_available = ETCH_HAS_NEON;

#if ETCH_HAS_NEON
  template <int Shift, bool Whole, class T>
  ETCH_KERNEL static void adds(T* y, const T* a, const T* b, int count, const short_sum<T>& s) {
    const int32x4_t start = vdupq_n_s32(s.start);
    const int32x2_t by = vld1_s32(s.multiplier);
    int i = 0;
    for (; i + 16 <= count; i += 16) {
      const auto p = neon::load_all_lanes(a + i), q = neon::load_all_lanes(b + i);
      const int16x8_t first = sums(wide_low(p), wide_low(q), by, start);
      const int16x8_t second = sums(wide_high(p), wide_high(q), by, start);
      auto codes = narrow<Shift - 16>(first, second, s.low);
      if constexpr (!Whole) codes = neon::clamped(codes, s.low, s.high);
      neon::store_lanes(y + i, codes);
    }
    for (; i < count; ++i) y[i] = s(a[i], b[i]);
  }

 private:
  ETCH_GLUE static int16x8_t wide_low(int8x16_t a) { return vmovl_s8(vget_low_s8(a)); }
  ETCH_GLUE static int16x8_t wide_high(int8x16_t a) { return vmovl_high_s8(a); }
  ETCH_GLUE static int16x8_t wide_low(uint8x16_t a) {
    return vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(a)));
  }
  ETCH_GLUE static int16x8_t wide_high(uint8x16_t a) {
    return vreinterpretq_s16_u16(vmovl_high_u8(a));
  }
  /// Both shifted to the right, saturated to codes of the type of `of`.
  template <int Right>
  ETCH_GLUE static int8x16_t narrow(int16x8_t low, int16x8_t high, std::int8_t) {
    return vqshrn_high_n_s16(vqshrn_n_s16(low, Right), high, Right);
  }
  template <int Right>
  ETCH_GLUE static uint8x16_t narrow(int16x8_t low, int16x8_t high, std::uint8_t) {
    return vqshrun_high_n_s16(vqshrun_n_s16(low, Right), high, Right);
  }
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
