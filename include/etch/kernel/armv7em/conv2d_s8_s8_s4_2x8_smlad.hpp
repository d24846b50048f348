// conv2d of 8-bit codes by weights of at most 4 bits, which take as many in flash, in windows of
// 3 x 3 or 5 x 5 that move by one cell: two filters times eight pixels, by SMLAD, four
// multiplications for six products or seven for ten. Weights of a pair of filters are unpacked into
// scratch memory once for some rows of eight pixels.
//
// Needs: as conv2d_s8_s8_s8_2x8_smlad, but any number of weights, without a zero point.
// Reads: x (N,H,W,C), weights (O,KH,KW,C/groups), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/conv2d_s8_s8_s4_2x4_smlad.hpp>
#include <etch/kernel/armv7em/packed_pairs.hpp>
#include <etch/kernel/layer/ample_memory.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Weights of a pair in nibbles: a byte is 16 (wB + 8) + wA + 8 of a channel.
struct nibbles_of_pairs {
  static constexpr int words = 1;  ///< of a column of four channels

  template <class Code>
  static constexpr std::uint32_t word(int w, const Code& code) {
    std::uint32_t word = 0;
    for (int bit = 0; bit < 32; bit += 4) {
      word |= static_cast<std::uint32_t>(code(bit / 4 % 2, w, bit / 8) + 8) << bit;
    }
    return word;
  }
#if ETCH_HAS_DSP
  /// Unpacks the first three columns of runs of four channels from `from` to `end`, Columns words
  /// each, into the first terms of the parts at `to`. Codes are 8 more until they become halfwords;
  /// what does is 16 more in each of the four parts.
  ///
  /// Registers: r0, r2, r3, r12 the parts, r1 packed words, lr and r11 masks, r4-r10 weights of A
  /// and of B. All 14 are in use, hence a naked function.
  template <int Columns>
  [[gnu::naked]] ETCH_KERNEL static void unpack_three(std::uint32_t* const (&)[minimal_parts],
                                                      const std::uint32_t*, const std::uint32_t*) {
    __asm volatile(
        "push {r2,r4-r11,lr}\n mov r4,r0\n ldm r4,{r0,r2,r3,r12}\n"
        "mov lr,#0x0f0f0f0f\n mvn r11,#0x000f000f\n"
        // 2 g0
        "1: ldr r4,[r1],%[step]\n and r7,lr,r4,lsr #4\n and r4,r4,lr\n"
        "lsl r8,r4,#1\n lsl r9,r7,#1\n sxtab16 r5,r11,r8\n sxtab16 r6,r11,r9\n"
        "sxtab16 r8,r11,r8,ror #8\n sxtab16 r9,r11,r9,ror #8\n stm r3!,{r5,r6,r8,r9}\n"
        // 2 g2
        "ldr r10,[r1,%[third]]\n and r8,r10,lr\n and r9,lr,r10,lsr #4\n"
        "add r4,r4,r8\n add r7,r7,r9\n"
        "lsl r8,r8,#1\n lsl r9,r9,#1\n sxtab16 r5,r11,r8\n sxtab16 r6,r11,r9\n"
        "sxtab16 r8,r11,r8,ror #8\n sxtab16 r9,r11,r9,ror #8\n stm r12!,{r5,r6,r8,r9}\n"
        // g0 + g1 + g2 and g0 - g1 + g2
        "ldr r10,[r1,%[second]]\n and r8,r10,lr\n and r9,lr,r10,lsr #4\n"
        "mov r10,#0x08080808\n ssub8 r8,r8,r10\n ssub8 r9,r9,r10\n"
        "ssub8 r10,r4,r8\n sadd8 r8,r4,r8\n ssub8 r4,r7,r9\n sadd8 r9,r7,r9\n"
        "sxtab16 r5,r11,r8\n sxtab16 r6,r11,r9\n"
        "sxtab16 r8,r11,r8,ror #8\n sxtab16 r9,r11,r9,ror #8\n stm r0!,{r5,r6,r8,r9}\n"
        "sxtab16 r5,r11,r10\n sxtab16 r6,r11,r4\n"
        "sxtab16 r7,r11,r10,ror #8\n sxtab16 r8,r11,r4,ror #8\n stm r2!,{r5-r8}\n"
        "ldr r4,[sp]\n cmp r1,r4\n bne.w 1b\n"
        "add sp,sp,#4\n pop {r4-r11,pc}\n" ::[step] "i"(4 * Columns),
        [second] "i"(4 - 4 * Columns), [third] "i"(8 - 4 * Columns)
        : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }
  /// Unpacks the other two into second terms.
  ETCH_GLUE static void unpack_two(std::uint32_t* const (&to)[minimal_parts],
                                   const std::uint32_t* from) {
    unroll<2>([&]<int Filter>() __attribute__((always_inline)) {
      // bytes without signs: 16 more are 2 times 8
      const std::uint32_t a = from[0] >> 4 * Filter & 0x0f0f0f0f;
      const std::uint32_t b = from[1] >> 4 * Filter & 0x0f0f0f0f;
      const auto put = [&](int part, std::uint32_t twice, std::uint32_t less)
                           __attribute__((always_inline)) {
                             to[part][Filter] = add_even(less, twice);
                             to[part][2 + Filter] = add_odd(less, twice);
                           };
      put(0, 2 * (a + b), 0xffe0ffe0);
      put(2, 2 * a, 0xfff0fff0);
      put(3, 2 * b, 0xfff0fff0);
    });
  }
#endif
};

/// Two filters times eight pixels by SMLAD, over strips of input, of weights that lie packed.
struct smlad_2x8_nibbles : packed_pairs<smlad_2x8_nibbles, nibbles_of_pairs> {
  static constexpr bool widens_weights = true;

  /// What conv2d_s8_s8_s4_2x4_smlad takes, and up to a sixteenth of the values around the call, as
  /// far as it makes rows of a strip: the more, the fewer times a pair is unpacked.
  template <class C>
  static constexpr int scratch = [] {
    constexpr byte_layer l = layer_of<C>;
    constexpr int rows = window_scratch(make_window_plan(l.g, 0, 2));
    constexpr int least = gathers(l) ? window_scratch(make_gathered_plan(l.g, 0, 2)) : rows;
    constexpr int most = rows + 4 * make_minimal_plan(l, 0).pair_words;
    int all = least;
    while (all < most && is_small_part(C{}, 2 * (all + 16 - least))) all += 16;
    return minimum(all, make_packed_plan<nibbles_of_pairs, C>(all).scratch());
  }();
  template <class C>
  static constexpr auto plan = make_packed_plan<nibbles_of_pairs, C>(scratch<C>);
  template <class C>
  static constexpr bool proves = [] {
    if constexpr (bits_of_weights<C>() > 4 || !cortex_m::accumulators_of<C>.are_exact) return false;
    else return plan<C>.has_rows();
  }();
};

}  // namespace armv7em

/// conv2d of weights of at most 4 bits by fewer products than sums have.
struct conv2d_s8_s8_s4_2x8_smlad
    : layer_kernel<conv2d_s8_s8_s4_2x8_smlad, ops::conv2d, armv7em::smlad_2x8_nibbles> {
  static constexpr const char* name = "conv2d_s8_s8_s4_2x8_smlad";
};

}  // namespace ETCH_NAMESPACE
