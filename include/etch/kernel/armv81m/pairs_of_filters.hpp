// The codes of four pixels in all channels: sums of pairs of filters with four windows, by
// VMLADAVA, 14 instructions for 128 products, or 36 for 384.
//
// Eight sums take all even registers, lr among them, which is why there is no LE here: r1 is the
// place in the windows, r3 in the weights, r5 counts steps, r7 is the output, r9 the constants of
// the pair, r11 counts pairs. Compilers move such sums about, or find no registers.
#pragma once

#include <etch/kernel/armv81m/epilogue.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Where the sums of two filters start, their factors, minus their shifts to the right. The routine
/// below reads it word by word.
struct biased_pair {
  std::int32_t bias[2];
};
struct factored_pair {
  std::int32_t bias[2], multiplier[2];
  std::int8_t shift[2], unused[2];
};
template <bool Shifts>
struct pair_of_filters {
  using type = factored_pair;
};
template <>
struct pair_of_filters<true> {
  using type = biased_pair;
};

#if ETCH_HAS_MVE

/// What pairs_of_filters reads.
struct pairs_task {
  const std::int8_t* windows;  ///< [step][pixel][16]
  std::int32_t steps;          ///< less 1
  const std::int8_t* weights;  ///< [pair][step][filter][16]
  const void* pairs;           ///< biased_pair or factored_pair
  std::int8_t* y;
  std::int32_t count;       ///< of pairs, at least 1
  std::int32_t to_end[3];   ///< zero point or minus the shift, lowest and highest code
  std::uint16_t places[8];  ///< of pixel p in filter f, from y: [p][f]
};

template <epilogue_step S, bool Whole>
[[gnu::naked, gnu::noinline]] void pairs_of_filters(const pairs_task*) {
  __asm volatile(
      "vpush {d8-d15}\n\tpush {r0,r4-r11,lr}\n\t"
      "ldrd r3,r9,[r0,#8]\n\tldrd r7,r11,[r0,#16]\n\tldrd r1,r2,[r0,#24]\n\tldr r4,[r0,#32]\n\t"
      "vldrw.32 q4,[r0,#36]\n\tvdup.16 q6,r2\n\tvdup.16 q7,r4\n\t"
      ".if %c[step] < 3\n\tvdup.16 q5,r1\n\t.else\n\tvdup.32 q5,r1\n\t.endif\n"
      "1:\n\tldr r5,[sp]\n\tldrd r1,r5,[r5]\n\t"
      "vldrw.32 q0,[r3],#32\n\tvldrw.32 q2,[r1],#64\n\t"
      "vmladav.s8 r0,q2,q0\n\tvldrw.32 q1,[r3,#-16]\n\t"
      "vmladav.s8 r8,q2,q1\n\tvldrw.32 q3,[r1,#-48]\n\t"
      "vmladav.s8 r2,q3,q0\n\tvldrw.32 q2,[r1,#-32]\n\t"
      "vmladav.s8 r10,q3,q1\n\tvmladav.s8 r4,q2,q0\n\t"
      "vldrw.32 q3,[r1,#-16]\n\tvmladav.s8 r12,q2,q1\n\t"
      "vmladav.s8 r6,q3,q0\n\tvmladav.s8 lr,q3,q1\n\t"
      "lsrs r5,r5,#1\n\tbcc 2f\n\t"
      "vldrw.32 q0,[r3],#32\n\tvldrw.32 q2,[r1],#64\n\t"
      "vmladava.s8 r0,q2,q0\n\tvldrw.32 q1,[r3,#-16]\n\t"
      "vmladava.s8 r8,q2,q1\n\tvldrw.32 q3,[r1,#-48]\n\t"
      "vmladava.s8 r2,q3,q0\n\tvldrw.32 q2,[r1,#-32]\n\t"
      "vmladava.s8 r10,q3,q1\n\tvmladava.s8 r4,q2,q0\n\t"
      "vldrw.32 q3,[r1,#-16]\n\tvmladava.s8 r12,q2,q1\n\t"
      "vmladava.s8 r6,q3,q0\n\tvmladava.s8 lr,q3,q1\n\t"
      "2:\n\tbeq 4f\n"
      "3:\n\tvldrw.32 q0,[r3],#64\n\tvldrw.32 q2,[r1],#128\n\t"
      "vmladava.s8 r0,q2,q0\n\tvldrw.32 q1,[r3,#-48]\n\t"
      "vmladava.s8 r8,q2,q1\n\tvldrw.32 q3,[r1,#-112]\n\t"
      "vmladava.s8 r2,q3,q0\n\tvldrw.32 q2,[r1,#-96]\n\t"
      "vmladava.s8 r10,q3,q1\n\tvmladava.s8 r4,q2,q0\n\t"
      "vldrw.32 q3,[r1,#-80]\n\tvmladava.s8 r12,q2,q1\n\t"
      "vmladava.s8 r6,q3,q0\n\tvldrw.32 q0,[r3,#-32]\n\t"
      "vmladava.s8 lr,q3,q1\n\tvldrw.32 q2,[r1,#-64]\n\t"
      "vmladava.s8 r0,q2,q0\n\tvldrw.32 q1,[r3,#-16]\n\t"
      "vmladava.s8 r8,q2,q1\n\tvldrw.32 q3,[r1,#-48]\n\t"
      "vmladava.s8 r2,q3,q0\n\tvldrw.32 q2,[r1,#-32]\n\t"
      "vmladava.s8 r10,q3,q1\n\tvmladava.s8 r4,q2,q0\n\t"
      "vldrw.32 q3,[r1,#-16]\n\tvmladava.s8 r12,q2,q1\n\t"
      "vmladava.s8 r6,q3,q0\n\tvmladava.s8 lr,q3,q1\n\t"
      "subs r5,#1\n\tbne 3b\n"
      "4:\n\tvmov q0[2],q0[0],r0,r4\n\tvmov q0[3],q0[1],r2,r6\n\t"
      "vmov q1[2],q1[0],r8,r12\n\tvmov q1[3],q1[1],r10,lr\n\t"
      ".if %c[step] < 3\n\tldm r9!,{r0,r2,r4,r6,r8}\n\t.else\n\tldm r9!,{r0,r2}\n\t.endif\n\t"
      "vadd.i32 q0,q0,r0\n\tvadd.i32 q1,q1,r2\n\t"
      ".if %c[step] < 2\n\tvqrdmulh.s32 q0,q0,r4\n\tvqrdmulh.s32 q1,q1,r6\n\t.endif\n\t"
      ".if %c[step] == 2\n\tvqdmulh.s32 q0,q0,r4\n\tvqdmulh.s32 q1,q1,r6\n\t.endif\n\t"
      ".if %c[step] == 1 || %c[step] == 4\n\t"
      "vshr.s32 q2,q0,#31\n\tvshr.s32 q3,q1,#31\n\t"
      "vqadd.s32 q0,q0,q2\n\tvqadd.s32 q1,q1,q3\n\t.endif\n\t"
      ".if %c[step] < 3\n\tvrshl.s32 q0,r8\n\tlsrs r8,r8,#8\n\tvrshl.s32 q1,r8\n\t.endif\n\t"
      ".if %c[step] == 3\n\tvshl.s32 q0,q0,q5\n\tvshl.s32 q1,q1,q5\n\t.endif\n\t"
      ".if %c[step] == 4\n\tvrshl.s32 q0,q0,q5\n\tvrshl.s32 q1,q1,q5\n\t.endif\n\t"
      ".if %c[step] == 5\n\t"
      "vshr.s32 q2,q0,#31\n\tveor q0,q0,q2\n\tvsub.i32 q0,q0,q2\n\tvshl.u32 q0,q0,q5\n\t"
      "veor q0,q0,q2\n\tvsub.i32 q0,q0,q2\n\t"
      "vshr.s32 q3,q1,#31\n\tveor q1,q1,q3\n\tvsub.i32 q1,q1,q3\n\tvshl.u32 q1,q1,q5\n\t"
      "veor q1,q1,q3\n\tvsub.i32 q1,q1,q3\n\t.endif\n\t"
      "vqmovnb.s32 q0,q0\n\tvqmovnt.s32 q0,q1\n\t"
      ".if %c[step] < 3\n\tvqadd.s16 q0,q0,q5\n\t.endif\n\t"
      ".if %c[whole] == 0\n\tvmax.s16 q0,q0,q6\n\tvmin.s16 q0,q0,q7\n\t.endif\n\t"
      "vqmovnb.s16 q0,q0\n\tvstrb.16 q0,[r7,q4]\n\t"
      "adds r7,#2\n\tsubs r11,#1\n\tbne 1b\n\t"
      "pop {r0,r4-r11,lr}\n\tvpop {d8-d15}\n\tbx lr"
      :
      : [step] "i"(static_cast<int>(S)), [whole] "i"(static_cast<int>(Whole)));
}

/// The same for windows of three columns, one pixel apart: windows are [step][6 columns][16],
/// weights [pair][step][filter][column][16], steps are not less 1. 36 instructions for 384
/// products.
template <epilogue_step S, bool Whole>
[[gnu::naked, gnu::noinline]] void pairs_by_columns(const pairs_task*) {
  __asm volatile(
      "vpush {d8-d15}\n\tpush {r0,r4-r11,lr}\n\t"
      "ldrd r3,r9,[r0,#8]\n\tldrd r7,r11,[r0,#16]\n"
      "1:\n\tldr r5,[sp]\n\tldrd r1,r5,[r5]\n\tldrd r0,r8,[r9],#8\n\t"
      "mov r2,r0\n\tmov r4,r0\n\tmov r6,r0\n\tmov r10,r8\n\tmov r12,r8\n\tmov lr,r8\n"
      "2:\n\t"
      "vldrw.32 q0,[r3],#96\n\tvldrw.32 q6,[r1],#96\n\tvldrw.32 q3,[r3,#-48]\n\t"
      "vmladava.s8 r0,q6,q0\n\tvldrw.32 q7,[r1,#-80]\n\tvmladava.s8 r8,q6,q3\n\t"
      "vldrw.32 q1,[r3,#-80]\n\tvmladava.s8 r2,q7,q0\n\tvldrw.32 q4,[r3,#-32]\n\t"
      "vmladava.s8 r10,q7,q3\n\tvldrw.32 q6,[r1,#-64]\n\tvmladava.s8 r0,q7,q1\n\t"
      "vldrw.32 q2,[r3,#-64]\n\tvmladava.s8 r8,q7,q4\n\tvldrw.32 q5,[r3,#-16]\n\t"
      "vmladava.s8 r4,q6,q0\n\tvmladava.s8 r12,q6,q3\n\tvldrw.32 q7,[r1,#-48]\n\t"
      "vmladava.s8 r2,q6,q1\n\tvmladava.s8 r10,q6,q4\n\tvmladava.s8 r0,q6,q2\n\t"
      "vmladava.s8 r8,q6,q5\n\tvmladava.s8 r6,q7,q0\n\tvldrw.32 q6,[r1,#-32]\n\t"
      "vmladava.s8 lr,q7,q3\n\tvmladava.s8 r4,q7,q1\n\tvmladava.s8 r12,q7,q4\n\t"
      "vmladava.s8 r2,q7,q2\n\tvmladava.s8 r10,q7,q5\n\tvmladava.s8 r6,q6,q1\n\t"
      "vldrw.32 q7,[r1,#-16]\n\tvmladava.s8 lr,q6,q4\n\tvmladava.s8 r4,q6,q2\n\t"
      "vmladava.s8 r12,q6,q5\n\tvmladava.s8 r6,q7,q2\n\tvmladava.s8 lr,q7,q5\n\t"
      "subs r5,#1\n\tbne 2b\n\t"
      "vmov q0[2],q0[0],r0,r4\n\tvmov q0[3],q0[1],r2,r6\n\t"
      "vmov q1[2],q1[0],r8,r12\n\tvmov q1[3],q1[1],r10,lr\n\t"
      "ldr r1,[sp]\n\tldr r0,[r1,#24]\n\tvldrw.32 q7,[r1,#36]\n\t"
      ".if %c[step] < 3\n\tldm r9!,{r4,r6,r8}\n\t.endif\n\t"
      ".if %c[step] < 2\n\tvqrdmulh.s32 q0,q0,r4\n\tvqrdmulh.s32 q1,q1,r6\n\t.endif\n\t"
      ".if %c[step] == 2\n\tvqdmulh.s32 q0,q0,r4\n\tvqdmulh.s32 q1,q1,r6\n\t.endif\n\t"
      ".if %c[step] == 1 || %c[step] == 4\n\t"
      "vshr.s32 q2,q0,#31\n\tvshr.s32 q3,q1,#31\n\t"
      "vqadd.s32 q0,q0,q2\n\tvqadd.s32 q1,q1,q3\n\t.endif\n\t"
      ".if %c[step] < 3\n\tvrshl.s32 q0,r8\n\tlsrs r8,r8,#8\n\tvrshl.s32 q1,r8\n\t.endif\n\t"
      ".if %c[step] == 3\n\tvshl.s32 q0,r0\n\tvshl.s32 q1,r0\n\t.endif\n\t"
      ".if %c[step] == 4\n\tvrshl.s32 q0,r0\n\tvrshl.s32 q1,r0\n\t.endif\n\t"
      ".if %c[step] == 5\n\t"
      "vshr.s32 q2,q0,#31\n\tveor q0,q0,q2\n\tvsub.i32 q0,q0,q2\n\tvshl.u32 q0,r0\n\t"
      "veor q0,q0,q2\n\tvsub.i32 q0,q0,q2\n\t"
      "vshr.s32 q3,q1,#31\n\tveor q1,q1,q3\n\tvsub.i32 q1,q1,q3\n\tvshl.u32 q1,r0\n\t"
      "veor q1,q1,q3\n\tvsub.i32 q1,q1,q3\n\t.endif\n\t"
      "vqmovnb.s32 q0,q0\n\tvqmovnt.s32 q0,q1\n\t"
      ".if %c[step] < 3\n\tvqadd.s16 q0,q0,r0\n\t.endif\n\t"
      ".if %c[whole] == 0\n\tldrd r2,r4,[r1,#28]\n\tvdup.16 q2,r2\n\tvdup.16 q3,r4\n\t"
      "vmax.s16 q0,q0,q2\n\tvmin.s16 q0,q0,q3\n\t.endif\n\t"
      "vqmovnb.s16 q0,q0\n\tvstrb.16 q0,[r7,q7]\n\t"
      "adds r7,#2\n\tsubs r11,#1\n\tbne 1b\n\t"
      "pop {r0,r4-r11,lr}\n\tvpop {d8-d15}\n\tbx lr"
      :
      : [step] "i"(static_cast<int>(S)), [whole] "i"(static_cast<int>(Whole)));
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
