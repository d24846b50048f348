// dense of 8-bit codes: eight filters a pass over the input, three instructions a product, by MULS.
//
// Needs: the M profile; accumulators that are proved exact. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/armv6m/core.hpp>
#include <etch/kernel/cortex_m/rows_by_eights.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// Eight filters. Weights plus 128 are bytes that LDRB loads at constant offsets, which LDRSB has
/// none of.
struct block_of_bytes : core {
  static constexpr int weight_bits = 8;
  static constexpr bool takes_zeros = true;  // of conv2d: by the fewest instructions
  static constexpr int place_of_filter(int i) { return i; }
  static constexpr int bias_of_code = 0;

#if ETCH_HAS_M_PROFILE
  /// sums[8] = w x over `taps` taps, w (K,8).
  ///
  /// Registers: r4-r11 sums, r0 x, r1 product, r2 and r3 pointers, r12 the end of x. The short pass
  /// of the loop, unrolled four times, is the first.
  [[gnu::naked]] ETCH_KERNEL static void add_products(const std::int8_t*, const std::int8_t*, int,
                                                      std::int32_t*) {
    __asm volatile(
        ".syntax unified\n"
        "push {r4-r7,lr}\n mov r4,r8\n mov r5,r9\n mov r6,r10\n mov r7,r11\n push {r3-r7}\n"
        "adds r4,r0,r2\n mov r12,r4\n"
        // taps to skip: -K mod 4, 52 bytes of code each
        "rsbs r2,r2,#0\n movs r4,#3\n ands r4,r2\n"
        "subs r2,r0,r4\n lsls r5,r4,#3\n subs r3,r1,r5\n"
        "movs r5,#52\n muls r5,r4,r5\n mov lr,r5\n"
        "movs r4,#0\n movs r5,#0\n movs r6,#0\n movs r7,#0\n"
        "mov r8,r4\n mov r9,r4\n mov r10,r4\n mov r11,r4\n"
        "add pc,lr\n nop\n"
        "1: .irp tap,0,1,2,3\n"
        "ldrb r0,[r2,#\\tap]\n sxtb r0,r0\n"
        ".irp sum,4,5,6,7,8,9,10,11\n"
        "ldrb r1,[r3,#8*\\tap+\\sum-4]\n muls r1,r0,r1\n add r\\sum,r1\n"
        ".endr\n .endr\n"
        "adds r2,#4\n adds r3,#32\n cmp r2,r12\n beq 2f\n b 1b\n"
        "2: pop {r0}\n stmia r0!,{r4-r7}\n mov r4,r8\n mov r5,r9\n mov r6,r10\n mov r7,r11\n"
        "stmia r0!,{r4-r7}\n"
        "pop {r4-r7}\n mov r8,r4\n mov r9,r5\n mov r10,r6\n mov r11,r7\n pop {r4-r7,pc}\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }
#endif
};

}  // namespace armv6m

/// dense of 8-bit codes by eight filters.
struct dense_s8_s8_s8_8x1_muls : layer_kernel<dense_s8_s8_s8_8x1_muls, ops::dense,
                                              cortex_m::dense_by_eights<armv6m::block_of_bytes>> {
  static constexpr const char* name = "dense_s8_s8_s8_8x1_muls";
};

}  // namespace ETCH_NAMESPACE
