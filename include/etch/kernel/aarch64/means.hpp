// Sums of signed 8-bit codes as means, 8 at a time.
#pragma once

#include <etch/kernel/aarch64/epilogue.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

#if ETCH_HAS_NEON

/// The means of `cells` codes from their sums, as mean_of<R>; R is not half_even, 1 <= cells <=
/// 256. Numerators and divisors are below 2^18: their quotient in single precision is never rounded
/// up to an integer. But for toward_zero, 128 more makes what is divided positive: the integer
/// below is the one towards 0.
template <rounding R>
class means {
 public:
  ETCH_GLUE explicit means(int cells)
      : divisor_(vdupq_n_f32(static_cast<float>(truncates ? cells : 2 * cells))),
        above_(vdupq_n_s32(257 * cells)) {}

  ETCH_GLUE int8x8_t of(int16x8_t sum) const {
    const int32x4_t low = quotient(vmovl_s16(vget_low_s16(sum)));
    const int32x4_t high = quotient(vmovl_high_s16(sum));
    const int16x8_t both = vuzp1q_s16(vreinterpretq_s16_s32(low), vreinterpretq_s16_s32(high));
    return vmovn_s16(truncates ? both : vsubq_s16(both, vdupq_n_s16(128)));
  }

 private:
  static constexpr bool truncates = R == rounding::toward_zero;

  ETCH_GLUE int32x4_t quotient(int32x4_t sum) const {
    if constexpr (truncates) return vcvtq_s32_f32(vdivq_f32(vcvtq_f32_s32(sum), divisor_));
    int32x4_t above = vaddq_s32(above_, vaddq_s32(sum, sum));
    if constexpr (R != rounding::half_up) above = vsraq_n_s32(above, sum, 31);  // ties: one less
    return vcvtq_s32_f32(vdivq_f32(vcvtq_f32_s32(above), divisor_));
  }
  float32x4_t divisor_;
  int32x4_t above_;
};

ETCH_GLUE int8x8_t limited(int8x8_t codes, limits<std::int8_t> l) {
  return vmin_s8(vmax_s8(codes, vdup_n_s8(l.low)), vdup_n_s8(l.high));
}

#endif

}  // namespace neon
}  // namespace ETCH_NAMESPACE
