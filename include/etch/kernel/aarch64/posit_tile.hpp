// The tile of layers of posit<8, 0>: the tile of 16-bit codes, which looks numbers up by TBL, 16 at
// a time, and rounds 8 sums at once.
#pragma once

#include <etch/kernel/aarch64/short_tile.hpp>
#include <etch/kernel/layer/posit_sums.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

#if ETCH_HAS_NEON

/// The sizes of the codes next to 4 sums in units of 2^-12, in units of 2^-25 and with what rounds
/// ties to even, but for half a unit: size_of_posit8 with no branch.
ETCH_GLUE uint32x4_t patterns_of_posits(int32x4_t sum) {
  const uint32x4_t size = vminq_u32(vreinterpretq_u32_s32(vabsq_s32(sum)), vdupq_n_u32(1U << 18));
  const uint32x4_t zeros = vclzq_u32(size);
  // 1 0 f, whose shift repeats the 1; below 1 more than the codes there, which lie evenly
  const uint32x4_t body =
      vhaddq_u32(vshlq_u32(size, vreinterpretq_s32_u32(zeros)), vdupq_n_u32(1U << 31));
  const int32x4_t left =
      vminq_s32(vaddq_s32(vreinterpretq_s32_u32(zeros), vdupq_n_s32(-19)), vdupq_n_s32(0));
  const int32x4_t above = vshlq_s32(vreinterpretq_s32_u32(body), left);
  const uint32x4_t code = vminq_u32(vreinterpretq_u32_s32(above), vqshlq_n_u32(size, 19));
  return vsraq_n_u32(code, vshlq_n_u32(code, 6), 31);
}

/// By rounding to a posit.
template <auto Epilogue, class Sum>
requires requires {
  Epilogue.frac;
  requires Epilogue.frac == 12;
}
struct end_lanes<posit_sums::known_end<Epilogue>, Sum> {
  using code = posit_sums::code;
  ETCH_GLUE end_lanes(const posit_sums::known_end<Epilogue>&, int) {}
  ETCH_GLUE void write(code* y, const sum_lanes<Sum>& s) const {
    const int32x4_t a = four<0>(s), b = four<1>(s);
    const int16x8_t one = vdupq_n_s16(1);
    const int16x8_t sign = vmaxq_s16(vminq_s16(narrowed(a, b), one), vdupq_n_s16(-1));
    const uint32x4_t half = vdupq_n_u32((1U << 24) - 1);
    const uint16x8_t rounded =
        vaddhn_high_u32(vaddhn_u32(patterns_of_posits(a), half), patterns_of_posits(b), half);
    const int16x8_t size = vreinterpretq_s16_u16(vshrq_n_u16(rounded, 9));
    // no number but 0 has the code 0
    int8x8_t codes = vmovn_s16(vmulq_s16(vmaxq_s16(size, one), sign));
    constexpr int low = Epilogue.l.low.bits, high = Epilogue.l.high.bits;
    if constexpr (low > -code::highest) codes = vmax_s8(codes, vdup_n_s8(low));
    if constexpr (high < code::highest) codes = vmin_s8(codes, vdup_n_s8(high));
    vst1_s8(reinterpret_cast<std::int8_t*>(y), codes);
  }

 private:
  template <int I>
  ETCH_GLUE static int32x4_t four(const sum_lanes<std::int32_t>& s) {
    return s.four[I];
  }
  template <int I>
  ETCH_GLUE static int32x4_t four(const sum_lanes<std::int64_t>& s) {
    return vqmovn_high_s64(vqmovn_s64(s.two[2 * I]), s.two[2 * I + 1]);
  }
};

#endif

/// The tile.
struct posit_tile : short_tile {
#if ETCH_HAS_NEON
  /// The numbers of codes; whether one of them is NaR.
  ETCH_KERNEL static bool widen(std::int16_t* to, const posit_sums::code* from, int count) {
    if (count < 16) return posit_sums::numbers_of_codes::widen(to, from, count);
    const auto* codes = reinterpret_cast<const std::int8_t*>(from);
    // lower and upper bytes of the numbers from 1 on
    const auto& number = shared_table<posit_integers<posit_sums::code>>.number;
    std::uint8_t table[128];
    unroll<4>([&]<int I>() __attribute__((always_inline)) {
      const uint8x16x2_t bytes =
          vld2q_u8(reinterpret_cast<const std::uint8_t*>(number + 64 + 16 * I));
      vst1q_u8(table + 16 * I, bytes.val[0]);
      vst1q_u8(table + 64 + 16 * I, bytes.val[1]);
    });
    const uint8x16x4_t low = vld1q_u8_x4(table), high = vld1q_u8_x4(table + 64);
    uint8x16_t largest = vdupq_n_u8(0);
    const auto put = [&]() __attribute__((always_inline)) {
      const int8x16_t code = vld1q_s8(codes);
      const uint8x16_t size = vreinterpretq_u8_s8(vabsq_s8(code));
      const uint8x16_t place = vsubq_u8(size, vdupq_n_u8(64));
      // up to 1 a number is its code
      const uint8x16_t lower = vqtbx4q_u8(size, low, place), upper = vqtbl4q_u8(high, place);
      const int16x8_t first = vreinterpretq_s16_u8(vzip1q_u8(lower, upper));
      const int16x8_t second = vreinterpretq_s16_u8(vzip2q_u8(lower, upper));
      const int8x16_t sign = vshrq_n_s8(code, 7);
      const int16x8_t first_sign = vreinterpretq_s16_s8(vzip1q_s8(sign, sign));
      const int16x8_t second_sign = vreinterpretq_s16_s8(vzip2q_s8(sign, sign));
      vst1q_s16(to, vsubq_s16(veorq_s16(first, first_sign), first_sign));
      vst1q_s16(to + 8, vsubq_s16(veorq_s16(second, second_sign), second_sign));
      largest = vmaxq_u8(largest, size);
    };
    for (; count >= 16; count -= 16, codes += 16, to += 16) put();
    if (count > 0) {  // the last 16
      codes -= 16 - count, to -= 16 - count;
      put();
    }
    return vmaxvq_u8(largest) > 127;
  }
#endif
};

}  // namespace neon
}  // namespace ETCH_NAMESPACE
