// Windows of 3 x 3 of a channel: codes of two rows in one word, by SMLAD, the nine weights of a
// channel in six registers for a whole row of output.
//
// Words of input lie [column][channel of four][upper pair, lower pair]: rows r and r + 1 of a
// column in one word, r + 2 and r + 3 in the other. With weights (w0, w1) and (w1, w2) of a column
// these four rows are three products of a window from row r on and three of one from row r + 1 on,
// in two instructions each. The next windows begin two rows below: the lower pair becomes the upper
// one where it lies.
#pragma once

#include <etch/kernel/armv7em/channels.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Weights of a channel, column after column. Words that begin at bytes 0, 3 and 5 have one each.
inline constexpr int window_weights = 9;
/// Bytes of a channel: its weights, and where sums end by factors the shift less one.
constexpr int channel_bytes(epilogue_code e) { return window_weights + (e.shifts ? 0 : 1); }
/// Where the sum of a channel starts, and what it is multiplied by.
struct scaled_channel : channel_start {
  std::int32_t multiplier;
};
/// Words of a column of input.
inline constexpr int column_words = 8;

/// What columns_of_channels reads. The words up to `end` are its own memory, but for `shift`: that
/// of layers that have one, of others what is added to sums, which goes to `added`.
struct column_task {
  std::int32_t start;
  std::int32_t added;
  std::int32_t factor[2];
  std::int32_t shift;
  std::uint32_t end;
  std::int32_t pixel;      ///< codes from pixel to pixel
  std::int32_t row;        ///< from the first row of output to the second; 0: there is none
  std::int32_t headroom;   ///< of codes whose range is no power of two: what UQADD8 adds
  std::int32_t give_back;  ///< and what then makes it a code
  const std::uint32_t* x;  ///< words of the first channel
  std::int8_t* y;          ///< its first code
  const std::int8_t* weights;
  const void* channels;            ///< channel_start or scaled_channel
  const std::int8_t* weights_end;  ///< of the last channel
  std::uint32_t span;              ///< bytes of input words that pairs of pixels move over
  std::int32_t single;             ///< whether one pixel is left
};

#if ETCH_HAS_DSP

static_assert(sizeof(column_task) == 68 && __builtin_offsetof(column_task, shift) == 16,
              "columns_of_channels copies the upper 52 bytes and keeps the stack aligned to 8");

/// Sums that columns_of_channels ends, as bits of register numbers: of pairs of pixels, and what of
/// them a single pixel lacks.
constexpr int sums_of(int stride, int rows) {
  return stride == 2 ? 1 << 2 | 1 << 3
         : rows == 2 ? 1 << 2 | 1 << 3 | 1 << 10 | 1 << 11
                     : 1 << 2 | 1 << 10;
}
constexpr int sums_of_second(int stride, int rows) {
  return stride == 2 ? 1 << 3 : rows == 2 ? 1 << 10 | 1 << 11 : 1 << 10;
}

// What columns_of_channels needs now and then lies in registers of the FPU, from where VMOV brings
// one word a cycle, or where there is none on the stack, where a load takes a cycle more.
#if ETCH_HAS_M_SINGLE
#define ETCH_KEEP(r, s, place) "vmov " s "," r "\n"
#define ETCH_TAKE(r, s, place) "vmov " r "," s "\n"
#define ETCH_KEEP_BOTH(r, s, r2, s2, place) "vmov " s "," s2 "," r "," r2 "\n"
#define ETCH_TAKE_BOTH(r, s, r2, s2, place) "vmov " r "," r2 "," s "," s2 "\n"
inline constexpr int bytes_in_fpu = __builtin_offsetof(column_task, weights_end);
#else
#define ETCH_KEEP(r, s, place) "str " r ",[sp,%[" place "]]\n"
#define ETCH_TAKE(r, s, place) "ldr " r ",[sp,%[" place "]]\n"
#define ETCH_KEEP_BOTH(r, s, r2, s2, place) "strd " r "," r2 ",[sp,%[" place "]]\n"
#define ETCH_TAKE_BOTH(r, s, r2, s2, place) "ldrd " r "," r2 ",[sp,%[" place "]]\n"
inline constexpr int bytes_in_fpu = 0;
#endif

/// Writes Rows rows of output, one where windows move by two cells, of the task's channels. The
/// upper pair lies first, or where Swapped second.
///
/// Registers: r4-r9 weights, r0 and r1 pairs of rows, r12 input words, lr output; sums of two
/// pixels in r2, r10 (first row) and r3, r11 (second row), or where windows move by two in r2, r3,
/// with the start of sums in r10 and the shift in r11. All 14 are in use, hence a naked function. A
/// copy of the task lies on top of the stack; where there is an FPU its last three words, the
/// others in s2 to s15. LDR behind LDR takes one cycle, and so does STRB behind LDR.
template <int Stride, int Rows, bool Swapped, epilogue_code E>
requires(Stride == 1 || Rows == 1)
[[gnu::naked]] ETCH_KERNEL void columns_of_channels(const column_task*) {
  __asm volatile(
      "push {r4-r11,lr}\n"
#if ETCH_HAS_M_SINGLE
      "ldr r1,[r0,%[shift]]\n add r2,r0,%[pixel]\n vldmia r2!,{s8-s15}\n"
      "ldm r2,{r3-r5}\n push {r3-r5}\n"
      ".if %c[shifts]&&%c[stride]==1\n vmov s5,r1\n .endif\n"
#else
      "sub sp,sp,%[frame]\n add r0,r0,%[shift]\n ldm r0,{r1-r12,lr}\n"
      "add r0,sp,%[shift]\n stm r0,{r1-r12,lr}\n"
#endif
      ".if %c[shifts]==0\n" ETCH_KEEP("r1", "s7", "added")
      ".elseif %c[stride]==2\n mov r11,r1\n .endif\n"
      // the next channel
      "1:\n" ETCH_TAKE_BOTH("r0", "s14", "r1", "s15", "weights")
      "ldr r4,[r0]\n ldr r6,[r0,#3]\n ldr r8,[r0,#5]\n"
      ".if %c[shifts]\n ldr r2,[r1],#4\n add r0,r0,#9\n .else\n"
      "ldrb r11,[r0,#9]\n " ETCH_TAKE("r10", "s7", "added") "ldm r1!,{r2,r3}\n add r0,r0,#10\n"
      ".if %c[step]!=3\n lsl r10,r10,r11\n .endif\n"
      ETCH_KEEP_BOTH("r3", "s3", "r10", "s4", "factor") "lsl r2,r2,#1\n"
      ".if %c[stride]==1\n" ETCH_KEEP("r11", "s5", "shift") ".endif\n .endif\n"
      ETCH_KEEP_BOTH("r0", "s14", "r1", "s15", "weights")
      ".if %c[stride]==1\n" ETCH_KEEP("r2", "s2", "start") ".else\n mov r10,r2\n .endif\n"
      // (w0, w1) and (w1, w2) of each column from (w0, w2) and w1
      "sxtb16 r2,r4\n sxtb16 r3,r4,ror #8\n pkhbt r4,r2,r3,lsl #16\n pkhbt r5,r3,r2\n"
      "sxtb16 r2,r6\n sxtb16 r3,r6,ror #8\n pkhbt r6,r2,r3,lsl #16\n pkhbt r7,r3,r2\n"
      "sxtb16 r2,r8,ror #8\n sxtb16 r3,r8\n pkhbt r8,r2,r3\n pkhtb r9,r2,r3,asr #16\n"
      ".if %c[shifts]==0\n .irp r,4,5,6,7,8,9\n sadd16 r\\r,r\\r,r\\r\n .endr\n .endif\n"
      ETCH_TAKE_BOTH("r12", "s12", "lr", "s13", "x") "add r2,r12,#8\n add r3,lr,#1\n"
      ETCH_KEEP_BOTH("r2", "s12", "r3", "s13", "x")
      "ldr r0,[sp,%[span]]\n add r0,r0,r12\n" ETCH_KEEP("r0", "s6", "end")
      "cmp r12,r0\n beq.w 3f\n"
      // pairs of pixels, then a single one
      ".irp single,0,1\n"
      ".if \\single\n ldr r0,[sp,%[single]]\n cmp r0,#0\n beq.w 4f\n .else\n 2:\n .endif\n"
      ".if %c[stride]==1\n"
      ETCH_TAKE("r10", "s2", "start") "ldr r%c[q],[r12,#4]\n ldr r%c[p],[r12],#32\n"
      ".if %c[rows]==2\n smlatb r3,r0,r4,r10\n smlad r3,r1,r5,r3\n .endif\n"
      "smlad r2,r0,r4,r10\n smlabt r2,r1,r5,r2\n"
      ".if \\single\n ldrd r%c[p],r%c[q],[r12],#32\n .else\n"
      "ldr r%c[q],[r12,#4]\n ldr r%c[p],[r12],#32\n"
      ".if %c[rows]==2\n smlatb r11,r0,r4,r10\n smlad r11,r1,r5,r11\n .endif\n"
      "smlad r10,r0,r4,r10\n smlabt r10,r1,r5,r10\n .endif\n"
      "smlad r2,r0,r6,r2\n smlabt r2,r1,r7,r2\n"
      ".if %c[rows]==2\n smlatb r3,r0,r6,r3\n smlad r3,r1,r7,r3\n .endif\n"
      "ldrd r%c[p],r%c[q],[r12]\n smlad r2,r0,r8,r2\n smlabt r2,r1,r9,r2\n"
      ".if %c[rows]==2\n smlatb r3,r0,r8,r3\n smlad r3,r1,r9,r3\n .endif\n"
      ".if \\single==0\n"
      "smlad r10,r0,r6,r10\n smlabt r10,r1,r7,r10\n"
      ".if %c[rows]==2\n smlatb r11,r0,r6,r11\n smlad r11,r1,r7,r11\n .endif\n"
      "ldrd r%c[p],r%c[q],[r12,#32]\n smlad r10,r0,r8,r10\n smlabt r10,r1,r9,r10\n"
      ".if %c[rows]==2\n smlatb r11,r0,r8,r11\n smlad r11,r1,r9,r11\n .endif\n .endif\n"
      ".else\n"
      "ldr r%c[q],[r12,#4]\n ldr r%c[p],[r12],#64\n"
      "smlad r2,r0,r4,r10\n smlabt r2,r1,r5,r2\n"
      "ldrd r%c[p],r%c[q],[r12,#-32]\n smlad r2,r0,r6,r2\n smlabt r2,r1,r7,r2\n"
      // the last column of a window is the first of the next
      "ldr r%c[q],[r12,#4]\n ldr r%c[p],[r12],#64\n"
      "smlad r2,r0,r8,r2\n smlabt r2,r1,r9,r2\n"
      ".if \\single==0\n smlad r3,r0,r4,r10\n smlabt r3,r1,r5,r3\n"
      "ldrd r%c[p],r%c[q],[r12,#-32]\n smlad r3,r0,r6,r3\n smlabt r3,r1,r7,r3\n"
      "ldrd r%c[p],r%c[q],[r12]\n smlad r3,r0,r8,r3\n smlabt r3,r1,r9,r3\n .endif\n"
      ".endif\n"
      // sums become codes
      ".if %c[shifts]==0\n" ETCH_TAKE_BOTH("r0", "s3", "r1", "s4", "factor") ".endif\n"
      ".if %c[step]==3\n vmov s1,r0\n .else\n"
      ".irp r,2,3,10,11\n .if ((%c[sums]-\\single*%c[second])>>\\r)&1\n"
      ".if %c[shifts]==0&&%c[step]==0\n smmlar r\\r,r\\r,r0,r1\n .endif\n"
      // ties of negatives go away from zero
      ".if %c[step]==1\n smmulr r\\r,r\\r,r0\n add r\\r,r\\r,r\\r,asr #31\n add r\\r,r\\r,r1\n"
      ".endif\n"
      ".if %c[step]==2\n smmla r\\r,r\\r,r0,r1\n .endif\n"
      ".endif\n .endr\n .if %c[stride]==1\n" ETCH_TAKE("r0", "s5", "shift") ".endif\n .endif\n"
      ".if %c[rows]==2&&%c[step]!=3&&%c[limit]!=2\n" ETCH_TAKE("r1", "s9", "row") ".endif\n"
      ".irp r,2,3,10,11\n .if ((%c[sums]-\\single*%c[second])>>\\r)&1\n"
      ".if %c[step]==3\n vmov s0,r\\r\n vcvt.f32.s32 s0,s0\n vmul.f32 s0,s0,s1\n"
      "vcvtr.s32.f32 s0,s0\n vmov r\\r,s0\n add r\\r,r\\r,r1\n"
      ".else\n asr r\\r,r\\r,r%c[places]\n .endif\n"
      ".if %c[shifts]||%c[step]==3\n"
      ".if %c[limit]==0\n ssat r\\r,#8,r\\r\n .endif\n"
      ".if %c[limit]==1\n usat r\\r,#7,r\\r\n .endif\n"
      ".if %c[limit]==2\n usat r\\r,#8,r\\r\n .endif\n"
      ".else\n"
      ".if %c[limit]==0\n ssat r\\r,#8,r\\r,asr #1\n .else\n usat r\\r,#8,r\\r,asr #1\n .endif\n"
      ".endif\n"
      ".endif\n .endr\n"
      ".if %c[limit]==2\n" ETCH_TAKE_BOTH("r0", "s10", "r1", "s11", "headroom")
      ".irp r,2,3,10,11\n .if ((%c[sums]-\\single*%c[second])>>\\r)&1\n"
      "uqadd8 r\\r,r\\r,r0\n add r\\r,r\\r,r1\n .endif\n .endr\n .endif\n"
      ".if %c[rows]==2&&(%c[step]==3||%c[limit]==2)\n" ETCH_TAKE("r1", "s9", "row") ".endif\n"
      ".if \\single\n .if %c[rows]==2\n strb r3,[lr,r1]\n .endif\n strb r2,[lr]\n .else\n"
      ETCH_TAKE("r0", "s8", "pixel")
      ".if %c[rows]==2\n strb r3,[lr,r1]\n strb r2,[lr]\n add lr,lr,r0\n"
      ETCH_TAKE("r2", "s6", "end") "strb r11,[lr,r1]\n strb r10,[lr]\n add lr,lr,r0\n cmp r12,r2\n"
      ".else\n" ETCH_TAKE("r1", "s6", "end")
      ".if %c[stride]==1\n strb r10,[lr,r0]\n .else\n strb r3,[lr,r0]\n .endif\n"
      "strb r2,[lr]\n add lr,lr,r0,lsl #1\n cmp r12,r1\n .endif\n"
      "bne.w 2b\n 3:\n .endif\n"
      ".endr\n"
      "4:\n" ETCH_TAKE("r0", "s14", "weights") "ldr r1,[sp,%[weights_end]]\n cmp r0,r1\n bne.w 1b\n"
      "add sp,sp,%[frame]\n pop {r4-r11,pc}\n" ::[frame] "i"(sizeof(column_task) - bytes_in_fpu),
      [start] "i"(__builtin_offsetof(column_task, start)),
      [added] "i"(__builtin_offsetof(column_task, added)),
      [factor] "i"(__builtin_offsetof(column_task, factor)),
      [shift] "i"(__builtin_offsetof(column_task, shift)),
      [end] "i"(__builtin_offsetof(column_task, end)),
      [pixel] "i"(__builtin_offsetof(column_task, pixel)),
      [row] "i"(__builtin_offsetof(column_task, row)),
      [headroom] "i"(__builtin_offsetof(column_task, headroom)),
      [x] "i"(__builtin_offsetof(column_task, x)),
      [weights] "i"(__builtin_offsetof(column_task, weights)),
      [weights_end] "i"(__builtin_offsetof(column_task, weights_end) - bytes_in_fpu),
      [span] "i"(__builtin_offsetof(column_task, span) - bytes_in_fpu),
      [single] "i"(__builtin_offsetof(column_task, single) - bytes_in_fpu), [stride] "i"(Stride),
      [rows] "i"(Rows),
      [sums] "i"(sums_of(Stride, Rows)), [second] "i"(sums_of_second(Stride, Rows)),
      [places] "i"(Stride == 2 ? 11 : 0), [p] "i"(Swapped ? 1 : 0), [q] "i"(Swapped ? 0 : 1),
      [shifts] "i"(E.shifts ? 1 : 0), [step] "i"(E.shifts ? 0 : static_cast<int>(E.step)),
      [limit] "i"(static_cast<int>(E.limit))
      : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}

#undef ETCH_KEEP
#undef ETCH_TAKE
#undef ETCH_KEEP_BOTH
#undef ETCH_TAKE_BOTH

/// Codes of four channels of a row, from one pixel to the next.
struct codes_of_row {
  const std::int8_t* at;
  int step;
};
/// Lays out columns of two rows, from `to` on: their codes, how far apart those of columns are, and
/// how many columns. Four a pass, of which the first may have two alone.
[[gnu::naked]] ETCH_KERNEL inline void pair_columns(std::uint32_t*, const std::int8_t*, int,
                                                    const std::int8_t*, int, int) {
  __asm volatile(
      "push {r4-r8,lr}\n ldrd r4,r5,[sp,#24]\n"
      "lsls r6,r5,#30\n sub.w r5,r5,#2\n bmi.n 2f\n subs r5,r5,#2\n blt.w 3f\n"
      ".irp part,1,2,3\n"
      ".if \\part==3\n subs r5,r5,#4\n bge.w 1b\n 3: lsls r5,r5,#31\n beq.n 4f\n"
      ".else\n \\part:\n .endif\n"
      "ldr r6,[r1]\n ldr r7,[r3]\n .irp column,1,2\n .if \\part!=3||\\column==1\n"
      "pkhbt r8,r6,r7,lsl #16\n pkhtb r7,r7,r6,asr #16\n"
      "sxtb16 r6,r8\n str r6,[r0],#8\n sxtb16 r8,r8,ror #8\n str r8,[r0],#8\n"
      "sxtb16 r6,r7\n str r6,[r0],#8\n sxtb16 r7,r7,ror #8\n str r7,[r0],#8\n .endif\n"
      ".if \\part!=3&&\\column==1\n ldr r6,[r1,r2]\n ldr r7,[r3,r4]\n"
      "add r1,r1,r2,lsl #1\n add r3,r3,r4,lsl #1\n .endif\n .endr\n .endr\n"
      "4: pop {r4-r8,pc}\n" ::
          : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}
ETCH_GLUE void pair_rows(std::uint32_t* to, codes_of_row upper, codes_of_row lower, int count) {
  pair_columns(to, upper.at, upper.step, lower.at, lower.step, count);
}

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
