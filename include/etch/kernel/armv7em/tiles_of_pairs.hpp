// Tiles of four pixels times pairs of neighbouring filters, by SMLAD, where a window's words lie in
// one row: tile after tile, and pair after pair of a tile.
//
// Words of input lie four pixels beside one another, [tap pair][pixel of the tile], as for
// row_of_tiles. Of each pair the starts of its sums, its weights and its factors follow one
// another, so that one pointer moves on over all. So does the place of codes, two codes a pair.
// What is added before a shift follows from the shift and the zero point of the layer: a factor
// takes a multiplier and a byte.
// One step takes 13 instructions in 16 cycles for 16 products; all else of a pair and a tile some
// 58 instructions in 79 cycles.
//
// Doubled weights take 16 bits each, and both filters the instructions of SMMLAR as they are, eight
// fewer a pair and tile: for the short windows of layers that have few weights.
#pragma once

#include <etch/kernel/armv7em/window_plan.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

using cortex_m::epilogue_code;

/// Words of a pair before and behind its weights: the starts of sA and sR; unless sums end by a
/// shift, the multiplier of A, a byte for each shift, less one, and the multiplier of B.
inline constexpr int words_of_starts = 2;
inline constexpr int words_of_ends = 3;
/// Words of two factors as they stand.
inline constexpr int words_of_factors = 6;

/// Pairs of neighbours of Filters filters. Where their number is odd, the second filter is in the
/// first two pairs: both write the same.
constexpr int ordered_pairs(int filters) { return ceil_div(filters, 2); }
constexpr int first_of_ordered_pair(int filters, int i) { return maximum(0, 2 * i - filters % 2); }

/// Whether filters of call C make such pairs.
template <class C>
constexpr bool has_ordered_pairs() {
  constexpr int count = layer_of<C>.filters();
  if constexpr (count < 2 || layer_of<C>.g.groups > 1) return false;
  else {
    constexpr auto& filter = cortex_m::accumulators_of<C>.of;
    for (int i = 0; i < ordered_pairs(count); ++i) {
      const int a = first_of_ordered_pair(count, i), b = a + 1;
      if (!may_be_b(filter[b]) || !halfwords_fit<C>(a, b, filter[b].has_lowest)) return false;
    }
    return true;
  }
}

/// Steps of a pass: what runs for a pair and a tile is 1 KB, which caches of flash hold. Windows of
/// doubled weights are one, behind their first step.
constexpr int steps_of_pass(bool doubled) { return doubled ? 19 : unrolled_steps; }
/// Whether weights of a layer are doubled: windows are short, twice the weights are not many, and
/// so many pixels save their instructions that code of its own pays, 1.3 KB.
constexpr bool doubles_weights(const byte_layer& l) {
  return !ETCH_SAVES_FLASH && !l.end.shifts() &&
         l.g.kh * tap_pairs(l.g.kw * l.g.c) <= 1 + steps_of_pass(true) &&
         l.taps() * l.filters() <= 4096 && l.g.oh * l.g.ow >= 2048;
}

/// What tiles_of_pairs reads. Words marked with `own` are its own memory.
struct tile_task {
  std::uint32_t codes;      ///< own: where the next codes of the first pixel go
  std::uint32_t to_second;  ///< from there to those of the second; to the third it is twice that
  std::uint32_t to_fourth;
  std::uint32_t codes_end;     ///< own: of the first pixel
  std::uint32_t x_end;         ///< own: where the input words of the window end, less 8 bytes
  std::uint32_t x;             ///< words of the first tile, less 8 bytes
  std::uint32_t y;             ///< first code of the first pixel
  std::uint32_t entry;         ///< where the unrolled steps are entered: entry_of_tile(steps)
  std::uint32_t x_step;        ///< bytes of input words from tile to tile
  std::uint32_t y_step;        ///< output channels
  std::uint32_t y_end;         ///< of the tile behind the last
  std::uint32_t to_end;        ///< from x to `x_end`
  const std::uint32_t* words;  ///< starts, weights and factors of the first pair
  std::uint32_t width;         ///< codes of all pairs
  std::int32_t end_by;         ///< where sums end by a shift, that of sA; else as added_to_sums
  std::uint32_t headroom;      ///< of codes whose range is no power of two: what UQADD8 adds
  std::uint32_t give_back;     ///< and what then makes them codes, in bytes too
};

/// Where the loop is entered for windows of so many steps, from the PC that is read before it, and
/// the bit of Thumb code. The first step of a window is not of the loop, whose first pass is the
/// short one.
constexpr std::uint32_t entry_of_tile(int steps, bool doubled, int pixels = 4) {
  constexpr int to_loop = 10, single_step = 20;  // bytes of code
  const int step = pixels == 1 ? single_step : step_bytes(weights_in::halfwords);
  const int left = steps - 1, pass = steps_of_pass(doubled);
  const int skipped = left <= pass ? pass - left : (pass - left % pass) % pass;
  return static_cast<std::uint32_t>(to_loop + step * skipped + 1);
}
/// Bytes of its input words.
constexpr std::uint32_t bytes_of_window(int steps) {
  return 16u * static_cast<std::uint32_t>(steps);
}

#if ETCH_HAS_DSP

static_assert(sizeof(tile_task) == 68 && __builtin_offsetof(tile_task, codes_end) == 12,
              "tiles_of_pairs copies the upper 64 bytes and keeps the stack aligned to 8");

/// Writes the tiles of `task`, of four pixels, or of the first of each alone.
///
/// Registers in the loop: r4-r7 sA and r8-r11 sR of four pixels, r12 weights, lr input words, 8
/// bytes behind but for single pixels, r0-r3 operands. All 14 are in use, hence a naked function. A
/// copy of the task lies on top of the stack.
template <epilogue_code E, bool Doubled, int Pixels = 4>
requires(Pixels == 4 || (Pixels == 1 && !Doubled))
[[gnu::naked]] ETCH_KERNEL void tiles_of_pairs(const tile_task*) {
  __asm volatile(
      "push {r4-r11,lr}\n sub sp,sp,%[frame]\n add r0,r0,#4\n add r1,sp,#4\n"
      "ldm r0!,{r4-r11}\n stm r1!,{r4-r11}\n ldm r0,{r4-r11}\n stm r1,{r4-r11}\n bl 8f\n"
      // the next tile
      "1: ldr r0,[sp,%[x]]\n ldr r1,[sp,%[to_end]]\n ldr r2,[sp,%[y]]\n add r1,r1,r0\n"
      "str r1,[sp,%[x_end]]\n ldr r12,[sp,%[words]]\n ldr r1,[sp,%[width]]\n str r2,[sp]\n"
      "add r1,r1,r2\n str r1,[sp,%[codes_end]]\n"
      // the next pair: its first step starts all sums by two
      "2: ldr lr,[sp,%[x]]\n"
      ".if %c[one]\n ldr r4,[r12],#12\n ldr r8,[r12,#-8]\n ldr r2,[r12,#-4]\n"
      "ldr r0,[lr,#8]!\n sxtb16 r3,r2\n smlad r4,r3,r0,r4\n smlad r8,r2,r0,r8\n"
      ".elseif %c[doubled]\n"
      "ldr r7,[r12],#16\n ldr r0,[lr,#8]\n ldr r11,[r12,#-12]\n ldr r3,[r12,#-8]\n"
      "ldr r2,[r12,#-4]\n ldr r1,[lr,#12]\n"
      ".else\n"
      "ldr r7,[r12],#12\n ldr r0,[lr,#8]\n ldr r11,[r12,#-8]\n"
      "ldr r2,[r12,#-4]\n ldr r1,[lr,#12]\n sxtb16 r3,r2\n .endif\n"
      ".ifeq %c[one]\n"
      "smlad r4,r3,r0,r7\n smlad r5,r3,r1,r7\n smlad r8,r2,r0,r11\n smlad r9,r2,r1,r11\n"
      "ldrd r0,r1,[lr,#16]!\n"
      "smlad r10,r2,r0,r11\n smlad r11,r2,r1,r11\n smlad r6,r3,r0,r7\n smlad r7,r3,r1,r7\n .endif\n"
      "ldr pc,[sp,%[entry]]\n"
      // the address of the entry; each instruction has its length
      "8: mov.n r1,pc\n ldr.w r0,[sp,%[entry]]\n add.n r0,r1\n"
      "str.w r0,[sp,%[entry]]\n bx lr\n"
      // the loop
      "3: .rept %c[unrolled]\n"
      ".if %c[one]\n ldr.w r2,[r12],#4\n ldr.w r0,[lr,#16]!\n sxtb16 r3,r2\n"
      "smlad r4,r3,r0,r4\n smlad r8,r2,r0,r8\n .else\n"
      ".if %c[doubled]\n ldr r3,[r12],#4\n .endif\n"
      "ldr r2,[r12],#4\n ldr r0,[lr,#8]\n ldr r1,[lr,#12]\n"
      ".ifeq %c[doubled]\n sxtb16 r3,r2\n .endif\n"
      "smlad r4,r3,r0,r4\n smlad r5,r3,r1,r5\n smlad r8,r2,r0,r8\n smlad r9,r2,r1,r9\n"
      "ldrd r0,r1,[lr,#16]!\n smlad r6,r3,r0,r6\n smlad r7,r3,r1,r7\n"
      "smlad r10,r2,r0,r10\n smlad r11,r2,r1,r11\n .endif\n"
      ".endr\n"
      ".ifeq %c[doubled]\n ldr r0,[sp,%[x_end]]\n .if %c[one]\n sub r0,r0,#8\n .endif\n"
      "cmp lr,r0\n bcc.w 3b\n .endif\n"
      // sums become codes, as in requantise_by_shift and requantise_by_factor
      ".ifeq %c[doubled]\n"
      "sub r8,r8,r4\n"
      ".ifeq %c[one]\n sub r9,r9,r5\n sub r10,r10,r6\n sub r11,r11,r7\n .endif\n .endif\n"
      ".if %c[shifts]\n ldr r0,[sp,%[end_by]]\n add r1,r0,#8\n"
      ".irp r,4,5,6,7\n asr r\\r,r\\r,r0\n .endr\n"
      ".irp r,8,9,10,11\n asr r\\r,r\\r,r1\n .endr\n .else\n"
      ".if %c[step]==1\n ldm r12!,{r0,r2}\n .else\n ldm r12!,{r0,r2,r3}\n .endif\n"
      "ldr lr,[sp,%[end_by]]\n .if %c[step]==3\n mov r1,lr\n .endif\n .endif\n"
      ".irp r,4,5,6,7,8,9,10,11\n .if %c[one]==0||\\r==4||\\r==8\n .if %c[shifts]==0\n"
      ".if \\r==8 && %c[step]!=3\n lsr r2,r2,#8\n .endif\n"
      ".if (\\r==4||\\r==8) && %c[step]!=3\n lsl r1,lr,r2\n .endif\n"
      ".if \\r==8 && %c[step]==0 && %c[doubled]==0\n orr r1,r1,#64\n .endif\n"
      ".if \\r==8 && %c[step]==1\n ldr r0,[r12],#4\n .endif\n"
      ".if \\r==4 && %c[step]==3\n vmov s1,r0\n .endif\n"
      ".if \\r==8 && %c[step]==3\n vmov s1,r3\n .endif\n"
      ".if %c[doubled]\n .elseif \\r<8\n lsl r\\r,r\\r,#1\n"
      ".elseif %c[halves]\n asr r\\r,r\\r,#7\n .endif\n"
      ".if %c[step]==0 && \\r<8\n smmlar r\\r,r\\r,r0,r1\n .endif\n"
      ".if %c[step]==0 && %c[doubled] && \\r>7\n smmlar r\\r,r\\r,r3,r1\n .endif\n"
      ".if %c[step]==0 && %c[doubled]==0 && \\r>7\n smmla r\\r,r\\r,r3,r1\n .endif\n"
      ".if %c[step]==1\n add r3,r1,r\\r,asr #31\n smmlar r\\r,r\\r,r0,r3\n .endif\n"
      ".if %c[step]==2 && \\r<8\n smmla r\\r,r\\r,r0,r1\n .endif\n"
      ".if %c[step]==2 && \\r>7\n smmla r\\r,r\\r,r3,r1\n .endif\n"
      ".if %c[step]==3\n vmov s0,r\\r\n vcvt.f32.s32 s0,s0\n vmul.f32 s0,s0,s1\n"
      "vcvtr.s32.f32 s0,s0\n vmov r\\r,s0\n add r\\r,r\\r,r1\n"
      ".else\n asr r\\r,r\\r,r2\n .endif\n .endif\n"
      ".if %c[shifts]||%c[step]==3\n"
      ".if %c[limit]==0\n ssat r\\r,#8,r\\r\n .endif\n"
      ".if %c[limit]==1\n usat r\\r,#7,r\\r\n .endif\n"
      ".if %c[limit]==2\n usat r\\r,#8,r\\r\n .endif\n"
      ".else\n"
      ".if %c[limit]==0\n ssat r\\r,#8,r\\r,asr #1\n .else\n usat r\\r,#8,r\\r,asr #1\n .endif\n"
      ".endif\n .endif\n .endr\n"
      // both codes of a pixel at once
      ".if %c[limit]==2\n ldrd r2,r3,[sp,%[headroom]]\n"
      "orr r4,r4,r8,lsl #8\n .ifeq %c[one]\n orr r5,r5,r9,lsl #8\n"
      "orr r6,r6,r10,lsl #8\n orr r7,r7,r11,lsl #8\n .endif\n"
      ".irp r,4,5,6,7\n .if %c[one]==0||\\r==4\n"
      "uqadd8 r\\r,r\\r,r2\n uadd8 r\\r,r\\r,r3\n .endif\n .endr\n"
      ".else\n bfi r4,r8,#8,#24\n .ifeq %c[one]\n"
      "bfi r5,r9,#8,#24\n bfi r6,r10,#8,#24\n bfi r7,r11,#8,#24\n .endif\n .endif\n"
      // a store behind a load takes one cycle
      "ldm sp,{r0-r3}\n"
      ".ifeq %c[one]\n strh r5,[r0,r1]\n strh r6,[r0,r1,lsl #1]\n strh r7,[r0,r2]\n .endif\n"
      "strh r4,[r0],#2\n str r0,[sp]\n cmp r0,r3\n bne.w 2b\n"
      "ldr r0,[sp,%[x]]\n ldrd r1,r2,[sp,%[x_step]]\n ldr r3,[sp,%[y]]\n ldr r4,[sp,%[y_end]]\n"
      "add r0,r0,r1\n add r3,r3,r2\n str r0,[sp,%[x]]\n str r3,[sp,%[y]]\n cmp r3,r4\n bne.w 1b\n"
      "add sp,sp,%[frame]\n pop {r4-r11,pc}\n" ::[frame] "i"(sizeof(tile_task)),
      [unrolled] "i"(steps_of_pass(Doubled)), [x_end] "i"(__builtin_offsetof(tile_task, x_end)),
      [x] "i"(__builtin_offsetof(tile_task, x)), [y] "i"(__builtin_offsetof(tile_task, y)),
      [entry] "i"(__builtin_offsetof(tile_task, entry)),
      [x_step] "i"(__builtin_offsetof(tile_task, x_step)),
      [y_end] "i"(__builtin_offsetof(tile_task, y_end)),
      [to_end] "i"(__builtin_offsetof(tile_task, to_end)),
      [words] "i"(__builtin_offsetof(tile_task, words)),
      [codes_end] "i"(__builtin_offsetof(tile_task, codes_end)),
      [width] "i"(__builtin_offsetof(tile_task, width)),
      [end_by] "i"(__builtin_offsetof(tile_task, end_by)), [doubled] "i"(Doubled ? 1 : 0),
      [one] "i"(Pixels == 1 ? 1 : 0), [headroom] "i"(__builtin_offsetof(tile_task, headroom)),
      [shifts] "i"(E.shifts ? 1 : 0), [step] "i"(static_cast<int>(E.step)),
      [halves] "i"(scales_256_sums(E) ? 0 : 1), [limit] "i"(static_cast<int>(E.limit))
      : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
