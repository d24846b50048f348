// conv2d of 8-bit codes in windows of 3 x 3 or 5 x 5 that move by one cell: two filters times eight
// pixels, by SMLAD, four multiplications for six products or seven for ten. Weights are bytes in
// flash; those of a pair of filters are widened by SXTB16 into scratch memory once for some rows of
// eight pixels.
//
// Needs: as conv2d_s8_s8_s8_2x8_smlad, but any number of weights, without a zero point, and memory
// for rows enough.
// Reads: x (N,H,W,C), weights (O,KH,KW,C/groups), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/packed_pairs.hpp>
#include <etch/kernel/layer/idle_memory.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Weights of a pair in bytes: of four channels words of A and B in turn, of columns 0, 2, 1 and,
/// of five, 3 and 4.
struct bytes_of_pairs {
  static constexpr int words = 2;  ///< of a column of four channels

  template <class Code>
  static constexpr std::uint32_t word(int w, const Code& code) {
    constexpr int columns[]{0, 2, 1, 3, 4};
    std::uint32_t word = 0;
    for (int j = 3; j >= 0; --j) {
      word = word << 8 | (static_cast<std::uint32_t>(code(w % 2, columns[w / 2], j)) & 255);
    }
    return word;
  }
#if ETCH_HAS_DSP
  /// Unpacks the first three columns of runs of four channels from `from` to `end`, 2 Columns words
  /// each, into the first terms of the parts at `to`.
  ///
  /// Registers: r0, r2, r3, r12 the parts, r1 packed words, lr their end, r4-r11 weights of A and
  /// of B. All 14 are in use, hence a naked function.
  template <int Columns>
  [[gnu::naked]] ETCH_KERNEL static void unpack_three(std::uint32_t* const (&)[minimal_parts],
                                                      const std::uint32_t*, const std::uint32_t*) {
    __asm volatile(
        "push {r4-r11,lr}\n mov lr,r2\n mov r4,r0\n ldm r4,{r0,r2,r3,r12}\n"
        // r8-r11: g0, r4-r7: g0 + g2
        "1: ldm r1!,{r4-r7}\n"
        "sxtb16 r8,r4\n sxtb16 r9,r5\n sxtb16 r10,r4,ror #8\n sxtb16 r11,r5,ror #8\n"
        "sxtab16 r4,r8,r6\n sxtab16 r5,r9,r7\n"
        "sxtab16 r6,r10,r6,ror #8\n sxtab16 r7,r11,r7,ror #8\n"
        // 2 g0, and 2 g2
        "sadd16 r8,r8,r8\n sadd16 r9,r9,r9\n sadd16 r10,r10,r10\n sadd16 r11,r11,r11\n"
        "stm r3!,{r8-r11}\n"
        "ssub16 r8,r4,r8\n ssub16 r9,r5,r9\n ssub16 r10,r6,r10\n ssub16 r11,r7,r11\n"
        "sadd16 r8,r8,r4\n sadd16 r9,r9,r5\n sadd16 r10,r10,r6\n sadd16 r11,r11,r7\n"
        "stm r12!,{r8-r11}\n"
        // g0 + g1 + g2, and g0 - g1 + g2
        "ldm r1!,{r10,r11}\n"
        "sxtab16 r8,r4,r10\n sxtab16 r9,r5,r11\n"
        "sxtab16 r10,r6,r10,ror #8\n sxtab16 r11,r7,r11,ror #8\n stm r0!,{r8-r11}\n"
        "ssub16 r8,r4,r8\n ssub16 r9,r5,r9\n ssub16 r10,r6,r10\n ssub16 r11,r7,r11\n"
        "sadd16 r4,r4,r8\n sadd16 r5,r5,r9\n sadd16 r6,r6,r10\n sadd16 r7,r7,r11\n"
        "stm r2!,{r4-r7}\n"
        ".if %c[rest]\n add r1,r1,%[rest]\n .endif\n"
        "cmp r1,lr\n bne.w 1b\n pop {r4-r11,pc}\n" ::[rest] "i"(8 * (Columns - 3))
        : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }
  /// Unpacks the other two into second terms.
  ETCH_GLUE static void unpack_two(std::uint32_t* const (&to)[minimal_parts],
                                   const std::uint32_t* from) {
    const auto put = [&](int i, std::uint32_t a, std::uint32_t b) __attribute__((always_inline)) {
      a = add_halfwords(a, a), b = add_halfwords(b, b);
      to[0][i] = add_halfwords(a, b);
      to[2][i] = a;
      to[3][i] = b;
    };
    unroll<2>([&]<int Filter>() __attribute__((always_inline)) {
      const std::uint32_t a = from[Filter], b = from[2 + Filter];
      put(Filter, widen_even(a), widen_even(b));
      put(2 + Filter, widen_odd(a), widen_odd(b));
    });
  }
#endif
};

/// Two filters times eight pixels by SMLAD, over strips of input, of weights that lie as bytes.
struct sxtb16_2x8 : packed_pairs<sxtb16_2x8, bytes_of_pairs> {
  /// Within what conv2d_s8_s8_s8_2x8_smlad takes or, if more, what the network does not use.
  template <class C>
  static constexpr auto plan = make_packed_plan<bytes_of_pairs, C>(
      maximum(smlad_2x8::scratch_of(layer_of<C>), idle_bytes(C{})));
  template <class C>
  static constexpr int scratch = plan<C>.scratch();
  /// Whether weights are widened for so many rows that it takes an eighth of the time at most, or
  /// are too many to lie as halfwords.
  template <class C>
  static constexpr bool proves = [] {
    constexpr bool exact = bits_of_weights<C>() > 4 && cortex_m::accumulators_of<C>.are_exact;
    if constexpr (!exact) return false;
    else if constexpr (!smlad_2x8::takes(layer_of<C>)) return plan<C>.has_rows();
    else return plan<C>.slots - plan<C>.kh + 1 >= minimum(4, plan<C>.oh);
  }();
};

}  // namespace armv7em

/// conv2d of 8-bit codes by fewer products than sums have, of weights that take no more flash.
struct conv2d_s8_s8_s8_2x8_sxtb16
    : layer_kernel<conv2d_s8_s8_s8_2x8_sxtb16, ops::conv2d, armv7em::sxtb16_2x8> {
  static constexpr const char* name = "conv2d_s8_s8_s8_2x8_sxtb16";
};

}  // namespace ETCH_NAMESPACE
