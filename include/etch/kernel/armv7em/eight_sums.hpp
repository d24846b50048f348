// Sums of products of pairs of filters and one window, whose codes are read where they lie: four
// pairs a pass over the window. One step takes four codes, less their zero point, and eight words
// of weights, two taps of two filters each (filter_pairs.hpp): 32 instructions for 32 products.
#pragma once

#include <etch/kernel/armv7em/filter_pairs.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// The part of a window that is summed: strips of codes, one in each row of the input.
struct window_strips {
  const std::int8_t* const* strips;  ///< where they begin; a null pointer ends the list
  std::int32_t gap;                  ///< bytes of weights between two strips
  std::int32_t bytes;                ///< of the weights of a strip
  std::int32_t entry;                ///< where the unrolled loop is entered: entry_of(steps)
  std::uint32_t minus_zero;          ///< the zero point, taken off, in both halfwords
};

/// Bytes of weights in a step, of four pairs.
inline constexpr int bytes_of_four_pairs = 32;
/// Steps in the unrolled loop, and bytes of code of one.
inline constexpr int steps_in_loop = 4, code_of_step = 128;
/// Where the loop begins for so many steps: its first pass is the short one.
constexpr std::int32_t entry_of(int steps) { return (-steps & (steps_in_loop - 1)) * code_of_step; }

#if ETCH_HAS_DSP

/// sums = sA of four pairs, then sR, over the strips of a window. Pairs begin PairBytes apart with
/// their pair_start, their weights lie [row][step][tap pair][pair].
///
/// Registers: r4-r7 sA, r8-r11 sR, r12 weights, lr codes, r3 the zero point, r0-r2 operands. All 14
/// are in use, hence a naked function. On the stack: the weights' end, then window_strips.
template <int PairBytes>
[[gnu::naked]] ETCH_KERNEL void sum_four_pairs(const std::uint32_t*, const pair_start*,
                                               const window_strips*, std::int32_t*) {
  __asm volatile(
      "push {r3-r11,lr}\n mov r12,r0\n"
      "ldrd r4,r8,[r1]\n ldrd r5,r9,[r1,%[pair]]\n"
      "ldrd r6,r10,[r1,2*%c[pair]]\n ldrd r7,r11,[r1,3*%c[pair]]\n"
      "ldm r2,{r0,r1,r2,r3,lr}\n push {r0-r3}\n sub sp,sp,#8\n mov r3,lr\n sub r12,r12,r1\n"
      // the next strip
      "2: ldrd r0,r1,[sp,#8]\n ldr lr,[r0],#4\n add r12,r12,r1\n str r0,[sp,#8]\n"
      "cmp lr,#0\n beq.w 3f\n"
      "ldrd r0,r1,[sp,#16]\n add r0,r0,r12\n str r0,[sp]\n add.n pc,r1\n nop.n\n"
      "1: .rept %c[unrolled]\n"
      "ldr r0,[lr]\n sxtab16 r0,r3,r0\n"
      "ldm r12!,{r1,r2}\n smlad r8,r1,r0,r8\n smlad r9,r2,r0,r9\n"
      "sxtb16 r1,r1\n sxtb16 r2,r2\n smlad r4,r1,r0,r4\n smlad r5,r2,r0,r5\n"
      "ldm r12!,{r1,r2}\n smlad r10,r1,r0,r10\n smlad r11,r2,r0,r11\n"
      "sxtb16 r1,r1\n sxtb16 r2,r2\n smlad r6,r1,r0,r6\n smlad r7,r2,r0,r7\n"
      "ldr r0,[lr],#4\n sxtab16 r0,r3,r0,ror #8\n"
      "ldm r12!,{r1,r2}\n smlad r8,r1,r0,r8\n smlad r9,r2,r0,r9\n"
      "sxtb16 r1,r1\n sxtb16 r2,r2\n smlad r4,r1,r0,r4\n smlad r5,r2,r0,r5\n"
      "ldm r12!,{r1,r2}\n smlad r10,r1,r0,r10\n smlad r11,r2,r0,r11\n"
      "sxtb16 r1,r1\n sxtb16 r2,r2\n smlad r6,r1,r0,r6\n smlad r7,r2,r0,r7\n"
      ".endr\n"
      "ldr r0,[sp]\n cmp r12,r0\n bne.w 1b\n b 2b\n"
      "3: add sp,sp,#24\n pop {r3}\n stm r3,{r4-r11}\n pop {r4-r11,pc}\n" ::[pair] "i"(PairBytes),
      [unrolled] "i"(steps_in_loop)
      : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}

/// The same of one pair: sums sA and sR, weights [row][step][tap pair]; gap and bytes of `in` are
/// those of four pairs.
ETCH_KERNEL inline void sum_one_pair(const std::uint32_t* weights, const pair_start& pair,
                                     const window_strips& in, std::int32_t* sums) {
  std::int32_t a = pair.sum_a, both = pair.sum_both;
  const std::int32_t words = in.bytes / 16, gap = in.gap / 16;
  const auto add = [&](std::uint32_t w, std::uint32_t x) __attribute__((always_inline)) {
    both = multiply_add_both(w, x, both);
    a = multiply_add_both(widen_even(w), x, a);
  };
  for (const std::int8_t* const* strip = in.strips; *strip != nullptr; ++strip, weights += gap) {
    const std::int8_t* x = *strip;
    for (const std::uint32_t* const end = weights + words; weights != end; weights += 2, x += 4) {
      const std::uint32_t codes = load_word(x);
      add(weights[0], add_even(in.minus_zero, codes));
      add(weights[1], add_odd(in.minus_zero, codes));
    }
  }
  sums[0] = a;
  sums[1] = both;
}

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
