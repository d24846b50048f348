// One output row of sums of products: pairs of filters times tiles of four pixels, by SMLAD.
//
// Words of input lie four pixels beside one another, [tap pair][pixel of the tile], two 16-bit
// taps a word; weights are words of two taps of two filters (filter_pairs.hpp). One step takes one
// word of weights and four of input: 13 instructions in 16 cycles for 16 products; of narrow
// weights, whose words serve two steps, 15 or 16. LDR behind LDR takes one cycle, so that two cost
// a cycle less than LDRD where they follow the load of weights.
#pragma once

#include <etch/kernel/armv7em/filter_pairs.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

using cortex_m::factor_step, cortex_m::saturation;

/// A run of steps whose input words lie in a row. A list of them ends with {0, 0, 0}.
struct tap_segment {
  std::int32_t from_previous;  ///< bytes from the end of the previous segment (from 0) to its words
  std::int32_t weight_bytes;   ///< of its words
  std::int32_t entry;          ///< where the unrolled loop is entered
};

/// Steps in the unrolled loop, bytes of code of one, and from its first to the entry point 0. A
/// tile of halfwords runs 1 KB of code with them, which caches of flash hold.
inline constexpr int unrolled_steps = ETCH_SAVES_FLASH ? 4 : 12;
constexpr int step_bytes(weights_in form) {
  return form == weights_in::nibbles ? 64 : form == weights_in::bytes ? 60 : 52;
}
constexpr int loop_distance(weights_in form) { return unrolled_steps * step_bytes(form) + 26; }

/// A segment of `steps` steps, whole words of weights: the first pass through the loop is the short
/// one.
constexpr tap_segment make_segment(weights_in form, std::int32_t from_previous, int steps) {
  const int skipped = (unrolled_steps - steps % unrolled_steps) % unrolled_steps;
  return {from_previous, 4 * steps / steps_of_word(form),
          skipped * step_bytes(form) - loop_distance(form)};
}

/// What row_of_tiles reads. Words up to sum[7] are its own memory but for the two steps.
struct row_task {
  std::uint32_t segment_end;
  std::uint32_t segment_cursor;
  std::uint32_t x;       // offset of the tile in the input words
  std::uint32_t y;       // code of the tile's first pixel in channel A
  std::uint32_t x_step;  ///< bytes of input words from tile to tile
  std::uint32_t y_step;  ///< output channels
  std::uint32_t y_end;
  std::uint32_t to_b;
  std::int32_t sum[8];
  const tap_segment* segments;
  const std::uint32_t* weights;  ///< of the first pair
  const void* pairs;             ///< pair_start or factored_pair
  std::uint32_t weights_step;    ///< bytes from pair to pair
  std::uint32_t pairs_step;
  const void* pairs_end;
  std::int8_t* row;        ///< the output row
  std::uint32_t row_span;  ///< tiles times output channels
  std::uint32_t pixel[3];  ///< from the first pixel of a tile to the others, in bytes
  std::int32_t headroom;   ///< of codes whose range is no power of two: what UQADD8 adds to a byte
  std::int32_t give_back;  ///< and what then makes it a code
};

#if ETCH_HAS_DSP

/// Ends the eight sums of a tile by a shift of Shift: r4-r7 sA, r8-r11 sR become codes.
///
/// Not a C++ function: only row_of_tiles calls it, with the task on top of the stack. Assembler
/// loops are safe in a naked function: clang's estimate of an asm's length serves the addresses of
/// constants that follow it, and none do.
template <int Shift, saturation S>
[[gnu::naked]] ETCH_KERNEL void requantise_by_shift() {
  __asm volatile(
      ".if %c[limit]==2\n ldrd r2,r3,[sp,%[headroom]]\n .endif\n"
      "sub r8,r8,r4\n sub r9,r9,r5\n sub r10,r10,r6\n sub r11,r11,r7\n"
      // a shift by 0 has no code of its own
      ".irp r,4,5,6,7,8,9,10,11\n"
      ".if %c[limit]==0 && %c[a]+\\r/8!=0\n ssat r\\r,#8,r\\r,asr #%c[a]+\\r/8*8\n .endif\n"
      ".if %c[limit]==1 && %c[a]+\\r/8!=0\n usat r\\r,#7,r\\r,asr #%c[a]+\\r/8*8\n .endif\n"
      ".if %c[limit]==2 && %c[a]+\\r/8!=0\n usat r\\r,#8,r\\r,asr #%c[a]+\\r/8*8\n .endif\n"
      ".if %c[limit]==0 && %c[a]+\\r/8==0\n ssat r\\r,#8,r\\r\n .endif\n"
      ".if %c[limit]==1 && %c[a]+\\r/8==0\n usat r\\r,#7,r\\r\n .endif\n"
      ".if %c[limit]==2 && %c[a]+\\r/8==0\n usat r\\r,#8,r\\r\n .endif\n"
      ".if %c[limit]==2\n uqadd8 r\\r,r\\r,r2\n add r\\r,r\\r,r3\n .endif\n"
      ".endr\n bx lr\n" ::[a] "i"(Shift),
      [headroom] "i"(__builtin_offsetof(row_task, headroom)), [limit] "i"(static_cast<int>(S))
      : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}

/// The same by a factor: SMMLAR of the doubled sum, of filter B SMMLA of 256 sums where it may, a
/// shift, a limit; in_single the product of both as floats, and the zero point.
template <factor_step Step, saturation S>
[[gnu::naked]] ETCH_KERNEL void requantise_by_factor() {
  __asm volatile(
      "ldr r12,[sp,%[pairs]]\n"
      "sub r8,r8,r4\n sub r9,r9,r5\n sub r10,r10,r6\n sub r11,r11,r7\n"
      ".irp r,4,5,6,7,8,9,10,11\n"
      ".if \\r==4\n ldrd r0,r1,[r12,%[a]]\n ldr r2,[r12,%[a]+8]\n .endif\n"
      ".if \\r==8\n ldrd r0,r1,[r12,%[b]]\n ldr r2,[r12,%[b]+8]\n .endif\n"
      ".if %c[step]==3&&(\\r==4||\\r==8)\n vmov s1,r0\n .endif\n"
      ".if \\r<8\n lsl r\\r,r\\r,#1\n .elseif %c[halves]\n asr r\\r,r\\r,#7\n .endif\n"
      ".if %c[step]==0 && \\r<8\n smmlar r\\r,r\\r,r0,r1\n .endif\n"
      ".if %c[step]==0 && \\r>7\n smmla r\\r,r\\r,r0,r1\n .endif\n"
      ".if %c[step]==1\n add r3,r1,r\\r,asr #31\n smmlar r\\r,r\\r,r0,r3\n .endif\n"
      ".if %c[step]==2\n smmla r\\r,r\\r,r0,r1\n .endif\n"
      ".if %c[step]==3\n vmov s0,r\\r\n vcvt.f32.s32 s0,s0\n vmul.f32 s0,s0,s1\n"
      "vcvtr.s32.f32 s0,s0\n vmov r\\r,s0\n add r\\r,r\\r,r1\n"
      ".else\n asr r\\r,r\\r,r2\n .endif\n .endr\n"
      ".if %c[limit]==2\n ldrd r2,r3,[sp,%[headroom]]\n .endif\n"
      ".irp r,r4,r5,r6,r7,r8,r9,r10,r11\n"
      ".if %c[limit]==0\n ssat \\r,#8,\\r\n .endif\n"
      ".if %c[limit]==2\n usat \\r,#8,\\r\n uqadd8 \\r,\\r,r2\n add \\r,\\r,r3\n .endif\n"
      ".endr\n bx lr\n" ::[pairs] "i"(__builtin_offsetof(row_task, pairs)),
      [a] "i"(sizeof(pair_start)), [b] "i"(sizeof(pair_start) + sizeof(output_factor)),
      [headroom] "i"(__builtin_offsetof(row_task, headroom)), [step] "i"(static_cast<int>(Step)),
      [halves] "i"(scales_256_sums({false, S, Step}) ? 0 : 1), [limit] "i"(static_cast<int>(S))
      : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}

/// Leaves the sums as they are, sA and sB, for another loop to end.
[[gnu::naked]] ETCH_KERNEL inline void keep_sums() {
  __asm volatile(
      "sub r8,r8,r4\n sub r9,r9,r5\n sub r10,r10,r6\n sub r11,r11,r7\n"
      ".irp r,8,9,10,11\n asr r\\r,r\\r,#8\n .endr\n bx lr\n" ::
          : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}

/// Whether an epilogue is keep_sums.
template <void (*Epilogue)()>
inline constexpr bool leaves_sums = false;
template <>
inline constexpr bool leaves_sums<&keep_sums> = true;

/// The one that ends the sums of a tile of call C; layers of one epilogue_code share it.
template <class C>
constexpr auto requantise() {
  constexpr cortex_m::epilogue_code e = cortex_m::code_of_call<C>;
  if constexpr (e.shifts) return &requantise_by_shift<layer_of<C>.end.shift, e.limit>;
  else return &requantise_by_factor<e.step, e.limit>;
}

/// Whether the words of a tile are one segment, which is read once a pair, or a list, once a tile.
enum class tile_words { in_one_segment, in_segments };

/// Writes the row of `task`: for each pair, for each tile, all segments, then Epilogue, which is
/// requantise_by_shift or requantise_by_factor, or keep_sums: then words are written, all that is
/// said of output channels counts their bytes.
///
/// Registers in the loop: r4-r7 sA and r8-r11 sR of four pixels, r12 weights, lr input words, r0-r3
/// operands. All 14 are in use, hence a naked function: no compiler finds this allocation at every
/// level of optimisation. Where a step takes one word of weights, lr lies 8 bytes behind: its last
/// load moves it. A copy of the task lies on top of the stack.
template <void (*Epilogue)(), tile_words Words, weights_in Form>
[[gnu::naked]] ETCH_KERNEL void row_of_tiles(const row_task*) {
  __asm volatile(
      "push {r4-r11,lr}\n sub sp,sp,%[frame]\n"
      "ldrd r4,r5,[r0,%[steps]]\n strd r4,r5,[sp,%[steps]]\n"
      "add r1,r0,%[segments]\n add r2,sp,%[segments]\n"
      "ldm r1!,{r4-r11}\n stm r2!,{r4-r11}\n ldm r1,{r4-r8}\n stm r2,{r4-r8}\n"
      // the next pair of filters
      "1: ldr r0,[sp,%[pairs]]\n ldm r0,{r1,r2,r3,r4}\n"
      "strd r1,r1,[sp,%[sum]]\n strd r1,r1,[sp,%[sum]+8]\n"
      "strd r2,r2,[sp,%[sum]+16]\n strd r2,r2,[sp,%[sum]+24]\n"
      "ldrd r5,r6,[sp,%[row]]\n add r5,r5,r3\n add r6,r6,r5\n strd r6,r4,[sp,%[y_end]]\n"
      // one segment: x is an address, and the cursor's place holds the entry
      ".if %c[one]\n ldr r0,[sp,%[segments]]\n ldm r0,{r4,r6,r7}\n addw r7,r7,%[distance]\n"
      "ldr r0,[sp,%[weights]]\n add r6,r6,r0\n strd r6,r7,[sp,%[segment_end]]\n"
      ".else\n mov r4,#0\n .endif\n"
      ".ifeq %c[narrow]\n sub r4,r4,#8\n .endif\n strd r4,r5,[sp,%[x]]\n"
      // the next tile
      "2: .if %c[one]\n ldr r12,[sp,%[weights]]\n ldr lr,[sp,%[x]]\n"
      "add r0,sp,%[sum]\n ldr r3,[sp,%[segment_cursor]]\n ldm r0,{r4-r11}\n"
      "add.n pc,r3\n nop.n\n"
      ".else\n ldrd r1,r12,[sp,%[segments]]\n ldr lr,[sp,%[x]]\n"
      "add r0,sp,%[sum]\n ldm r0,{r4-r11}\n b.w 4f\n .endif\n"
      // the loop; from here to the entry point each instruction has a fixed length
      "3: .if %c[narrow]\n .rept %c[unrolled]/2\n .irp odd,0,1\n"
      ".if \\odd\n ldr r2,[r12],#4\n .else\n ldr r2,[r12]\n .endif\n"
      "lsl.w r3,r2,#4\n and.w r3,r3,#0xf0f0f0f0\n"
      ".if %c[nibbles]\n and.w r2,r2,#0xf0f0f0f0\n .endif\n"
      ".if \\odd\n sxtb16 r3,r3,ror #8\n sxtb16 r2,r2,ror #8\n"
      ".else\n sxtb16 r3,r3\n sxtb16 r2,r2\n .endif\n ldrd r0,r1,[lr],#8\n"
      "smlad r4,r3,r0,r4\n smlad r5,r3,r1,r5\n smlad r8,r2,r0,r8\n smlad r9,r2,r1,r9\n"
      "ldrd r0,r1,[lr],#8\n smlad r6,r3,r0,r6\n smlad r7,r3,r1,r7\n"
      "smlad r10,r2,r0,r10\n smlad r11,r2,r1,r11\n"
      ".endr\n .endr\n .else\n .rept %c[unrolled]\n"
      "ldr r2,[r12],#4\n ldr r0,[lr,#8]\n ldr r1,[lr,#12]\n sxtb16 r3,r2\n"
      "smlad r4,r3,r0,r4\n smlad r5,r3,r1,r5\n smlad r8,r2,r0,r8\n smlad r9,r2,r1,r9\n"
      "ldrd r0,r1,[lr,#16]!\n smlad r6,r3,r0,r6\n smlad r7,r3,r1,r7\n"
      "smlad r10,r2,r0,r10\n smlad r11,r2,r1,r11\n"
      ".endr\n .endif\n"
      "ldr.n r0,[sp,%[segment_end]]\n cmp.n r12,r0\n bne.w 3b\n"
      ".ifeq %c[one]\n ldr.n r1,[sp,%[segment_cursor]]\n"
      "4: ldm.w r1!,{r0,r2,r3}\n str.n r1,[sp,%[segment_cursor]]\n"
      "add.n lr,r0\n add.n r2,r12\n str.n r2,[sp,%[segment_end]]\n"
      "add.n pc,r3\n nop.n\n .endif\n"
      // entry point 0: all segments are done; of narrow weights 16 times the sums
      ".if %c[narrow]\n .irp r,4,5,6,7\n asr.w r\\r,r\\r,#4\n .endr\n"
      ".ifeq %c[nibbles]\n sub.w r8,r8,r4\n sub.w r9,r9,r5\n"
      "sub.w r10,r10,r6\n sub.w r11,r11,r7\n .endif\n"
      "add.w r8,r4,r8,lsl #4\n add.w r9,r5,r9,lsl #4\n"
      "add.w r10,r6,r10,lsl #4\n add.w r11,r7,r11,lsl #4\n .endif\n"
      "bl %c[epilogue]\n"
      "ldr r12,[sp,%[y]]\n ldrd r0,r1,[sp,%[pixel]]\n ldr r2,[sp,%[pixel]+8]\n"
      "ldr r3,[sp,%[to_b]]\n add r3,r3,r12\n"
      // B first: where there is none, A goes over it
      ".if %c[words]\n"
      "str r8,[r3]\n str r9,[r3,r0]\n str r10,[r3,r1]\n str r11,[r3,r2]\n"
      "str r4,[r12]\n str r5,[r12,r0]\n str r6,[r12,r1]\n str r7,[r12,r2]\n"
      ".else\n"
      "strb r8,[r3]\n strb r9,[r3,r0]\n strb r10,[r3,r1]\n strb r11,[r3,r2]\n"
      "strb r4,[r12]\n strb r5,[r12,r0]\n strb r6,[r12,r1]\n strb r7,[r12,r2]\n .endif\n"
      "ldr r0,[sp,%[x]]\n ldrd r1,r2,[sp,%[steps]]\n ldr r3,[sp,%[y_end]]\n"
      "add r0,r0,r1\n add r1,r12,r2\n strd r0,r1,[sp,%[x]]\n cmp r1,r3\n bne.w 2b\n"
      "ldrd r0,r1,[sp,%[weights]]\n ldrd r2,r3,[sp,%[weights_step]]\n"
      "add r0,r0,r2\n add r1,r1,r3\n strd r0,r1,[sp,%[weights]]\n"
      "ldr r2,[sp,%[pairs_end]]\n cmp r1,r2\n bne.w 1b\n"
      "add sp,sp,%[frame]\n pop {r4-r11,pc}\n" ::[frame] "i"(sizeof(row_task) + 8),
      [unrolled] "i"(unrolled_steps), [segment_end] "i"(__builtin_offsetof(row_task, segment_end)),
      [segment_cursor] "i"(__builtin_offsetof(row_task, segment_cursor)),
      [x] "i"(__builtin_offsetof(row_task, x)), [y] "i"(__builtin_offsetof(row_task, y)),
      [steps] "i"(__builtin_offsetof(row_task, x_step)),
      [y_end] "i"(__builtin_offsetof(row_task, y_end)),
      [to_b] "i"(__builtin_offsetof(row_task, to_b)), [sum] "i"(__builtin_offsetof(row_task, sum)),
      [segments] "i"(__builtin_offsetof(row_task, segments)),
      [weights] "i"(__builtin_offsetof(row_task, weights)),
      [pairs] "i"(__builtin_offsetof(row_task, pairs)),
      [weights_step] "i"(__builtin_offsetof(row_task, weights_step)),
      [pairs_end] "i"(__builtin_offsetof(row_task, pairs_end)),
      [row] "i"(__builtin_offsetof(row_task, row)),
      [pixel] "i"(__builtin_offsetof(row_task, pixel)), [epilogue] "i"(Epilogue),
      [one] "i"(Words == tile_words::in_one_segment ? 1 : 0), [distance] "i"(loop_distance(Form)),
      [narrow] "i"(Form == weights_in::halfwords ? 0 : 1),
      [nibbles] "i"(Form == weights_in::nibbles ? 1 : 0), [words] "i"(leaves_sums<Epilogue> ? 1 : 0)
      : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}

static_assert(sizeof(row_task) == 116 && __builtin_offsetof(row_task, segments) == 64,
              "row_of_tiles copies the upper 52 bytes and keeps the stack aligned to 8");

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
