// dense of 8-bit codes by weights of at most 4 bits, which take as many in flash: eight filters a
// pass over the input, two products by one MULS.
//
// Needs: the M profile; accumulators that are proved exact. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
//
// A word holds the weights of eight filters, each plus 8: of the word shifted by 4 j, ANDS keeps
// W = wj + 2^16 w(j+4). The lower halves of 16 products W x add up in 16 bits, signed, so that one
// ADDS sums up both filters; then ASRS #16 leaves the upper sum rounded down by what the carry
// gives back.
#pragma once

#include <etch/kernel/armv6m/core.hpp>
#include <etch/kernel/cortex_m/rows_by_eights.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// Eight filters. The sums of the two in one W lie beside each other.
struct block_of_nibbles : core {
  static constexpr int weight_bits = 4;
  static constexpr bool takes_zeros = false;  // of conv2d: by the fewest instructions
  static constexpr int place_of_filter(int i) { return i / 2 + i % 2 * 4; }
  static constexpr int bias_of_code = 0;

#if ETCH_HAS_M_PROFILE
  /// Adds to sums[8] w x over `taps` taps, w (K,8).
  ///
  /// Registers: r6-r9 sums of 16 taps, r0 x, r1 weights, r5 W, r2 and r3 pointers, r4 mask; r10 the
  /// end of 16 taps, r11 that of x, r12 sums. The short passes, over four of 16 taps and over four
  /// taps, are the first.
  [[gnu::naked]] ETCH_KERNEL static void add_products(const std::int8_t*, const std::int8_t*, int,
                                                      std::int32_t*) {
    __asm volatile(
        ".syntax unified\n"
        "push {r4-r7,lr}\n mov r4,r8\n mov r5,r9\n mov r6,r10\n mov r7,r11\n push {r4-r7}\n"
        "mov r12,r3\n adds r4,r0,r2\n mov r11,r4\n"
        // taps to skip: -K mod 4, 38 bytes of code each
        "rsbs r4,r2,#0\n movs r5,#3\n ands r4,r5\n adds r6,r2,r4\n"
        "subs r2,r0,r4\n movs r3,r1\n"
        "subs r6,#1\n movs r5,#15\n ands r6,r5\n adds r6,#1\n adds r6,r6,r2\n mov r10,r6\n"
        "movs r5,#38\n muls r5,r4,r5\n mov lr,r5\n"
        "movs r4,#15\n lsls r5,r4,#16\n orrs r4,r5\n"
        "movs r6,#0\n movs r7,#0\n mov r8,r6\n mov r9,r6\n"
        "add pc,lr\n nop\n"
        "1: .irp tap,0,1,2,3\n"
        "ldmia r3!,{r1}\n ldrb r0,[r2,#\\tap]\n sxtb r0,r0\n"
        "movs r5,r1\n ands r5,r4\n muls r5,r0,r5\n adds r6,r6,r5\n"
        "lsrs r5,r1,#4\n ands r5,r4\n muls r5,r0,r5\n adds r7,r7,r5\n"
        "lsrs r5,r1,#8\n ands r5,r4\n muls r5,r0,r5\n add r8,r5\n"
        "lsrs r1,r1,#12\n ands r1,r4\n muls r1,r0,r1\n add r9,r1\n"
        ".endr\n"
        "adds r2,#4\n cmp r2,r10\n bne 1b\n"
        "mov r0,r12\n"
        ".irp sum,r6,r7,r8,r9\n .ifnc \\sum,r6\n mov r6,\\sum\n .endif\n"
        "ldr r1,[r0]\n sxth r5,r6\n adds r1,r1,r5\n"
        "ldr r5,[r0,#4]\n asrs r6,r6,#16\n adcs r5,r6\n"
        "stmia r0!,{r1,r5}\n .endr\n"
        "movs r6,#0\n movs r7,#0\n mov r8,r6\n mov r9,r6\n"
        "movs r0,#16\n add r10,r0\n cmp r2,r11\n bne 1b\n"
        "pop {r4-r7}\n mov r8,r4\n mov r9,r5\n mov r10,r6\n mov r11,r7\n pop {r4-r7,pc}\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }
#endif
};

}  // namespace armv6m

/// dense of weights of at most 4 bits by eight filters.
struct dense_s8_s8_s4_8x1_muls : layer_kernel<dense_s8_s8_s4_8x1_muls, ops::dense,
                                              cortex_m::dense_by_eights<armv6m::block_of_nibbles>> {
  static constexpr const char* name = "dense_s8_s8_s4_8x1_muls";
};

}  // namespace ETCH_NAMESPACE
