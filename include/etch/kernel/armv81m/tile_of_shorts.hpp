// Eight sums of 16-bit codes by VMLADAVA: two filters times four pixels, whose windows are read
// where they lie, run by run.
//
// Eight sums take all even registers, lr among them; compilers find no registers for such loops.
#pragma once

#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/layer/short_windows.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Codes between pixels, at most, that the offsets of loads reach.
inline constexpr int most_between_pixels = 127;
/// Filters, at most, of which places in four pixels of codes are numbers of 16 bits.
inline constexpr int most_filters_by_vectors = 16384;

#if ETCH_HAS_MVE

/// What is known of a tile of shorts: codes to the next pixel, codes of each run, bytes of a
/// weight, and from a filter to the next bytes of weights and of biases.
struct shorts {
  int next_x, codes, weight_bytes, next_w, next_bias;
};
/// Steps of eight codes that are done before a loop of four at a time; short runs have no loop.
constexpr int steps_before_loop(int codes) {
  const int steps = codes / 8;
  return steps <= 6 ? steps : steps % 4;
}

/// The sums of four pixels of two filters: those of the runs from `first` to `last`, which is
/// behind it; their weights lie one behind the other. r1 is the place in the first pixel, r3 in the
/// third where it is too far, r5 and r7 in the weights, r9 counts steps or is the last run, r11 is
/// the place in the runs. 14 instructions for 64 products.
template <shorts S>
[[gnu::naked, gnu::pcs("aapcs-vfp")]] ETCH_KERNEL int32x4x2_t
sum_shorts(const short_sums::run*, const void*, const short_sums::run*, const void*) {
  __asm volatile(
      ".macro etch_weights q,r\n\t"
      ".if %c[w] == 1\n\tvldrb.s16 \\q,[\\r],#8\n\t.else\n\tvldrh.u16 \\q,[\\r],#16\n\t.endif\n\t"
      ".endm\n\t"
      // pixel k, behind the first eight codes of the first
      ".macro etch_pixel q,k\n\t"
      ".if %c[far] == 0\n\tvldrh.u16 \\q,[r1,#\\k*%c[next]-16]\n\t"
      ".elseif \\k == 1\n\tvldrh.u16 \\q,[r1,#%c[next]-16]\n\t"
      ".elseif \\k == 2\n\tvldrh.u16 \\q,[r3],#16\n\t"
      ".else\n\tvldrh.u16 \\q,[r3,#%c[next]-16]\n\t.endif\n\t.endm\n\t"
      ".macro etch_shorts\n\t"
      "etch_weights q0,r5\n\tvldrh.u16 q2,[r1],#16\n\tvmladava.s16 r0,q0,q2\n\t"
      "etch_weights q1,r7\n\tvmladava.s16 r8,q1,q2\n\tetch_pixel q3,1\n\t"
      "vmladava.s16 r2,q0,q3\n\tetch_pixel q2,2\n\tvmladava.s16 r10,q1,q3\n\t"
      "vmladava.s16 r4,q0,q2\n\tetch_pixel q3,3\n\tvmladava.s16 r12,q1,q2\n\t"
      "vmladava.s16 r6,q0,q3\n\tvmladava.s16 lr,q1,q3\n\t.endm\n\t"

      "push {r2,r4-r11,lr}\n\tmov r11,r0\n\tldr r5,[r0,#4]\n\t"
      ".if %c[w] == 1\n\tadd r5,r1\n\t.else\n\tadd r5,r1,r5,lsl #1\n\t.endif\n\t"
      ".if %c[next_w] < 4096\n\tadd r7,r5,#%c[next_w]\n\t"
      ".else\n\tmovw r7,#%c[next_w]\n\tadd r7,r5\n\t.endif\n\t"
      "ldr r0,[r3]\n\tldr r8,[r3,#%c[bias]]\n\tmov r9,r2\n\t"
      "mov r2,r0\n\tmov r4,r0\n\tmov r6,r0\n\tmov r10,r8\n\tmov r12,r8\n\tmov lr,r8\n\tb 6f\n"
      "1:\n\tldr r1,[r11],#8\n\t"
      ".if %c[far]\n\tadd r3,r1,#2*%c[next]\n\t.endif\n\t"
      ".irp k,0,1,2,3,4,5\n\t.if \\k < %c[before]\n\tetch_shorts\n\t.endif\n\t.endr\n\t"
      ".if %c[loops]\n\tmovw r9,#%c[loops]\n"
      "2:\n\tetch_shorts\n\tetch_shorts\n\tetch_shorts\n\tetch_shorts\n\tsubs r9,#1\n\tbne 2b\n\t"
      ".endif\n\t"
      ".if %c[rest]\n\tmov r9,#%c[rest]\n\tvctp.16 r9\n\tvpstttt\n\t"
      ".if %c[w] == 1\n\tvldrbt.s16 q0,[r5],#%c[rest]\n\tvldrbt.s16 q1,[r7],#%c[rest]\n\t"
      ".else\n\tvldrht.u16 q0,[r5],#2*%c[rest]\n\tvldrht.u16 q1,[r7],#2*%c[rest]\n\t.endif\n\t"
      "vldrht.u16 q2,[r1]\n\tvldrht.u16 q3,[r1,#%c[next]]\n\t"
      "vmladava.s16 r0,q0,q2\n\tvmladava.s16 r8,q1,q2\n\t"
      "vmladava.s16 r2,q0,q3\n\tvmladava.s16 r10,q1,q3\n\tvpstt\n\t"
      ".if %c[far]\n\tvldrht.u16 q2,[r3]\n\tvldrht.u16 q3,[r3,#%c[next]]\n\t"
      ".else\n\tvldrht.u16 q2,[r1,#2*%c[next]]\n\tvldrht.u16 q3,[r1,#3*%c[next]]\n\t.endif\n\t"
      "vmladava.s16 r4,q0,q2\n\tvmladava.s16 r12,q1,q2\n\t"
      "vmladava.s16 r6,q0,q3\n\tvmladava.s16 lr,q1,q3\n\t.endif\n\t"
      ".if %c[rest] || %c[loops]\n\tldr r9,[sp]\n\t.endif\n"
      "6:\n\tcmp r11,r9\n\tbne 1b\n\t"
      "vmov q0[2],q0[0],r0,r4\n\tvmov q0[3],q0[1],r2,r6\n\t"
      "vmov q1[2],q1[0],r8,r12\n\tvmov q1[3],q1[1],r10,lr\n\tpop {r2,r4-r11,pc}\n\t"
      ".purgem etch_weights\n\t.purgem etch_pixel\n\t.purgem etch_shorts"
      :
      : [next] "i"(2 * S.next_x), [far] "i"(static_cast<int>(6 * S.next_x > 254)),
        [before] "i"(steps_before_loop(S.codes)),
        [loops] "i"((S.codes / 8 - steps_before_loop(S.codes)) / 4), [rest] "i"(S.codes % 8),
        [w] "i"(S.weight_bytes), [next_w] "i"(S.next_w), [bias] "i"(S.next_bias));
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
