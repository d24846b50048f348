// What the means of 8-bit codes share: eight channels at a time in lanes of 16 bits.
#pragma once

#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

#if ETCH_HAS_MVE

/// Sums of eight channels over rows x columns cells, `column` and `row` codes apart; `row` counts
/// from the begin of a row.
ETCH_GLUE int16x8_t sums_of_eight(const std::int8_t* x, int rows, int columns, int column, int row,
                                  mve_pred16_t inside) {
  int16x8_t sum = vdupq_n_s16(0);
  for (; rows > 0; --rows, x += row) {
    const std::int8_t* at = x;
    for (int v = columns; v > 0; --v, at += column) {
      sum = vaddq_s16(sum, vldrbq_z_s16(at, inside));
    }
  }
  return sum;
}

/// Where 2 d divides: q = n inverse / 2^32 is floor(n / (2 d)) for 0 <= n < 2^23, 1 <= d <= 256.
ETCH_GLUE std::uint32_t inverse_of(int cells) {
  return UINT32_MAX / (2U * static_cast<std::uint32_t>(cells)) + 1U;
}

/// mean_of<R>(sum, cells) of four sums of as many codes; R is not half_even. 128 more makes what is
/// divided positive: floor(sum / cells + 1/2), one less for ties of a negative sum.
template <rounding R>
ETCH_GLUE int32x4_t means_of(int32x4_t sum, int cells, std::uint32_t inverse) {
  const int32x4_t sign = vshrq_n_s32(sum, 31);
  if constexpr (R == rounding::toward_zero) {
    const uint32x4_t twice = vreinterpretq_u32_s32(vshlq_n_s32(vabsq_s32(sum), 1));
    const uint32x4_t whole = vmulhq_u32(twice, vdupq_n_u32(inverse));
    return vsubq_s32(veorq_s32(vreinterpretq_s32_u32(whole), sign), sign);
  } else {
    int32x4_t above = vaddq_n_s32(vshlq_n_s32(sum, 1), 257 * cells);
    if constexpr (R != rounding::half_up) above = vaddq_s32(above, sign);
    const uint32x4_t whole = vmulhq_u32(vreinterpretq_u32_s32(above), vdupq_n_u32(inverse));
    return vsubq_n_s32(vreinterpretq_s32_u32(whole), 128);
  }
}

/// Even and odd numbers limited, as bytes in lanes of 16 bits.
ETCH_GLUE int16x8_t limited_bytes(int32x4_t even, int32x4_t odd, limits<std::int8_t> l) {
  const int16x8_t t = vqmovntq_s32(vqmovnbq_s32(vuninitializedq_s16(), even), odd);
  return vminq_s16(vmaxq_s16(t, vdupq_n_s16(l.low)), vdupq_n_s16(l.high));
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
