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

/// What is known of a tile of shorts: codes to the next pixel, of which every run is a multiple,
/// bytes of a weight and of a bias.
struct shorts {
  int next_x, unit, weight_bytes, bias_bytes;
};

/// Writes sum[filter][pixel] of the runs from `first` to `last`, which is behind it, each of
/// `codes` codes; filters lie next_w bytes apart. r1 is the place in the first pixel, r3 in the
/// third where it is too far, r5 and r7 in the weights, r9 counts codes, r11 is the place in the
/// runs. 15 instructions for 64 products.
template <shorts S>
[[gnu::naked]] ETCH_KERNEL void sum_shorts(const short_sums::run*, const void*, int, int,
                                           const short_sums::run*, const void*, std::int32_t*) {
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

      "push {r1-r11,lr}\n\tmov r11,r0\n\tldr r9,[sp,#52]\n\t"
      "ldr r0,[r9]\n\tldr r8,[r9,#%c[bias]]\n\t"
      "mov r2,r0\n\tmov r4,r0\n\tmov r6,r0\n\tmov r10,r8\n\tmov r12,r8\n\tmov lr,r8\n\tb 6f\n"
      "1:\n\t"
      "ldr r7,[sp,#0]\n\tldrd r1,r5,[r11],#8\n\t"
      ".if %c[w] == 1\n\tadd r5,r7,r5\n\t.else\n\tadd r5,r7,r5,lsl #1\n\t.endif\n\t"
      "ldrd r7,r9,[sp,#4]\n\tadd r7,r5\n\t"
      ".if %c[far]\n\tadd r3,r1,#2*%c[next]\n\t.endif\n\t"
      ".if %c[unit] %% 16 == 0\n"
      "2:\n\tetch_shorts\n\tetch_shorts\n\tsubs r9,#16\n\tbne 2b\n\t"
      ".elseif %c[unit] %% 8 == 0\n\t"
      "lsrs r9,r9,#4\n\tbcc 3f\n\tetch_shorts\n"
      "3:\n\tbeq 5f\n"
      "2:\n\tetch_shorts\n\tetch_shorts\n\tsubs r9,#1\n\tbne 2b\n"
      "5:\n\t"
      ".else\n\t"
      "subs r9,#8\n\tblo 4f\n"
      "2:\n\tetch_shorts\n\tsubs r9,#8\n\tbhs 2b\n"
      "4:\n\tadds r9,#8\n\tbeq 5f\n\tvctp.16 r9\n\tvpstttt\n\t"
      ".if %c[w] == 1\n\tvldrbt.s16 q0,[r5]\n\tvldrbt.s16 q1,[r7]\n\t"
      ".else\n\tvldrht.u16 q0,[r5]\n\tvldrht.u16 q1,[r7]\n\t.endif\n\t"
      "vldrht.u16 q2,[r1]\n\tvldrht.u16 q3,[r1,#%c[next]]\n\t"
      "vmladava.s16 r0,q0,q2\n\tvmladava.s16 r8,q1,q2\n\t"
      "vmladava.s16 r2,q0,q3\n\tvmladava.s16 r10,q1,q3\n\tvpstt\n\t"
      ".if %c[far]\n\tvldrht.u16 q2,[r3]\n\tvldrht.u16 q3,[r3,#%c[next]]\n\t"
      ".else\n\tvldrht.u16 q2,[r1,#2*%c[next]]\n\tvldrht.u16 q3,[r1,#3*%c[next]]\n\t.endif\n\t"
      "vmladava.s16 r4,q0,q2\n\tvmladava.s16 r12,q1,q2\n\t"
      "vmladava.s16 r6,q0,q3\n\tvmladava.s16 lr,q1,q3\n"
      "5:\n\t"
      ".endif\n"
      "6:\n\tldr r9,[sp,#48]\n\tcmp r11,r9\n\tbne 1b\n\t"
      "ldr r9,[sp,#56]\n\tstrd r0,r2,[r9]\n\tstrd r4,r6,[r9,#8]\n\tstrd r8,r10,[r9,#16]\n\t"
      "strd r12,lr,[r9,#24]\n\tpop {r1-r11,pc}\n\t"
      ".purgem etch_weights\n\t.purgem etch_pixel\n\t.purgem etch_shorts"
      :
      : [next] "i"(2 * S.next_x), [far] "i"(static_cast<int>(6 * S.next_x > 254)),
        [unit] "i"(S.unit), [w] "i"(S.weight_bytes), [bias] "i"(S.bias_bytes));
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
