// Tiles of eight sums by VMLADAVA, and the codes that they become: the loops of conv2d and dense.
//
// Eight sums take all even registers, lr among them, which is why there is no LE here. Compilers
// move such sums about, or find no registers.
#pragma once

#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/layer/filters.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// What the eight sums of a tile are.
enum class tile : std::int8_t {
  windows,  ///< two filters times four windows: 14 instructions for 128 products
  lines,    ///< the same, windows of up to ten steps that lie one behind the other
  columns,  ///< the same, windows of two to five columns one pixel apart: 58 for 640
  filters,  ///< up to eight filters times one window: 17 for 128
  runs,     ///< the same, a window of some runs of codes, 7 more for each
};

/// Where the sums of the filters of a tile start, their factors, minus their shifts to the right.
/// tile_of_sums reads it word by word.
template <int Filters, bool Shifts>
struct tile_constants {
  std::int32_t bias[Filters], multiplier[Filters];
  std::int8_t shift[round_up(Filters, 4)];
};
template <int Filters>
struct tile_constants<Filters, true> {
  std::int32_t bias[Filters];
};

/// Whether the weights of call C lie in halves of bytes.
template <class C>
inline constexpr bool in_nibbles = bits_of_weights<C>() <= 4;
/// Whether its sums, 16 times as large, lie in 32 bits.
template <class C>
constexpr bool fit_nibbles() {
  constexpr const auto& proved = proved_of<C>::sums;
  constexpr long long most = 1LL << 27;
  for (int o = 0; o < layer_of<C>.filters(); ++o) {
    if (proved.least[o] < -most || proved.most[o] >= most) return false;
  }
  return true;
}
/// Whether tile_of_sums ends the sums of call C, and holds them.
template <class C>
inline constexpr bool fits_tile = [] {
  if constexpr (!has_small_factors<C>) return false;
  else if constexpr (in_nibbles<C>) return fit_nibbles<C>();
  else return true;
}();
/// Sets the weight at place i of vectors of 16, of which two are one of bytes where Nibbles.
template <bool Nibbles>
constexpr void set_weight(std::int8_t* to, int i, std::int8_t code) {
  if constexpr (Nibbles) {
    std::int8_t& byte = to[i / 32 * 16 + i % 16];
    const unsigned half = static_cast<unsigned>(code) & 15U;
    byte = static_cast<std::int8_t>(static_cast<unsigned char>(byte) |
                                    (i / 16 % 2 != 0 ? half << 4 : half));
  } else {
    to[i] = code;
  }
}
/// The same bias where the sum of a filter is 16 times as large.
constexpr std::int32_t times_16(std::int32_t bias) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(bias) * 16);
}

/// Constants of a layer of tiles; `weights` as tile_task says.
template <class Plan, class Tile, int Tiles, int Weights>
struct layer_constants {
  Plan plan;
  epilogue_numbers end;
  Tile tiles[Tiles];
  alignas(16) std::int8_t weights[Weights];
};

#if ETCH_HAS_MVE

/// What tile_of_sums reads. A step is 16 codes of each window and weights of each filter, of
/// columns 16 channels of a row of K columns of windows, three more of the input.
struct tile_task {
  const std::int8_t* x;        ///< [step][window][16], lines [window][step][16], columns
                               ///< [step][K+3 columns][16]; runs: their addresses
  std::int32_t steps;          ///< at least 1; of windows less 1, of runs in each; columns of Rows:
                               ///< codes from the last column of a row to the first of the next
  const std::int8_t* weights;  ///< [tile][step][filter][16], [tile][step][column][filter][16]
  const void* constants;       ///< tile_constants
  std::int8_t* y;
  std::int32_t count;  ///< of tiles, at least 1
  epilogue_words to_end;
  std::uint16_t places[8];  ///< of pixel p in filter f, from y: [p][f]; not of `filters` and `runs`
  std::int32_t more[4];     ///< what is added to sums, where something is: of each pixel or, of
                            ///< `filters`, the first of them; of lines `sums`
  std::int32_t y_step;      ///< from behind the codes of four pixels to those of the next four
  std::int32_t fours;       ///< of pixels, at least 1; where takes_fours
  const std::int32_t* sums;  ///< of lines: what is added to the sums of each pixel
};
/// Whether tile_of_sums goes on to the next four pixels.
constexpr bool takes_fours(tile t, int rows) {
  return t == tile::lines || (t == tile::columns && rows > 0);
}

/// How far its address moves on from a line while it is read: vectors are at most 508 bytes away.
template <tile T, int Count, int Apart>
inline constexpr int reach_back =
    T == tile::lines && 16 * (Count - 1) + 3 * Apart > 508 ? 16 * Count : 0;

/// The codes of `count` tiles; fewer filters than eight are one tile. r1 is the place in x, r3 in
/// the weights, r5 in the constants, r7 in y, r9 counts tiles, r11 steps; q4 is the places, q5 the
/// zero point or shift, q6 and q7 the limits. Where takes_fours, r11 counts them of lines, a word
/// of the stack of columns, whose r11 is `steps`; both begin anew by words of the stack. Of runs r9
/// is the place in their addresses, behind which there is a null, and tiles are counted on the
/// stack. Count: filters, of `filters` and `runs`; K, of `columns`. Nibbles: weights of two filters
/// in the halves of a byte, the first in the lower one, so that its sums are 16 times as large
/// until their end, and its bias where they start at it. Apart: codes from one of `lines` to the
/// next, a multiple of 4. More: the sums of `windows`, `columns` and `filters` have task.more
/// added, those of `lines` what task.sums says. Rows: steps of `columns`, 0 of any number.
template <tile T, epilogue_step S, bool Whole, int Count = 8, bool Nibbles = false,
          bool More = false, int Apart = 16 * Count, int Rows = 0>
[[gnu::naked]] ETCH_KERNEL void tile_of_sums(const tile_task*) {
  __asm volatile(
      ".macro etch_end_numbers\n\t"  // of the task at r0, less 12 bytes
      ".if %c[tile] < 3\n\tvldrw.32 q4,[r0,#24]\n\t"
      ".elseif %c[more]\n\tldr r1,[r0,#40]\n\tvdup.32 q4,r1\n\t.endif\n\t"
      ".if %c[whole]\n\tldr r1,[r0,#12]\n\t.else\n\tldrd r1,r2,[r0,#12]\n\tldr r4,[r0,#20]\n\t"
      "vdup.16 q6,r2\n\tvdup.16 q7,r4\n\t.endif\n\t"
      ".if %c[step] < 3\n\tvdup.16 q5,r1\n\t.else\n\tvdup.32 q5,r1\n\t.endif\n\t.endm\n\t"
      // of windows, whose second vectors are w and x behind, the third and fourth p apart
      ".macro etch_step a,w,x,p,more\n\t"
      ".if %c[nibbles]\n\tvshr.s8 q1,q0,#4\n\tvshl.i8 q0,q0,#4\n\t"
      ".else\n\tvldrw.32 q1,[r3,#\\w]\n\t.endif\n\tvmladav\\a\\().s8 r0,q2,q0\n\t"
      "vmladav\\a\\().s8 r8,q2,q1\n\tvldrw.32 q3,[r1,#\\x]\n\t"
      "vmladav\\a\\().s8 r2,q3,q0\n\tvldrw.32 q2,[r1,#\\x+\\p]\n\t"
      "vmladav\\a\\().s8 r10,q3,q1\n\tvmladav\\a\\().s8 r4,q2,q0\n\tvldrw.32 q3,[r1,#\\x+2*\\p]\n\t"
      "vmladav\\a\\().s8 r12,q2,q1\n\tvmladav\\a\\().s8 r6,q3,q0\n\t"
      ".ifnb \\more\n\t.if %c[nibbles]\n\tvldrw.32 q0,[r3,#-16]\n\t"
      ".else\n\tvldrw.32 q0,[r3,#\\w+16]\n\t.endif\n\t.endif\n\tvmladav\\a\\().s8 lr,q3,q1\n\t"
      ".ifnb \\more\n\tvldrw.32 q2,[r1,#\\x+3*\\p]\n\t.endif\n\t.endm\n\t"
      // step k of lines
      ".macro etch_line k,a\n\t"
      ".if \\k == 0\n\tvldrw.32 q0,[r3],#%c[pair]*%c[count]\n\t"
      ".if %c[back]\n\tvldrw.32 q2,[r1],#%c[back]\n\t.else\n\tvldrw.32 q2,[r1]\n\t.endif\n\t"
      ".else\n\tvldrw.32 q0,[r3,#%c[pair]*\\k-%c[pair]*%c[count]]\n\t"
      "vldrw.32 q2,[r1,#16*\\k-%c[back]]\n\t.endif\n\t"
      "etch_step \\a,32*\\k+16-32*%c[count],16*\\k-%c[back]+%c[apart],%c[apart]\n\t.endm\n\t"
      // column k of the weights of both filters times columns a to d, where four pixels begin
      ".macro etch_column a,b,c,d,k,m\n\t"
      "vldrw.32 q0,[r3],#16\n\t.if %c[nibbles]\n\tvshr.s8 q1,q0,#4\n\tvshl.i8 q0,q0,#4\n\t"
      ".else\n\tvldrw.32 q1,[r3],#16\n\t.endif\n\t"
      "vmladav\\m\\().s8 r0,\\a,q0\n\tvmladav\\m\\().s8 r8,\\a,q1\n\t"
      ".if \\k < %c[count]\n\tvldrb.8 \\a,[r1],#16\n\t.endif\n\t"
      "vmladav\\m\\().s8 r2,\\b,q0\n\tvmladav\\m\\().s8 r10,\\b,q1\n\t"
      "vmladav\\m\\().s8 r4,\\c,q0\n\tvmladav\\m\\().s8 r12,\\c,q1\n\t"
      "vmladav\\m\\().s8 r6,\\d,q0\n\tvmladav\\m\\().s8 lr,\\d,q1\n\t.endm\n\t"
      // a row of columns
      ".macro etch_row m\n\t"
      "vldrb.8 q2,[r1],#16\n\tvldrb.8 q3,[r1],#16\n\t"
      "vldrb.8 q6,[r1],#16\n\tvldrb.8 q7,[r1],#16\n\t"
      "etch_column q2,q3,q6,q7,1,\\m\n\tetch_column q3,q6,q7,q2,2,a\n\t"
      ".if %c[count] > 2\n\tetch_column q6,q7,q2,q3,3,a\n\t.endif\n\t"
      ".if %c[count] > 3\n\tetch_column q7,q2,q3,q6,4,a\n\t.endif\n\t"
      ".if %c[count] > 4\n\tetch_column q2,q3,q6,q7,5,a\n\t.endif\n\t.endm\n\t"
      // filters k and k + 1
      ".macro etch_two_filters a,b,k\n\t.if \\k < %c[count]\n\tvldrw.32 q0,[r3],#16\n\t"
      ".if \\k + 1 < %c[count]\n\tvshr.s8 q1,q0,#4\n\tvmladava.s8 \\b,q2,q1\n\t.endif\n\t"
      "vshl.i8 q0,q0,#4\n\tvmladava.s8 \\a,q2,q0\n\t.endif\n\t.endm\n\t"
      ".macro etch_times a,b\n\t"
      ".if %c[step] == -1\n\tvcvt.f32.s32 q0,q0\n\tvcvt.f32.s32 q1,q1\n\t"
      "vmul.f32 q0,q0,\\a\n\tvmul.f32 q1,q1,\\b\n\t"
      "vcvtn.s32.f32 q0,q0\n\tvcvtn.s32.f32 q1,q1\n\t"
      ".elseif %c[step] == 2\n\tvqdmulh.s32 q0,q0,\\a\n\tvqdmulh.s32 q1,q1,\\b\n\t"
      ".else\n\tvqrdmulh.s32 q0,q0,\\a\n\tvqrdmulh.s32 q1,q1,\\b\n\t.endif\n\t.endm\n\t"

      "vpush {d8-d15}\n\tldm r0!,{r1-r3}\n\tpush {r0-r11,lr}\n\tldm r0,{r5,r7,r9}\n\t"
      ".if %c[fours]\n\tldrd r2,r11,[r0,#56]\n\tstr r11,[sp,#12]\n\tpush "
      "{r2,r3,r5,r9}\n\t.endif\n\t"
      "etch_end_numbers\n\t"
      ".if %c[tile] == 4\n\tstr r9,[sp]\n\t.endif\n\t"
      ".if %c[tile] == 1 && %c[more]\n\tldr r1,[r0,#64]\n\tstr r1,[sp,#16]\n\t.endif\n"
      ".if %c[tile] == 1\n\tldr r1,[sp,#20]\n1:\n\t"
      ".else\n1:\n\tldrd r1,r11,[sp,#4+%c[frame]]\n\t.endif\n\t"
      ".if %c[tile] == 0\n\t"
      "vldrw.32 q0,[r3],#%c[pair]\n\tvldrw.32 q2,[r1],#64\n\tetch_step ,-16,-48,16\n\t"
      "lsrs r11,r11,#1\n\tbcc 2f\n\t"
      "vldrw.32 q0,[r3],#%c[pair]\n\tvldrw.32 q2,[r1],#64\n\tetch_step a,-16,-48,16\n"
      "2:\n\tbeq 4f\n"
      "3:\n\tvldrw.32 q0,[r3],#2*%c[pair]\n\tvldrw.32 q2,[r1],#128\n\t"
      "etch_step a,-48,-112,16,more\n\tetch_step a,-16,-48,16\n\t"
      ".elseif %c[tile] == 1\n\t"
      "etch_line 0\n\t.irp k,1,2,3,4,5,6,7,8,9\n\t"
      ".if \\k < %c[count]\n\tetch_line \\k,a\n\t.endif\n\t.endr\n\t"
      ".if %c[back]\n\tsubw r1,r1,#%c[back]\n\t.endif\n\t"
      ".elseif %c[tile] == 2\n\t"
      "etch_row\n\t"
      ".if %c[rows]\n\t.irp k,1,2\n\t.if \\k < %c[rows]\n\t"
      "add r1,r1,r11\n\tetch_row a\n\t.endif\n\t.endr\n\t"
      ".else\n\tsubs r11,#1\n\tbeq 4f\n3:\n\tetch_row a\n\t.endif\n\t"
      ".else\n\t"
      "ldm r5!,{r0,r2,r4,r6,r8,r10,r12,lr}\n\t"
      ".if %c[tile] == 4\n\tmov r9,r1\n\tldr r1,[r9],#4\n5:\n\t.endif\n\t"
      "lsrs r11,r11,#1\n\tbcc 2f\n\t"
      ".irp steps,1,2\n\t.rept \\steps\n\tvldrb.8 q2,[r1],#16\n\t"
      ".if %c[nibbles]\n\tetch_two_filters r0,r2,0\n\tetch_two_filters r4,r6,2\n\t"
      "etch_two_filters r8,r10,4\n\tetch_two_filters r12,lr,6\n\t.else\n\t"
      ".irp k,0,2,4,6,8,10,12,14\n\t.if \\k < 2*%c[count]\n\t"
      "vldrw.32 q0,[r3],#16\n\tvmladava.s8 r\\k,q2,q0\n\t.endif\n\t.endr\n\t.endif\n\t.endr\n\t"
      ".if \\steps == 1\n2:\n\tbeq 4f\n3:\n\t.endif\n\t.endr\n\t"
      ".endif\n\t"
      ".if %c[tile] != 1 && %c[rows] == 0\n\tsubs r11,#1\n\tbne 3b\n\t.endif\n"
      "4:\n\t"
      ".if %c[tile] == 4\n\tldr r1,[r9],#4\n\tldr r11,[sp,#8]\n\tcmp r1,#0\n\tbne 5b\n\t.endif\n\t"
      ".if %c[tile] >= 3\n\t"
      "vmov q0[2],q0[0],r0,r8\n\tvmov q0[3],q0[1],r4,r12\n\t"
      "vmov q1[2],q1[0],r2,r10\n\tvmov q1[3],q1[1],r6,lr\n\t.else\n\t"
      "vmov q0[2],q0[0],r0,r4\n\tvmov q0[3],q0[1],r2,r6\n\t"
      "vmov q1[2],q1[0],r8,r12\n\tvmov q1[3],q1[1],r10,lr\n\t.endif\n\t"
      ".if %c[nibbles]\n\tvshr.s32 q0,q0,#4\n\t.endif\n\t"
      ".if %c[more] && %c[tile] < 3\n\tldr r0,[sp,#%c[frame]]\n\t"
      ".if %c[tile] == 1\n\tvldrw.32 q2,[r0]\n\t.else\n\tvldrw.32 q2,[r0,#40]\n\t.endif\n\t"
      "vadd.i32 q0,q0,q2\n\tvadd.i32 q1,q1,q2\n\t"
      ".elseif %c[more]\n\tvadd.i32 q0,q0,q4\n\tvadd.i32 q1,q1,q4\n\t.endif\n\t"
      ".if %c[tile] < 3\n\t.if %c[step] < 3\n\tldm r5!,{r0,r2,r4,r6,r8}\n\t"
      ".else\n\tldrd r0,r2,[r5],#8\n\t.endif\n\tvadd.i32 q0,q0,r0\n\tvadd.i32 "
      "q1,q1,r2\n\t.endif\n\t"
      ".if %c[tile] == 2 && %c[whole] == 0\n\tldr r0,[sp,#%c[frame]]\n\tldrd r2,r10,[r0,#16]\n\t"
      "vdup.16 q6,r2\n\tvdup.16 q7,r10\n\t.endif\n\t"
      ".if %c[step] < 3\n\t.if %c[tile] < 3\n\tetch_times r4,r6\n\t"
      ".else\n\tvld20.32 {q2,q3},[r5]\n\tvld21.32 {q2,q3},[r5]!\n\tetch_times q2,q3\n\t"
      ".endif\n\t.endif\n\t"
      ".if %c[step] == 1 || %c[step] == 4\n\t"
      "vshr.s32 q2,q0,#31\n\tvshr.s32 q3,q1,#31\n\t"
      "vqadd.s32 q0,q0,q2\n\tvqadd.s32 q1,q1,q3\n\t.endif\n\t"
      ".if %c[step] == -1\n\t.if %c[tile] >= 3\n\tadds r5,#8\n\t.endif\n\t"
      ".elseif %c[step] < 3\n\t.if %c[tile] < 3\n\t"
      "vrshl.s32 q0,r8\n\tlsrs r8,r8,#8\n\tvrshl.s32 q1,r8\n\t.else\n\t"
      "vldrb.s16 q2,[r5],#8\n\tvshr.u32 q3,q2,#16\n\t"
      "vrshl.s32 q0,q0,q2\n\tvrshl.s32 q1,q1,q3\n\t"
      ".endif\n\t.endif\n\t"
      ".if %c[step] == 3\n\tvshl.s32 q0,q0,q5\n\tvshl.s32 q1,q1,q5\n\t.endif\n\t"
      ".if %c[step] == 4\n\tvrshl.s32 q0,q0,q5\n\tvrshl.s32 q1,q1,q5\n\t.endif\n\t"
      ".if %c[step] == 5\n\t.irp v,q0,q1\n\tvshr.s32 q2,\\v,#31\n\tveor \\v,\\v,q2\n\t"
      "vsub.i32 \\v,\\v,q2\n\tvshl.u32 \\v,\\v,q5\n\tveor \\v,\\v,q2\n\tvsub.i32 \\v,\\v,q2\n\t"
      ".endr\n\t.endif\n\t"
      "vqmovnb.s32 q0,q0\n\tvqmovnt.s32 q0,q1\n\t"
      ".if %c[step] < 3\n\tvqadd.s16 q0,q0,q5\n\t.endif\n\t"
      ".if %c[whole] == 0\n\tvmax.s16 q0,q0,q6\n\tvmin.s16 q0,q0,q7\n\t.endif\n\t"
      "vqmovnb.s16 q0,q0\n\t"
      ".if %c[tile] < 3\n\tvstrb.16 q0,[r7,q4]\n\tadds r7,#2\n\t"
      ".elseif %c[count] == 8\n\tvstrb.16 q0,[r7],#8\n\t"
      ".else\n\tmovs r0,#%c[count]\n\tvctp.16 r0\n\tvpst\n\tvstrbt.16 q0,[r7]\n\t.endif\n\t"
      ".if %c[tile] < 4\n\tsubs r9,#1\n\tbne 1b\n\t"
      ".if %c[fours]\n\tldm sp,{r2,r3,r5,r9}\n\tadds r7,r7,r2\n\t"
      ".if %c[tile] == 1\n\t"
      ".if %c[more]\n\tldr r2,[sp,#16]\n\tadds r2,#16\n\tstr r2,[sp,#16]\n\t.endif\n\t"
      "addw r1,r1,#4*%c[apart]\n\tsubs r11,#1\n\t"
      ".else\n\tldr r1,[sp,#20]\n\tldr r4,[sp,#28]\n\tadds r1,#4*%c[apart]\n\tstr r1,[sp,#20]\n\t"
      "subs r4,#1\n\tstr r4,[sp,#28]\n\t.endif\n\tbne 1b\n\tadd sp,#16\n\t.endif\n\t"
      ".else\n\tldr r0,[sp]\n\tsubs r0,#1\n\tstr r0,[sp]\n\tbne 1b\n\t.endif\n\t"
      "pop {r0-r11,lr}\n\tvpop {d8-d15}\n\tbx lr\n\t"
      ".purgem etch_end_numbers\n\t.purgem etch_step\n\t.purgem etch_line\n\t.purgem "
      "etch_column\n\t.purgem etch_row\n\t.purgem etch_two_filters\n\t.purgem etch_times"
      :
      : [tile] "i"(static_cast<int>(T)), [step] "i"(static_cast<int>(S)),
        [whole] "i"(static_cast<int>(Whole)), [count] "i"(Count),
        [nibbles] "i"(static_cast<int>(Nibbles)), [pair] "i"(Nibbles ? 16 : 32),
        [more] "i"(static_cast<int>(More)), [apart] "i"(T == tile::columns ? 16 : Apart),
        [rows] "i"(Rows), [frame] "i"(takes_fours(T, Rows) ? 16 : 0),
        [back] "i"(reach_back<T, Count, Apart>),
        [fours] "i"(static_cast<int>(takes_fours(T, Rows))));
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
