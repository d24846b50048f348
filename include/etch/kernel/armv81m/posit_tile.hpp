// The tile of layers of posit<8, 0>: the tiles of 16-bit codes, which look numbers up 8 at a time,
// and whose channels in lanes are rounded 8 at a time.
#pragma once

#include <etch/kernel/armv81m/channel_lanes.hpp>
#include <etch/kernel/armv81m/predicate.hpp>
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

#if ETCH_MVE_KIND != 2
  static constexpr std::uint32_t bits_of_one = 0x42800000;  ///< of 64, which is 1 in 64ths
  /// What round_eight reads. Made by statements, so that it stays in registers where loops have
  /// them to spare.
  struct rounding_numbers {
    int32x4_t one;
    std::uint32_t minus_one = bits_of_one | 1U << 31;
    int all = 128;
    ETCH_GLUE rounding_numbers() {
      __asm volatile("vdup.32 %q[one],%[bits]"
                     : [one] "=w"(one), "+r"(minus_one), "+r"(all)
                     : [bits] "r"(bits_of_one));
    }
  };
#else
  struct rounding_numbers {};
#endif
  /// Codes of 8 sums in units of 2^-12, of a[0], b[0], a[1] .. , in the lower bytes of lanes.
  template <auto Epilogue>
  ETCH_GLUE static int16x8_t codes_of_sums(int32x4_t a, int32x4_t b,
                                           const rounding_numbers& numbers = {}) {
    constexpr int low = Epilogue.l.low.bits, high = Epilogue.l.high.bits;
    constexpr int highest = posit_sums::code::highest;
    int8x16_t codes = vreinterpretq_s8_s16(round_eight(a, b, numbers));
    if constexpr (low > -highest) codes = vmaxq_s8(codes, vdupq_n_s8(low));
    if constexpr (high < highest) codes = vminq_s8(codes, vdupq_n_s8(high));
    return vreinterpretq_s16_s8(codes);
  }

 private:
#if ETCH_MVE_KIND != 2
  /// The codes of 8 sums by floats. Up to 1 the code of x is 64 x; above, where x = m 2^k, it is
  /// 128 - 32 (3 - m) 2^-k, and the bits of (3 - m) 2^-k are a constant less those of x. VCVTN
  /// takes ties to even. Of what both give the smaller one counts; no number but 0 has the code 0.
  ETCH_GLUE static int16x8_t round_eight(int32x4_t a, int32x4_t b, const rounding_numbers& n) {
    int16x8_t sum, code, high;
    float32x4_t c, d;
    __asm(
        "vqmovnb.s32 %q[s],%q[a]\n\tvqmovnt.s32 %q[s],%q[b]\n\t"
        "vcvt.f32.s32 %q[c],%q[a],#6\n\tvcvt.f32.s32 %q[d],%q[b],#6"
        : [s] "=&w"(sum), [c] "=&w"(c), [d] "=w"(d)
        : [a] "w"(a), [b] "w"(b));
    mve_pred16_t before;
    __asm(ETCH_KEEP_PREDICATE
          "vorr.i32 %q[a],#0x80000000\n\tvorr.i32 %q[b],#0x80000000\n\t"
          "vcvtn.s32.f32 %q[t],%q[a]\n\tvqsub.u32 %q[a],%q[a],%[minus]\n\t"
          "vqmovnb.s32 %q[c],%q[t]\n\tvcvtn.s32.f32 %q[t],%q[b]\n\t"
          "vqsub.u32 %q[b],%q[b],%[minus]\n\tvsub.i32 %q[a],%q[bits],%q[a]\n\t"
          "vqmovnt.s32 %q[c],%q[t]\n\tvsub.i32 %q[b],%q[bits],%q[b]\n\t"
          "vcvtn.s32.f32 %q[a],%q[a]\n\tvcvtn.s32.f32 %q[b],%q[b]\n\t"
          "vmovnb.i32 %q[t],%q[a]\n\tvmovnt.i32 %q[t],%q[b]\n\t"
          "vsub.i16 %q[t],%q[t],%[all]\n\tvmax.s16 %q[c],%q[c],%q[t]\n\t"
          "vshr.s16 %q[t],%q[t],#15\n\tvpt.i16 ne,%q[s],zr\n\tvmint.s16 %q[c],%q[c],%q[t]\n\t"
          "vqabs.s8 %q[c],%q[c]\n\t"
          "vpt.s16 lt,%q[s],zr\n\tvnegt.s8 %q[c],%q[c]" ETCH_GIVE_PREDICATE_BACK
          : ETCH_PREDICATE(before), [a] "+w"(c), [b] "+w"(d), [c] "=&w"(code), [t] "=&w"(high)
          : [s] "w"(sum), [bits] "w"(n.one), [minus] "r"(n.minus_one), [all] "r"(n.all));
    return code;
  }
#else
  ETCH_GLUE static int16x8_t round_eight(int32x4_t even, int32x4_t odd, rounding_numbers) {
    const int16x8_t one = vdupq_n_s16(1), none = vuninitializedq_s16();
    const int16x8_t sums = vqmovntq_s32(vqmovnbq_s32(none, even), odd);
    const int16x8_t sign = vmaxq_s16(vminq_s16(sums, one), vdupq_n_s16(-1));
    const int16x8_t sizes =
        vmovntq_s32(vmovnbq_s32(none, sizes_of_codes(even)), sizes_of_codes(odd));
    // no number but 0 has the code 0
    return vmulq_s16(vmaxq_s16(sizes, one), sign);
  }
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
/// Whether codes_of_sums rounds sums of 32 bits as an epilogue does.
template <class Y, rounding R, int Frac>
constexpr bool rounds_by_vectors(const exact_epilogue<Y, R, Frac>&) {
  return Frac == 12 && rounds_to_even(R);
}
template <auto Epilogue>
struct ends_of_filters<posit_sums::known_end<Epilogue>> {
  static constexpr bool by_vectors = rounds_by_vectors(Epilogue);
  posit_tile::rounding_numbers numbers;
  ETCH_GLUE explicit ends_of_filters(const posit_sums::known_end<Epilogue>&) {}
  template <class Y>
  ETCH_GLUE int16x8_t codes(int32x4_t a, int32x4_t b, int, int) const {
    return posit_tile::codes_of_sums<Epilogue>(a, b, numbers);
  }
};
#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
