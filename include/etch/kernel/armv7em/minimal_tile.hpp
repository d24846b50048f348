// A tile of four pairs of neighbouring pixels times pairs of neighbouring filters, by SMLAD: two
// sums of three columns each take four products, not six (Winograd's minimal filtering F(2, 3)), of
// two columns three, not four, of five columns both.
//
// With columns d0-d3 of input and weights g0-g2 of a row of the window twice the two sums are
// p + q + r and p - q + s, where p = (d1 + d2) (g0 + g1 + g2), q = (d2 - d1) (g0 - g1 + g2),
// r = (d0 - d2) 2 g0 and s = (d3 - d1) 2 g2. Two more columns add d4 (2 g3 + 2 g4) to p,
// (d3 - d4) 2 g3 to r and (d5 - d4) 2 g4 to s. Sums of all rows and channels are made of p, q, r
// and s, one part after the other: 11 instructions a step of 16 products, which serve 23 or more.
#pragma once

#include <etch/kernel/armv7em/tiles_of_pairs.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Parts of two sums, in the order of their words: p, q, r, s.
inline constexpr int minimal_parts = 4;
/// Terms of a part in windows of `columns` columns, three or five.
constexpr int minimal_terms(int columns, int part) { return columns == 5 && part != 1 ? 2 : 1; }
/// Steps in the unrolled loop.
constexpr int minimal_steps(int columns) { return columns == 5 ? 10 : 12; }
/// Words of a pair before its weights: the starts of its doubled sums, the factors of A and B.
constexpr int minimal_words_before(bool shifts) { return shifts ? 2 : 8; }

/// The weight of a term of a part, of the columns' weights g.
constexpr int minimal_weight(int part, int term, const int (&g)[5]) {
  if (term == 1) return part == 0 ? 2 * (g[3] + g[4]) : part == 2 ? 2 * g[3] : 2 * g[4];
  return part == 0   ? g[0] + g[1] + g[2]
         : part == 1 ? g[0] - g[1] + g[2]
         : part == 2 ? 2 * g[0]
                     : 2 * g[2];
}

/// What tile_of_minimal_pairs reads. Words up to `factors` are its own memory.
struct minimal_task {
  std::uint32_t pixel[8];  ///< own: where the next codes of even pixels go, and of odd ones
  std::int32_t p[8];       ///< own: sums of p
  std::int32_t p_q[8];     ///< own: and of p + q
  std::uint32_t caller;    ///< own
  std::uint32_t end;       ///< own: of the words of a part
  std::uint32_t factors;   ///< own
  struct {
    const std::uint32_t* words;  ///< of input
    std::uint32_t bytes;
  } part[minimal_parts];
  const std::uint32_t* words;  ///< constants of the first pair
  const std::uint32_t* words_end;
  std::int8_t* y;          ///< first code of the first pixel
  std::uint32_t y_pixel;   ///< output channels
  std::uint32_t headroom;  ///< as in tile_task
  std::uint32_t give_back;
};

/// The same where doubled sums of pixels have something added: of each pair of pixels what both
/// sums of it add up to, then what the first is more than the second.
struct minimal_task_and_more : minimal_task {
  std::int32_t more[8];
};

/// The same for one pair and rows of tiles.
struct minimal_task_of_rows : minimal_task {
  std::uint32_t row_bytes[minimal_parts];  ///< of input words, to the next row
  std::uint32_t y_row;                     ///< from there where codes of a row end to the next row
  std::uint32_t rows;                      ///< left
};

#if ETCH_HAS_DSP

static_assert(sizeof(minimal_task) == 164 && sizeof(minimal_task_of_rows) == 188 &&
                  __builtin_offsetof(minimal_task, part) == 108,
              "tile_of_minimal_pairs copies the upper 56 bytes and keeps the stack aligned to 8");

/// Writes the tile of `task`, or its rows. Where sums end by a shift it is Shift.
///
/// Registers in the loop: r4-r7 sums of A and r8-r11 of B of four pairs of pixels, r12 weights, lr
/// input words, r0-r3 operands. All 14 are in use, hence a naked function. A copy of the task lies
/// on top of the stack.
template <epilogue_code E, int Shift, int Unrolled, class Task>
[[gnu::naked]] ETCH_KERNEL void tile_of_minimal_pairs(const minimal_task*) {
  __asm volatile(
      "push {r4-r11,lr}\n sub sp,sp,%[frame]\n"
      ".if %c[adds]||%c[rows]\n add r1,r0,%[more]\n add r2,sp,%[more]\n .endif\n"
      ".if %c[adds]\n ldm r1,{r4-r11}\n stm r2,{r4-r11}\n .endif\n"
      ".if %c[rows]\n ldm r1,{r4-r9}\n stm r2,{r4-r9}\n .endif\n"
      "add r0,r0,%[part]\n add r1,sp,%[part]\n"
      "ldm r0!,{r2-r9}\n stm r1!,{r2-r9}\n ldm r0,{r2-r7}\n stm r1,{r2-r7}\n mov r12,r2\n"
      "mov r0,r4\n mov r10,r5\n lsl r9,r5,#1\n add r1,r0,r9\n add r2,r1,r9\n add r3,r2,r9\n"
      "add r4,r0,r10\n add r5,r1,r10\n add r6,r2,r10\n add r7,r3,r10\n stm sp,{r0-r7}\n"
      // the next pair, or row
      "1: ldm r12!,{r4,r8}\n"
      ".ifeq %c[shifts]\n str r12,[sp,%[factors]]\n add r12,r12,#24\n .endif\n"
      "mov r5,r4\n mov r6,r4\n mov r7,r4\n mov r9,r8\n mov r10,r8\n mov r11,r8\n"
      ".irp second,0,1\n"
      ".if \\second\n add r0,sp,%[p]\n stm r0,{r4-r11}\n .endif\n"
      ".if %c[adds]\n add r0,sp,%[more]+16*\\second\n ldm r0,{r0-r3}\n"
      "add r4,r4,r0\n add r5,r5,r1\n add r6,r6,r2\n add r7,r7,r3\n"
      "add r8,r8,r0\n add r9,r9,r1\n add r10,r10,r2\n add r11,r11,r3\n .endif\n"
      "ldrd r0,r1,[sp,%[part]+8*\\second]\n bl 3f\n .endr\n"
      "add r0,sp,%[p_q]\n stm r0,{r4-r11}\n"
      // sums of even pixels go on from p + q, of odd ones from p - q
      ".irp odd,0,1\n"
      ".if \\odd\n add r0,sp,%[p]\n ldm r0!,{r4-r11}\n"
      "ldm r0!,{r1-r3}\n rsb r4,r1,r4,lsl #1\n rsb r5,r2,r5,lsl #1\n rsb r6,r3,r6,lsl #1\n"
      "ldm r0!,{r1-r3}\n rsb r7,r1,r7,lsl #1\n rsb r8,r2,r8,lsl #1\n rsb r9,r3,r9,lsl #1\n"
      "ldm r0,{r1,r2}\n rsb r10,r1,r10,lsl #1\n rsb r11,r2,r11,lsl #1\n .endif\n"
      "ldrd r0,r1,[sp,%[part]+16+8*\\odd]\n bl 3f\n"
      // doubled sums become codes
      ".if %c[shifts]\n .irp r,4,5,6,7,8,9,10,11\n"
      ".if %c[limit]==0\n ssat r\\r,#8,r\\r,asr %[shift]\n .endif\n"
      ".if %c[limit]==1\n usat r\\r,#7,r\\r,asr %[shift]\n .endif\n"
      ".if %c[limit]==2\n usat r\\r,#8,r\\r,asr %[shift]\n .endif\n .endr\n"
      ".else\n ldr lr,[sp,%[factors]]\n"
      ".irp r,4,5,6,7,8,9,10,11\n"
      ".if \\r==4||\\r==8\n ldm lr!,{r0-r2}\n .endif\n"
      ".if %c[step]==3&&(\\r==4||\\r==8)\n vmov s1,r0\n .endif\n"
      ".if %c[step]==0\n smmlar r\\r,r\\r,r0,r1\n .endif\n"
      ".if %c[step]==1\n add r3,r1,r\\r,asr #31\n smmlar r\\r,r\\r,r0,r3\n .endif\n"
      ".if %c[step]==2\n smmla r\\r,r\\r,r0,r1\n .endif\n"
      ".if %c[step]==3\n vmov s0,r\\r\n vcvt.f32.s32 s0,s0\n vmul.f32 s0,s0,s1\n"
      "vcvtr.s32.f32 s0,s0\n vmov r\\r,s0\n add r\\r,r\\r,r1\n"
      ".else\n asr r\\r,r\\r,r2\n .endif\n"
      ".if %c[limit]==0\n ssat r\\r,#8,r\\r\n .else\n usat r\\r,#8,r\\r\n .endif\n .endr\n .endif\n"
      ".if %c[limit]==2\n ldrd r2,r3,[sp,%[headroom]]\n"
      "orr r4,r4,r8,lsl #8\n orr r5,r5,r9,lsl #8\n"
      "orr r6,r6,r10,lsl #8\n orr r7,r7,r11,lsl #8\n"
      ".irp r,4,5,6,7\n uqadd8 r\\r,r\\r,r2\n uadd8 r\\r,r\\r,r3\n .endr\n"
      ".else\n bfi r4,r8,#8,#24\n bfi r5,r9,#8,#24\n bfi r6,r10,#8,#24\n bfi r7,r11,#8,#24\n"
      ".endif\n"
      "add lr,sp,#16*\\odd\n ldm lr,{r0-r3}\n"
      "strh r4,[r0],#2\n strh r5,[r1],#2\n strh r6,[r2],#2\n strh r7,[r3],#2\n"
      "stm lr,{r0-r3}\n .endr\n"
      ".if %c[rows]\n ldr r0,[sp,%[left]]\n subs r0,r0,#1\n beq 2f\n str r0,[sp,%[left]]\n"
      "add r1,sp,%[part]\n ldm r1,{r2-r9}\n add r0,sp,%[more]\n ldm r0,{r0,r10-r12}\n"
      "add r2,r2,r0\n add r4,r4,r10\n add r6,r6,r11\n add r8,r8,r12\n stm r1,{r2-r9}\n"
      "ldr r12,[sp,%[y_row]]\n ldm sp,{r0-r7}\n"
      ".irp r,0,1,2,3,4,5,6,7\n add r\\r,r\\r,r12\n .endr\n"
      "stm sp,{r0-r7}\n ldr r12,[sp,%[words]]\n b.w 1b\n 2:\n"
      ".else\n ldr r0,[sp,%[words_end]]\n cmp r12,r0\n bne.w 1b\n .endif\n"
      "add sp,sp,%[frame]\n pop {r4-r11,pc}\n"
      // adds r1 bytes of words at r0 to the sums
      "3: str lr,[sp,%[caller]]\n mov lr,r0\n add r0,r0,r1\n str r0,[sp,%[end]]\n"
      "4: .rept %c[unrolled]\n"
      "ldrd r2,r3,[r12],#8\n ldrd r0,r1,[lr],#8\n"
      "smlad r4,r2,r0,r4\n smlad r5,r2,r1,r5\n smlad r8,r3,r0,r8\n smlad r9,r3,r1,r9\n"
      "ldrd r0,r1,[lr],#8\n"
      "smlad r6,r2,r0,r6\n smlad r7,r2,r1,r7\n smlad r10,r3,r0,r10\n smlad r11,r3,r1,r11\n"
      ".endr\n"
      "ldr r0,[sp,%[end]]\n cmp lr,r0\n bne.w 4b\n ldr pc,[sp,%[caller]]\n" ::[frame] "i"(
          sizeof(Task)),
      [adds] "i"(__is_same(Task, minimal_task_and_more) ? 1 : 0),
      [rows] "i"(__is_same(Task, minimal_task_of_rows) ? 1 : 0), [more] "i"(sizeof(minimal_task)),
      [left] "i"(sizeof(minimal_task_of_rows) - 4), [y_row] "i"(sizeof(minimal_task_of_rows) - 8),
      [words] "i"(__builtin_offsetof(minimal_task, words)), [unrolled] "i"(Unrolled),
      [part] "i"(__builtin_offsetof(minimal_task, part)),
      [p] "i"(__builtin_offsetof(minimal_task, p)),
      [p_q] "i"(__builtin_offsetof(minimal_task, p_q)),
      [caller] "i"(__builtin_offsetof(minimal_task, caller)),
      [end] "i"(__builtin_offsetof(minimal_task, end)),
      [factors] "i"(__builtin_offsetof(minimal_task, factors)),
      [words_end] "i"(__builtin_offsetof(minimal_task, words_end)),
      [headroom] "i"(__builtin_offsetof(minimal_task, headroom)), [shifts] "i"(E.shifts ? 1 : 0),
      [shift] "i"(Shift + 1),  // of doubled sums
      [step] "i"(static_cast<int>(E.step)), [limit] "i"(static_cast<int>(E.limit))
      : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
