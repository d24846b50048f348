// Outputs of one pixel: sums of products of pairs of filters and one window, whose codes are read
// where they lie, four pairs a pass over the window. One step takes four codes and eight words of
// weights, two taps of two filters each (filter_pairs.hpp): 31 instructions for 32 products, one
// more where the zero point is taken off.
#pragma once

#include <etch/kernel/armv7em/filter_pairs.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

using cortex_m::epilogue_code;

/// What pixel_by_fours reads. Words marked with `own` are its own memory.
struct pixel_task {
  std::uint32_t weights_end;         ///< own: of the strip
  std::int8_t* y;                    ///< the pixel
  std::uint32_t weights;             ///< where those of the first strip begin, less `gap`
  std::uint32_t weights_step;        ///< bytes from four pairs to the next
  const std::int32_t* pairs;         ///< pair_start::channel_a of the first pair
  const std::int32_t* pairs_end;     ///< that behind the last whole four pairs
  const std::int8_t* const* strips;  ///< codes in each row; a null pointer ends the list
  std::uint32_t minus_zero;          ///< in both halfwords what is added to codes
  const std::int8_t* const* next;    ///< own: strip
  std::int32_t gap;                  ///< bytes of weights between strips
  std::int32_t bytes;                ///< of weights of a strip
  std::int32_t entry;                ///< where the unrolled loop is entered: entry_of(steps)
  std::int32_t headroom, give_back;  ///< as in row_task
  std::int32_t shift, shift_of_b;    ///< where the epilogue shifts
};

/// Bytes of weights in a step, of four pairs.
inline constexpr int bytes_of_four_pairs = 32;
/// Steps in the unrolled loop, and bytes of code of one.
inline constexpr int steps_in_loop = 8;
constexpr int code_of_step(products_of of) { return of == products_of::differences ? 128 : 124; }
/// Where the loop begins for so many steps: its first pass is the short one.
constexpr std::int32_t entry_of(int steps, products_of of) {
  return (-steps & (steps_in_loop - 1)) * code_of_step(of);
}

#if ETCH_HAS_DSP

// Steps from label 3 on.
#define ETCH_STEPS_OF_FOUR_PAIRS                                              \
  ".if %c[less_zero]\n even .req r0\n .else\n even .req r3\n .endif\n"        \
  "3: .rept %c[unrolled]\n"                                                   \
  ".if %c[less_zero]\n ldr r0,[lr]\n sxtab16 r0,r3,r0\n"                      \
  ".else\n ldr r0,[lr],#4\n sxtb16 r3,r0\n .endif\n"                          \
  "ldm r12!,{r1,r2}\n smlad r8,r1,even,r8\n smlad r9,r2,even,r9\n"            \
  "sxtb16 r1,r1\n sxtb16 r2,r2\n smlad r4,r1,even,r4\n smlad r5,r2,even,r5\n" \
  "ldm r12!,{r1,r2}\n smlad r10,r1,even,r10\n smlad r11,r2,even,r11\n"        \
  "sxtb16 r1,r1\n sxtb16 r2,r2\n smlad r6,r1,even,r6\n smlad r7,r2,even,r7\n" \
  ".if %c[less_zero]\n ldr r0,[lr],#4\n sxtab16 r0,r3,r0,ror #8\n"            \
  ".else\n sxtb16 r0,r0,ror #8\n .endif\n"                                    \
  "ldm r12!,{r1,r2}\n smlad r8,r1,r0,r8\n smlad r9,r2,r0,r9\n"                \
  "sxtb16 r1,r1\n sxtb16 r2,r2\n smlad r4,r1,r0,r4\n smlad r5,r2,r0,r5\n"     \
  "ldm r12!,{r1,r2}\n smlad r10,r1,r0,r10\n smlad r11,r2,r0,r11\n"            \
  "sxtb16 r1,r1\n sxtb16 r2,r2\n smlad r6,r1,r0,r6\n smlad r7,r2,r0,r7\n"     \
  ".endr\n .unreq even\n"

/// Writes the codes of whole fours of pairs for the pixel of `task`. Pairs are pair_start or
/// factored_pair, weights lie [row][step][tap pair][pair].
///
/// Registers: r4-r7 sA, r8-r11 sR, r12 weights, lr codes, r3 the zero point or an operand, r0-r2
/// operands. All 14 are in use, hence a naked function. A copy of the task lies on top of the
/// stack.
template <epilogue_code E, products_of Of>
[[gnu::naked]] ETCH_KERNEL void pixel_by_fours(const pixel_task*) {
  __asm volatile(
      "push {r4-r11,lr}\n sub sp,sp,%[frame]\n mov r1,sp\n"
      "ldm r0!,{r4-r11}\n stm r1!,{r4-r11}\n ldm r0,{r4-r11}\n stm r1,{r4-r11}\n"
      // the next four pairs
      "1: ldr r0,[sp,%[pairs]]\n"
      "ldrd r4,r8,[r0,#-8]\n ldrd r5,r9,[r0,%c[pair]-8]\n"
      "ldrd r6,r10,[r0,2*%c[pair]-8]\n ldrd r7,r11,[r0,3*%c[pair]-8]\n"
      "ldrd r2,r3,[sp,%[strips]]\n str r2,[sp,%[next]]\n ldr r12,[sp,%[weights]]\n"
      // the next strip
      "2: ldrd r0,r1,[sp,%[next]]\n ldr lr,[r0],#4\n add r12,r12,r1\n str r0,[sp,%[next]]\n"
      "cmp lr,#0\n beq.w 4f\n"
      "ldrd r0,r1,[sp,%[bytes]]\n add r0,r0,r12\n str r0,[sp]\n add.n pc,r1\n "
      "nop.n\n" ETCH_STEPS_OF_FOUR_PAIRS
      "ldr r0,[sp]\n cmp r12,r0\n bne.w 3b\n b.w 2b\n"
      // all strips are done: sums become codes
      "4: ldr r12,[sp,%[pairs]]\n ldr lr,[sp,%[y]]\n"
      "sub r8,r8,r4\n sub r9,r9,r5\n sub r10,r10,r6\n sub r11,r11,r7\n"
      ".if %c[shifts]\n ldrd r2,r3,[sp,%[shift]]\n"
      ".irp r,4,5,6,7\n asr r\\r,r\\r,r2\n .endr\n"
      ".irp r,8,9,10,11\n asr r\\r,r\\r,r3\n .endr\n"
      ".else\n .irp r,4,5,6,7,8,9,10,11\n"
      ".if \\r<8\n lsl r\\r,r\\r,#1\n"
      "ldrd r0,r1,[r12,8+(\\r-4)*%c[pair]]\n ldr r2,[r12,16+(\\r-4)*%c[pair]]\n"
      ".else\n .if %c[halves]\n asr r\\r,r\\r,#7\n .endif\n"
      "ldrd r0,r1,[r12,20+(\\r-8)*%c[pair]]\n ldr r2,[r12,28+(\\r-8)*%c[pair]]\n .endif\n"
      ".if %c[step]==0 && \\r<8\n smmlar r\\r,r\\r,r0,r1\n .endif\n"
      ".if %c[step]==0 && \\r>7\n smmla r\\r,r\\r,r0,r1\n .endif\n"
      ".if %c[step]==1\n add r3,r1,r\\r,asr #31\n smmlar r\\r,r\\r,r0,r3\n .endif\n"
      ".if %c[step]==2\n smmla r\\r,r\\r,r0,r1\n .endif\n"
      ".if %c[step]==3\n vmov s0,r\\r\n vcvt.f32.s32 s0,s0\n vmov s1,r0\n"
      "vmul.f32 s0,s0,s1\n vcvtr.s32.f32 s0,s0\n vmov r\\r,s0\n add r\\r,r\\r,r1\n"
      ".else\n asr r\\r,r\\r,r2\n .endif\n .endr\n .endif\n"
      ".if %c[limit]==2\n ldrd r2,r3,[sp,%[headroom]]\n .endif\n"
      ".irp r,r4,r5,r6,r7,r8,r9,r10,r11\n"
      ".if %c[limit]==0\n ssat \\r,#8,\\r\n .endif\n"
      ".if %c[limit]==1\n usat \\r,#7,\\r\n .endif\n"
      ".if %c[limit]==2\n usat \\r,#8,\\r\n uqadd8 \\r,\\r,r2\n add \\r,\\r,r3\n .endif\n"
      ".endr\n"
      // B first: where there is none, A goes over it
      "ldrd r0,r1,[r12]\n add r0,r0,lr\n strb r8,[r0,r1]\n strb r4,[r0]\n"
      "ldrd r0,r1,[r12,%c[pair]]\n add r0,r0,lr\n strb r9,[r0,r1]\n strb r5,[r0]\n"
      "ldrd r0,r1,[r12,2*%c[pair]]\n add r0,r0,lr\n strb r10,[r0,r1]\n strb r6,[r0]\n"
      "ldrd r0,r1,[r12,3*%c[pair]]\n add r0,r0,lr\n strb r11,[r0,r1]\n strb r7,[r0]\n"
      "ldrd r0,r1,[sp,%[weights]]\n add r0,r0,r1\n str r0,[sp,%[weights]]\n"
      "ldr r0,[sp,%[pairs_end]]\n add r12,r12,4*%c[pair]\n str r12,[sp,%[pairs]]\n"
      "cmp r12,r0\n bne.w 1b\n"
      "add sp,sp,%[frame]\n pop {r4-r11,pc}\n" ::[frame] "i"(sizeof(pixel_task) + 4),
      [pair] "i"(E.shifts ? sizeof(pair_start) : sizeof(factored_pair)),
      [unrolled] "i"(steps_in_loop), [less_zero] "i"(Of == products_of::differences ? 1 : 0),
      [y] "i"(__builtin_offsetof(pixel_task, y)),
      [weights] "i"(__builtin_offsetof(pixel_task, weights)),
      [pairs] "i"(__builtin_offsetof(pixel_task, pairs)),
      [pairs_end] "i"(__builtin_offsetof(pixel_task, pairs_end)),
      [strips] "i"(__builtin_offsetof(pixel_task, strips)),
      [next] "i"(__builtin_offsetof(pixel_task, next)),
      [bytes] "i"(__builtin_offsetof(pixel_task, bytes)),
      [headroom] "i"(__builtin_offsetof(pixel_task, headroom)),
      [shift] "i"(__builtin_offsetof(pixel_task, shift)), [shifts] "i"(E.shifts ? 1 : 0),
      [halves] "i"(scales_256_sums(E) ? 0 : 1), [step] "i"(static_cast<int>(E.step)),
      [limit] "i"(static_cast<int>(E.limit))
      : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}

static_assert(sizeof(pixel_task) == 64 && sizeof(pair_start) == 16 && sizeof(factored_pair) == 40,
              "pixel_by_fours copies 64 bytes, and finds factors behind pair_start");

/// The sums of the products of `steps` times four codes, at least 1, those of A before those of B;
/// weights lie [step][tap pair][pair]. The last is what is added to codes, in both halfwords.
///
/// Registers: those of pixel_by_fours, on the stack the end of the weights. sR becomes sB.
template <products_of Of>
[[gnu::naked]] ETCH_KERNEL void sum_four_pairs(const std::uint32_t*, const std::int8_t*, int,
                                               std::int32_t*, std::uint32_t) {
  __asm volatile(
      "push {r3-r11,lr}\n mov r12,r0\n mov lr,r1\n"
      // steps to skip: -steps mod 8
      "add r0,r0,r2,lsl #5\n push {r0}\n rsb r2,r2,#0\n and r2,r2,#7\n"
      ".if %c[less_zero]\n lsl.w r1,r2,#7\n ldr r3,[sp,#44]\n"
      ".else\n rsb r1,r2,r2,lsl #5\n lsl.w r1,r1,#2\n .endif\n"
      ".irp r,4,5,6,7,8,9,10,11\n mov.w r\\r,#0\n .endr\n"
      "add.n pc,r1\n nop.n\n" ETCH_STEPS_OF_FOUR_PAIRS
      "ldr r0,[sp]\n cmp r12,r0\n bne.w 3b\n pop {r0,r3}\n"
      "sub r8,r8,r4\n sub r9,r9,r5\n sub r10,r10,r6\n sub r11,r11,r7\n"
      ".irp r,8,9,10,11\n asr r\\r,r\\r,#8\n .endr\n"
      "stm r3,{r4-r11}\n pop {r4-r11,pc}\n" ::[unrolled] "i"(steps_in_loop),
      [less_zero] "i"(Of == products_of::differences ? 1 : 0)
      : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}
#undef ETCH_STEPS_OF_FOUR_PAIRS

/// Writes the codes of one pair for the pixel of `task`, whose weights lie [row][step][tap pair]
/// from `weights` on, without those in front of the first strip. `gap` and `bytes` are of four
/// pairs.
template <epilogue_code E, class Plan, class Pair>
ETCH_KERNEL void pixel_by_one(const Plan& p, const pixel_task& task, const Pair& pair,
                              const std::uint32_t* weights) {
  std::int32_t a = pair.sum_a, both = pair.sum_both;
  const std::int32_t words = task.bytes / 16, gap = task.gap / 16;
  const auto add = [&](std::uint32_t w, std::uint32_t x) __attribute__((always_inline)) {
    both = multiply_add_both(w, x, both);
    a = multiply_add_both(widen_even(w), x, a);
  };
  for (auto strip = task.strips; *strip != nullptr; ++strip, weights += gap) {
    const std::int8_t* x = *strip;
    for (const std::uint32_t* const end = weights + words; weights != end; weights += 2, x += 4) {
      const std::uint32_t codes = load_word(x);
      add(weights[0], add_even(task.minus_zero, codes));
      add(weights[1], add_odd(task.minus_zero, codes));
    }
  }
  end_pair<E>(p, pair, task.y, a, both - a);
}

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
