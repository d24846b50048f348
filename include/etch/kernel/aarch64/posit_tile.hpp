// The tile of layers of posit<8, 0>: the tile of 16-bit codes, which looks numbers up by TBX, 16 at
// a time, and rounds 8 sums at once, in lanes of 16 bits.
#pragma once

#include <etch/kernel/aarch64/short_tile.hpp>
#include <etch/kernel/layer/posit_sums.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

#if ETCH_HAS_NEON

/// 8 sums in units of 2^-12 as 16 bits in units of 2^-8, of which the last says whether anything
/// was there or below: enough for the codes next to them.
ETCH_GLUE int16x8_t short_sums_of(int32x4_t a, int32x4_t b) {
  const int16x8_t below = vuzp1q_s16(vreinterpretq_s16_s32(a), vreinterpretq_s16_s32(b));
  const uint16x8_t some = vtstq_s16(below, vdupq_n_s16(31));
  const int16x8_t s = vqshrn_high_n_s32(vqshrn_n_s32(a, 4), b, 4);
  return vsriq_n_s16(s, vreinterpretq_s16_u16(some), 15);
}

/// The sizes of the codes next to such sums, in the lower 7 bits: size_of_posit8 with no branch,
/// but that small numbers may become 0.
ETCH_GLUE int16x8_t sizes_of_posits(int16x8_t s) {
  const int16x8_t size = vqabsq_s16(s);
  // up to 1, which has 7 zeros, codes lie evenly; above a shift repeats the first bit of 1 0 f
  const int16x8_t zeros = vminq_s16(vclzq_s16(size), vdupq_n_s16(7));
  const uint16x8_t number = vshlq_u16(vreinterpretq_u16_s16(size), zeros);
  const int16x8_t body =
      vreinterpretq_s16_u16(vminq_u16(number, vhaddq_u16(number, vdupq_n_u16(0x8000))));
  const int16x8_t left = vaddq_s16(zeros, vdupq_n_s16(-16));
  // ties round up; what would so come to an odd code is a little less
  const int16x8_t even = vbicq_s16(vdupq_n_s16(1), vshlq_s16(body, left));
  return vrshlq_s16(vqsubq_s16(body, even), left);
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
    const int16x8_t one = vdupq_n_s16(1);
    const int16x8_t sum = short_sums_of(four<0>(s), four<1>(s));
    const int16x8_t sign = vmaxq_s16(vminq_s16(sum, one), vdupq_n_s16(-1));
    const int16x8_t size = vandq_s16(sizes_of_posits(sum), vdupq_n_s16(127));
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
    // lower and upper bytes of the numbers from 1 on and of those below -1, the first for NaR
    const auto& number = shared_table<posit_integers<posit_sums::code>>.number;
    std::uint8_t table[256];
    unroll<8>([&]<int I>() __attribute__((always_inline)) {
      const uint8x16x2_t bytes =
          vld2q_u8(reinterpret_cast<const std::uint8_t*>(number + 64 + 16 * I));
      vst1q_u8(table + 16 * I, bytes.val[0]);
      vst1q_u8(table + 128 + 16 * I, bytes.val[1]);
    });
    const uint8x16x4_t low = vld1q_u8_x4(table), low_below = vld1q_u8_x4(table + 64);
    const uint8x16x4_t high = vld1q_u8_x4(table + 128), high_below = vld1q_u8_x4(table + 192);
    int8x16_t smallest = vdupq_n_s8(0);
    const auto put = [&](int i) __attribute__((always_inline)) {
      const int8x16_t code = vld1q_s8(codes + i);
      const uint8x16_t place = vreinterpretq_u8_s8(vsubq_s8(code, vdupq_n_s8(64)));
      const uint8x16_t place_below = vreinterpretq_u8_s8(vaddq_s8(code, vdupq_n_s8(-128)));
      // between -1 and 1 a number is its code
      uint8x16_t lower = vqtbx4q_u8(vreinterpretq_u8_s8(code), low, place);
      uint8x16_t upper = vqtbx4q_u8(vcltzq_s8(code), high, place);
      lower = vqtbx4q_u8(lower, low_below, place_below);
      upper = vqtbx4q_u8(upper, high_below, place_below);
      vst1q_s16(to + i, vreinterpretq_s16_u8(vzip1q_u8(lower, upper)));
      vst1q_s16(to + i + 8, vreinterpretq_s16_u8(vzip2q_u8(lower, upper)));
      smallest = vminq_s8(smallest, code);
    };
    for (; count >= 32; count -= 32, codes += 32, to += 32) put(0), put(16);
    if (count >= 16) put(0);
    if (count % 16 != 0) put(count - 16);  // the last 16
    return vminvq_s8(smallest) == -128;
  }
#endif
};

}  // namespace neon
}  // namespace ETCH_NAMESPACE
