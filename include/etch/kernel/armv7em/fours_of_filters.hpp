// dense by fours of filters, two pairs of neighbours: the starts of their sums, their weights and,
// unless all filters of a layer share one factor, their factors follow one another, so that one
// pointer moves on over all. A step takes eight words of weights and four of input: 27 instructions
// in 39 cycles for 32 products.
#pragma once

#include <etch/kernel/armv7em/tiles_of_pairs.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// What fours_of_filters reads. Words marked with `own` are its own memory.
struct four_task {
  output_factor a, b;          ///< of all filters, where they share them
  const std::uint32_t* x;      ///< input words
  const std::uint32_t* x_end;  ///< behind them
  std::uint32_t entry;         ///< where the unrolled loop is entered: entry_of_four(steps)
  std::int8_t* y;
  const std::uint32_t* words;
  const std::uint32_t* words_end;
  std::int32_t headroom;   ///< of codes whose range is no power of two: what UQADD8 adds
  std::int32_t give_back;  ///< and what then makes it a code
};

/// Steps in the unrolled loop, and bytes of code of one.
inline constexpr int unrolled_fours = 4;
inline constexpr int bytes_of_four_step = 108;
constexpr std::uint32_t entry_of_four(int steps) {
  return static_cast<std::uint32_t>((-steps & (unrolled_fours - 1)) * bytes_of_four_step);
}

/// Whether call C runs so: whole fours of filters, whole steps of eight inputs, ends by factors.
template <class C>
constexpr bool has_fours_of_filters() {
  constexpr byte_layer l = layer_of<C>;
  if constexpr (l.filters() % 4 != 0 || l.taps() % 8 != 0 || l.end.shifts()) return false;
  else return has_ordered_pairs<C>();
}

#if ETCH_HAS_DSP

static_assert(sizeof(four_task) == 56 && __builtin_offsetof(four_task, b) == 12,
              "fours_of_filters copies 56 bytes, and both factors at once");

/// Writes the codes of all fours of `task`. Registers in the loop: r4-r7 sA and sR of both pairs,
/// r8-r11 weights, r12 where they lie, lr input words, r0-r3 input: 14 in all, hence a naked
/// function. A copy of the task lies on top of the stack.
template <bool Shared, epilogue_code E>
[[gnu::naked]] ETCH_KERNEL void fours_of_filters(const four_task*) {
  __asm volatile(
      "push {r3-r11,lr}\n sub sp,sp,%[frame]\n mov r1,sp\n"
      "ldm r0!,{r4-r11}\n stm r1!,{r4-r11}\n ldm r0,{r4-r9}\n stm r1,{r4-r9}\n"
      "ldr r12,[sp,%[words]]\n"
      // the next four filters
      "1: ldr lr,[sp,%[x]]\n ldr r3,[sp,%[entry]]\n ldm r12!,{r4-r7}\n add.n pc,r3\n nop.n\n"
      "2: .rept %c[unrolled]\n"
      "ldm.w lr!,{r0-r3}\n ldm.w r12!,{r8-r11}\n"
      "smlad r5,r8,r0,r5\n smlad r5,r9,r1,r5\n smlad r7,r10,r0,r7\n smlad r7,r11,r1,r7\n"
      "sxtb16 r8,r8\n sxtb16 r9,r9\n sxtb16 r10,r10\n sxtb16 r11,r11\n"
      "smlad r4,r8,r0,r4\n smlad r4,r9,r1,r4\n smlad r6,r10,r0,r6\n smlad r6,r11,r1,r6\n"
      "ldm.w r12!,{r8-r11}\n"
      "smlad r5,r8,r2,r5\n smlad r5,r9,r3,r5\n smlad r7,r10,r2,r7\n smlad r7,r11,r3,r7\n"
      "sxtb16 r8,r8\n sxtb16 r9,r9\n sxtb16 r10,r10\n sxtb16 r11,r11\n"
      "smlad r4,r8,r2,r4\n smlad r4,r9,r3,r4\n smlad r6,r10,r2,r6\n smlad r6,r11,r3,r6\n"
      ".endr\n"
      "ldr r0,[sp,%[x_end]]\n cmp lr,r0\n bne.w 2b\n"
      // sums become codes, as in requantise_by_factor
      "sub r5,r5,r4\n sub r7,r7,r6\n lsl r4,r4,#1\n lsl r6,r6,#1\n"
      ".if %c[halves]\n asr r5,r5,#7\n asr r7,r7,#7\n .endif\n"
      ".if %c[shared]\n ldm sp,{r0-r2,r8-r10}\n .endif\n"
      ".irp r,4,5,6,7\n"
      ".if %c[shared]==0&&(\\r==4||\\r==6)\n ldm r12!,{r0-r2,r8-r10}\n .endif\n"
      // of A in r0-r2, of B in r8-r10
      ".if \\r&1\n"
      ".if %c[step]==0||%c[step]==2\n smmla r\\r,r\\r,r8,r9\n .endif\n"
      ".if %c[step]==1\n add r3,r9,r\\r,asr #31\n smmlar r\\r,r\\r,r8,r3\n .endif\n"
      ".if %c[step]==3\n vmov s1,r8\n .else\n asr r\\r,r\\r,r10\n .endif\n"
      ".else\n"
      ".if %c[step]==0\n smmlar r\\r,r\\r,r0,r1\n .endif\n"
      ".if %c[step]==1\n add r3,r1,r\\r,asr #31\n smmlar r\\r,r\\r,r0,r3\n .endif\n"
      ".if %c[step]==2\n smmla r\\r,r\\r,r0,r1\n .endif\n"
      ".if %c[step]==3\n vmov s1,r0\n .else\n asr r\\r,r\\r,r2\n .endif\n"
      ".endif\n"
      ".if %c[step]==3\n vmov s0,r\\r\n vcvt.f32.s32 s0,s0\n vmul.f32 s0,s0,s1\n"
      "vcvtr.s32.f32 s0,s0\n vmov r\\r,s0\n"
      ".if \\r&1\n add r\\r,r\\r,r9\n .else\n add r\\r,r\\r,r1\n .endif\n .endif\n"
      ".if %c[limit]==0\n ssat r\\r,#8,r\\r\n .else\n usat r\\r,#8,r\\r\n .endif\n"
      ".endr\n"
      ".if %c[limit]==2\n ldrd r2,r3,[sp,%[headroom]]\n"
      ".irp r,4,5,6,7\n uqadd8 r\\r,r\\r,r2\n add r\\r,r\\r,r3\n .endr\n .endif\n"
      "ldr r0,[sp,%[y]]\n ldr r1,[sp,%[words_end]]\n"
      "strb r4,[r0],#1\n strb r5,[r0],#1\n strb r6,[r0],#1\n strb r7,[r0],#1\n"
      "str r0,[sp,%[y]]\n cmp r12,r1\n bne.w 1b\n"
      "add sp,sp,%[frame]\n pop {r3-r11,pc}\n" ::[frame] "i"(sizeof(four_task)),
      [unrolled] "i"(unrolled_fours), [x] "i"(__builtin_offsetof(four_task, x)),
      [x_end] "i"(__builtin_offsetof(four_task, x_end)),
      [entry] "i"(__builtin_offsetof(four_task, entry)), [y] "i"(__builtin_offsetof(four_task, y)),
      [words] "i"(__builtin_offsetof(four_task, words)),
      [words_end] "i"(__builtin_offsetof(four_task, words_end)),
      [headroom] "i"(__builtin_offsetof(four_task, headroom)), [shared] "i"(Shared ? 1 : 0),
      [step] "i"(static_cast<int>(E.step)), [halves] "i"(scales_256_sums(E) ? 0 : 1),
      [limit] "i"(static_cast<int>(E.limit))
      : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
