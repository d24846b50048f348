// The tile of layers of posit<8, 0>: the tiles of 16-bit codes, which look numbers up 8 at a time,
// and whose channels in lanes are rounded 8 at a time.
#pragma once

#include <etch/kernel/armv81m/channel_lanes.hpp>
#include <etch/kernel/layer/posit_sums.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Whether posit_tile ends the sums of call C by channels, a layer of sums of posits.
template <class C>
constexpr bool fits_posit_lanes() {
  return C::template out<>::is.shape.c() >= 8 && sizeof(typename sum_arithmetic<C>::sum) == 4 &&
         exact_frac<C> == 12 && rounds_to_even(C::round);
}

/// The tile.
struct posit_tile : channel_tile {
#if ETCH_HAS_MVE
  /// The numbers of codes; whether one of them is NaR.
  ETCH_KERNEL static bool widen(std::int16_t* to, const posit_sums::code* from, int count) {
    int16x8_t least = vdupq_n_s16(0), place, eight;  // NaR is below all numbers
    __asm volatile(
        "dlstp.16 lr,%[n]\n1:\n\tvldrb.u16 %q[p],[%[codes]],#8\n\t"
        "vldrh.u16 %q[v],[%[number],%q[p],uxtw #1]\n\tvmin.s16 %q[least],%q[least],%q[v]\n\t"
        "vstrh.16 %q[v],[%[to]],#16\n\tletp lr,1b"
        : [least] "+w"(least), [p] "=&w"(place), [v] "=&w"(eight), [codes] "+l"(from), [to] "+r"(to)
        : [number] "r"(shared_table<posit_integers<posit_sums::code>>.number), [n] "r"(count)
        : "memory", "cc", "lr");
    return vminvq_s16(INT16_MAX, least) == INT16_MIN;
  }

  /// Codes of 8 sums in units of 2^-12, of channels 0, 2 .. in `even`.
  template <auto Epilogue>
  ETCH_GLUE static int16x8_t codes_of_sums(int32x4_t even, int32x4_t odd) {
    const int16x8_t one = vdupq_n_s16(1), none = vuninitializedq_s16();
    const int16x8_t sums = vqmovntq_s32(vqmovnbq_s32(none, even), odd);
    const int16x8_t sign = vmaxq_s16(vminq_s16(sums, one), vdupq_n_s16(-1));
    const int16x8_t sizes =
        vmovntq_s32(vmovnbq_s32(none, sizes_of_codes(even)), sizes_of_codes(odd));
    // no number but 0 has the code 0
    const int16x8_t t = vmulq_s16(vmaxq_s16(sizes, one), sign);
    constexpr int low = Epilogue.l.low.bits, high = Epilogue.l.high.bits;
    constexpr int highest = posit_sums::code::highest;
    int16x8_t codes = t;
    if constexpr (low > -highest) codes = vmaxq_s16(codes, vdupq_n_s16(low));
    if constexpr (high < highest) codes = vminq_s16(codes, vdupq_n_s16(high));
    return codes;
  }

 private:
  /// The sizes of the codes of 4 sums: size_of_posit8 with no branch, in units of 2^-25, rounded.
  ETCH_GLUE static int32x4_t sizes_of_codes(int32x4_t sum) {
    const uint32x4_t size = vminq_u32(vreinterpretq_u32_s32(vabsq_s32(sum)), vdupq_n_u32(1U << 18));
    const int32x4_t zeros = vreinterpretq_s32_u32(vclzq_u32(size));
    // 1 0 f, whose shift repeats the 1; below 1 more than the codes there, which lie evenly
    const uint32x4_t body = vhaddq_n_u32(vshlq_u32(size, zeros), 1U << 31);
    const int32x4_t left = vminq_s32(vaddq_n_s32(zeros, -19), vdupq_n_s32(0));
    const int32x4_t above = vshlq_s32(vreinterpretq_s32_u32(body), left);
    const uint32x4_t code = vminq_u32(vreinterpretq_u32_s32(above), vqshlq_n_u32(size, 19));
    const uint32x4_t tie = vshrq_n_u32(vshlq_n_u32(code, 6), 31);
    const uint32x4_t rounded = vaddq_n_u32(vaddq_u32(code, tie), (1U << 24) - 1);
    return vreinterpretq_s32_u32(vshrq_n_u32(rounded, 25));
  }
#endif
};

#if ETCH_HAS_MVE
/// By rounding to posits.
template <auto Epilogue>
struct ends_of_channels<posit_sums::known_end<Epilogue>> {
  template <class Y>
  ETCH_GLUE static int16x8_t codes(const posit_sums::known_end<Epilogue>&, int32x4_t even,
                                   int32x4_t odd, int) {
    return posit_tile::codes_of_sums<Epilogue>(even, odd);
  }
};
#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
