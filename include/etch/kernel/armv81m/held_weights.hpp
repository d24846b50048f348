// The loop of convolutions whose windows have few codes: the weights of two filters stay in
// registers, and windows, one behind the other, are read once for each pair of filters.
//
// Eight sums take all even registers, lr among them, which is why there is no LE here.
#pragma once

#include <etch/kernel/armv81m/tile_of_sums.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// How long a window is.
enum class window_length : std::int8_t {
  half,   ///< 8 bytes: two windows are a vector
  one,    ///< vectors
  two,    ///< vectors
  three,  ///< vectors
};
constexpr int bytes_of(window_length n) {
  return n == window_length::half ? 8 : 16 * static_cast<int>(n);
}
/// The shortest that has `codes`, at most 48.
constexpr window_length length_of(int codes) {
  return codes <= 8 ? window_length::half : static_cast<window_length>((codes + 15) / 16);
}
/// Vectors of weights of a pair of filters; of half a vector each filter has two, for the first and
/// the second window of a vector.
constexpr int vectors_of_pair(window_length n) {
  return n == window_length::half ? 4 : 2 * static_cast<int>(n);
}

#if ETCH_HAS_MVE

/// What pairs_of_filters reads, and moves on.
struct held_task {
  const std::int8_t* x;        ///< [window][length]
  std::int8_t* y;              ///< of the first window and filter
  std::int32_t fours;          ///< of windows, at least 1
  const void* constants;       ///< tile_constants of a pair
  const void* end;             ///< behind those of the last pair
  const std::int8_t* weights;  ///< [pair][filter][vector][16]
  std::int32_t y_step;         ///< bytes from four pixels to the next
  epilogue_words to_end;
  std::uint16_t places[8];  ///< of pixel p in filter f, from y: [p][f]
};

/// The codes of pairs of filters over windows. r7 is the task, r1 the windows, r5 the output, r9
/// counts fours of windows, r3 is the stack: bias, bias, multiplier, multiplier, shifts and zero
/// point of the pair, from byte 32 on room for a vector. Apart: bytes from window to window.
template <window_length N, epilogue_step S, bool Whole, int Apart = bytes_of(N)>
[[gnu::naked]] ETCH_KERNEL void pairs_of_filters(held_task*) {
  __asm volatile(
      // sums a and b of a window, whose vectors are q6 and q7 in turn
      ".macro etch_window a,b,x,z\n\t"
      ".if %c[length] == 1\n\tvldrb.8 \\x,[r1],#%c[apart]\n\t"
      "vmladav.s8 \\a,\\x,q0\n\tvmladav.s8 \\b,\\x,q1\n\t.endif\n\t"
      ".if %c[length] == 2\n\tvldrb.8 q6,[r1],#16\n\tvldrb.8 q7,[r1],#%c[apart]-16\n\t"
      "vmladav.s8 \\a,q6,q0\n\tvmladav.s8 \\b,q6,q2\n\t"
      "vmladava.s8 \\a,q7,q1\n\tvmladava.s8 \\b,q7,q3\n\t.endif\n\t"
      ".if %c[length] == 3\n\tvldrb.8 \\x,[r1],#16\n\tvldrb.8 \\z,[r1],#16\n\t"
      "vmladav.s8 \\a,\\x,q0\n\tvmladav.s8 \\b,\\x,q3\n\tvldrb.8 \\x,[r1],#%c[apart]-32\n\t"
      "vmladava.s8 \\a,\\z,q1\n\tvmladava.s8 \\b,\\z,q4\n\t"
      "vmladava.s8 \\a,\\x,q2\n\tvmladava.s8 \\b,\\x,q5\n\t.endif\n\t.endm\n\t"

      // what the sign of sums changes; t is lost
      ".macro etch_signs v,t\n\t"
      ".if %c[step] == 1 || %c[step] == 4\n\tvshr.s32 \\t,\\v,#31\n\tvqadd.s32 \\v,\\v,\\t\n\t"
      ".endif\n\t.if %c[step] == 5\n\tvshr.s32 \\t,\\v,#31\n\tveor \\v,\\v,\\t\n\t"
      "vsub.i32 \\v,\\v,\\t\n\tvshl.u32 \\v,r8\n\tveor \\v,\\v,\\t\n\t"
      "vsub.i32 \\v,\\v,\\t\n\t.endif\n\t.endm\n\t"

      "vpush {d8-d15}\n\tpush {r4-r11,lr}\n\tsub sp,sp,#52\n\tmov r7,r0\n\tmov r3,sp\n"
      "1:\n\tldr r0,[r7,#20]\n\t"
      "vldrw.32 q0,[r0],#16\n\tvldrw.32 q1,[r0],#16\n\t"
      ".if %c[length] != 1\n\tvldrw.32 q2,[r0],#16\n\tvldrw.32 q3,[r0],#16\n\t.endif\n\t"
      ".if %c[length] == 3\n\tvldrw.32 q4,[r0],#16\n\tvldrw.32 q5,[r0],#16\n\t.endif\n\t"
      "str r0,[r7,#20]\n\tldr r0,[r7,#12]\n\tldr r12,[r7,#28]\n\t"
      ".if %c[step] < 3\n\tldm r0!,{r2,r4,r6,r8,r10}\n\t"
      ".else\n\tldm r0!,{r2,r4}\n\tmov r10,r12\n\t.endif\n\t"
      "stm r3,{r2,r4,r6,r8,r10,r12}\n\tstr r0,[r7,#12]\n\t"
      "ldrd r1,r5,[r7]\n\tadds r0,r5,#2\n\tstr r0,[r7,#4]\n\tldr r9,[r7,#8]\n\tldr r11,[r7,#24]\n"
      "2:\n\t"
      ".if %c[length] == 0\n\tvldrb.8 q6,[r1],#16\n\tvldrb.8 q7,[r1],#16\n\t"
      "vmladav.s8 r0,q6,q0\n\tvmladav.s8 r2,q6,q1\n\tvmladav.s8 r8,q6,q2\n\t"
      "vmladav.s8 r10,q6,q3\n\tvmladav.s8 r4,q7,q0\n\tvmladav.s8 r6,q7,q1\n\t"
      "vmladav.s8 r12,q7,q2\n\tvmladav.s8 lr,q7,q3\n\t"
      ".else\n\tetch_window r0,r8,q6,q7\n\tetch_window r2,r10,q7,q6\n\t"
      "etch_window r4,r12,q6,q7\n\tetch_window r6,lr,q7,q6\n\t.endif\n\t"
      "vmov q6[2],q6[0],r0,r4\n\tvmov q6[3],q6[1],r2,r6\n\t"
      "vmov q7[2],q7[0],r8,r12\n\tvmov q7[3],q7[1],r10,lr\n\t"
      "ldm r3,{r0,r2,r4,r6,r8,r10}\n\tvadd.i32 q6,q6,r0\n\tvadd.i32 q7,q7,r2\n\t"
      ".if %c[step] == -1\n\tvcvt.f32.s32 q6,q6\n\tvcvt.f32.s32 q7,q7\n\t"
      "vmul.f32 q6,q6,r4\n\tvmul.f32 q7,q7,r6\n\t"
      "vcvtn.s32.f32 q6,q6\n\tvcvtn.s32.f32 q7,q7\n\t"
      ".elseif %c[step] < 2\n\tvqrdmulh.s32 q6,q6,r4\n\tvqrdmulh.s32 q7,q7,r6\n\t.endif\n\t"
      ".if %c[step] == 2\n\tvqdmulh.s32 q6,q6,r4\n\tvqdmulh.s32 q7,q7,r6\n\t.endif\n\t"
      ".if %c[length] == 3\n\t.if %c[step] == 1 || %c[step] == 4 || %c[step] == 5\n\t"
      "vstrw.32 q0,[r3,#32]\n\tetch_signs q6,q0\n\tetch_signs q7,q0\n\tvldrw.32 q0,[r3,#32]\n\t"
      ".endif\n\t.else\n\tetch_signs q6,q4\n\tetch_signs q7,q4\n\t.endif\n\t"
      ".if %c[step] >= 0 && %c[step] < 3\n\tvrshl.s32 q6,r8\n\tlsrs r8,r8,#8\n\tvrshl.s32 "
      "q7,r8\n\t.endif\n\t"
      ".if %c[step] == 3\n\tvshl.s32 q6,r8\n\tvshl.s32 q7,r8\n\t.endif\n\t"
      ".if %c[step] == 4\n\tvrshl.s32 q6,r8\n\tvrshl.s32 q7,r8\n\t.endif\n\t"
      "vqmovnb.s32 q6,q6\n\tvqmovnt.s32 q6,q7\n\t"
      ".if %c[step] < 3\n\tvqadd.s16 q6,q6,r10\n\t.endif\n\t"
      ".if %c[whole] == 0\n\tldrd r0,r2,[r7,#32]\n\tvdup.16 q7,r0\n\tvmax.s16 q6,q6,q7\n\t"
      "vdup.16 q7,r2\n\tvmin.s16 q6,q6,q7\n\t.endif\n\t"
      "vldrh.16 q7,[r7,#40]\n\tvqmovnb.s16 q6,q6\n\tvstrb.16 q6,[r5,q7]\n\t"
      "add r5,r5,r11\n\tsubs r9,#1\n\tbne 2b\n\t"
      "ldrd r0,r2,[r7,#12]\n\tcmp r0,r2\n\tbne 1b\n\t"
      "add sp,sp,#52\n\tpop {r4-r11,lr}\n\tvpop {d8-d15}\n\tbx lr\n\t"
      ".purgem etch_window\n\t.purgem etch_signs"
      :
      : [length] "i"(static_cast<int>(N)), [step] "i"(static_cast<int>(S)),
        [whole] "i"(static_cast<int>(Whole)), [apart] "i"(Apart));
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
