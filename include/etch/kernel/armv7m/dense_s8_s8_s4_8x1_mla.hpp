// dense of 8-bit codes by weights of at most 4 bits, which take as many in flash: eight filters a
// pass over the input, two products by one MLA.
//
// Needs: Armv7-M; accumulators that are proved exact. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
//
// A word holds the weights of eight filters, each plus 8: of the word shifted by 4 j, AND keeps
// W = wj + 2^16 w(j+4). 16 products wj x have a sum of 16 bits, so that one MLA sums up both
// filters beside each other. SXTH takes the lower sum out; ASRS #16 leaves the upper one rounded
// down by what the carry gives back.
#pragma once

#include <etch/kernel/armv7m/core.hpp>
#include <etch/kernel/cortex_m/rows_by_eights.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

namespace armv7m {

/// Eight filters. The sums of the two in one W lie beside each other.
struct block_of_nibbles : core {
  static constexpr int weight_bits = 4;
  static constexpr bool takes_zeros = false;  // of conv2d: by the fewest instructions
  static constexpr int place_of_filter(int i) { return i / 2 + i % 2 * 4; }
  static constexpr int bias_of_code = 0;

#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  /// Adds to sums[8] w x over `taps` taps, w (K,8).
  ///
  /// Registers: r4-r7 sums of 16 taps, r0 x, r1 weights, lr W, r2 and r3 pointers, r12 mask, r8 the
  /// end of 16 taps, r10 that of x, r9 and r11 sums. The short passes, over two of 16 taps and over
  /// eight taps, are the first; a tap is 40 bytes of code.
  [[gnu::naked]] ETCH_KERNEL static void add_products(const std::int8_t*, const std::int8_t*, int,
                                                      std::int32_t*) {
    __asm volatile(
        "push {r4-r11,lr}\n mov r9,r3\n add r10,r0,r2\n"
        // taps to skip: -K mod 8
        "rsb r4,r2,#0\n and r4,r4,#7\n add r5,r2,r4\n"
        "sub r5,r5,#1\n and r5,r5,#15\n add r5,r5,#1\n add r8,r0,r5\n sub r8,r8,r4\n"
        "mov r2,r0\n mov r3,r1\n add r4,r4,r4,lsl #2\n lsl r1,r4,#3\n"
        "mov r12,#0x000f000f\n"
        "mov.w r4,#0\n mov.w r5,#0\n mov.w r6,#0\n mov.w r7,#0\n"
        "add.n pc,r1\n nop.n\n"
        "1: .rept 8\n"
        "ldrsb.w r0,[r2],#1\n ldr.w r1,[r3],#4\n"
        "and.w lr,r12,r1\n mla r4,lr,r0,r4\n and.w lr,r12,r1,lsr #4\n mla r5,lr,r0,r5\n"
        "and.w lr,r12,r1,lsr #8\n mla r6,lr,r0,r6\n and.w lr,r12,r1,lsr #12\n mla r7,lr,r0,r7\n"
        ".endr\n"
        "cmp r2,r8\n bne.w 1b\n"
        "mov r11,r9\n .irp sum,r4,r5,r6,r7\n"
        "ldrd r0,r1,[r11]\n sxth lr,\\sum\n add.n r0,lr\n asrs \\sum,\\sum,#16\n adcs r1,\\sum\n"
        "strd r0,r1,[r11],#8\n movs \\sum,#0\n .endr\n"
        "add r8,r8,#16\n cmp r2,r10\n bne.w 1b\n"
        "pop {r4-r11,pc}\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }
#endif
};

}  // namespace armv7m

/// dense of weights of at most 4 bits by eight filters.
struct dense_s8_s8_s4_8x1_mla : layer_kernel<dense_s8_s8_s4_8x1_mla, ops::dense,
                                             cortex_m::dense_by_eights<armv7m::block_of_nibbles>> {
  static constexpr const char* name = "dense_s8_s8_s4_8x1_mla";
};

}  // namespace ETCH_NAMESPACE
