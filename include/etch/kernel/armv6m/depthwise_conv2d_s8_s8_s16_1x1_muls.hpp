// depthwise_conv2d of 8-bit codes whose weights have a zero point: a channel of a pixel after the
// other, by MULS. In flash weights lie without it, words.
//
// Needs: the M profile; hwc; one filter a channel; accumulators that are proved exact. C, window,
// padding, stride and dilation are free; windows of 3 x 3 take fewer instructions. Reads: x
// (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv6m/depthwise_conv2d_s8_s8_s8_1x1_muls.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// Windows of 3 x 3 codes of a channel. Weights are words channel by channel, (C,KH,KW).
struct window_of_words : core {
  using weight = std::int32_t;
  static constexpr bool by_channel = true;
  static constexpr bool adds_window(int rows, int columns) { return rows == 3 && columns == 3; }

#if ETCH_HAS_M_PROFILE
  /// As window_of_bytes. Registers: r0 x, r1 weights, r2-r4 product, r5-r7 columns; r8 to the next
  /// row of x, r10 to the next channel; r12 sums, lr their end.
  template <int Rows, int Columns>
  [[gnu::naked]] ETCH_KERNEL static void add_window(const std::int8_t*, const std::int32_t*, int,
                                                    int, std::int32_t*, std::int32_t*) {
    __asm volatile(
        ".syntax unified\n"
        "push {r4-r7,lr}\n mov r4,r8\n mov r6,r10\n push {r4,r6}\n"
        "ldr r4,[sp,#28]\n mov r12,r4\n ldr r4,[sp,#32]\n mov lr,r4\n"
        "movs r5,#0\n mov r6,r3\n adds r7,r3,r3\n"
        "mov r8,r2\n adds r2,r2,r2\n rsbs r2,r2,#0\n adds r2,#1\n mov r10,r2\n"
        "1: ldrsb r4,[r0,r5]\n ldr r3,[r1]\n muls r4,r3,r4\n"
        ".irp tap,1,2,3,4,5,6,7,8\n"
        ".if \\tap%%3==0\n add r0,r8\n ldrsb r2,[r0,r5]\n .endif\n"
        ".if \\tap%%3==1\n ldrsb r2,[r0,r6]\n .endif\n"
        ".if \\tap%%3==2\n ldrsb r2,[r0,r7]\n .endif\n"
        "ldr r3,[r1,#4*\\tap]\n muls r2,r3,r2\n adds r4,r4,r2\n"
        ".endr\n"
        "add r0,r10\n adds r1,#36\n mov r2,r12\n stmia r2!,{r4}\n mov r12,r2\n"
        "cmp r12,lr\n bne 1b\n"
        "pop {r4,r6}\n mov r8,r4\n mov r10,r6\n pop {r4-r7,pc}\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }
#endif
};

}  // namespace armv6m

/// depthwise_conv2d of signed bytes by windows, of weights with a zero point.
struct depthwise_conv2d_s8_s8_s16_1x1_muls
    : layer_kernel<depthwise_conv2d_s8_s8_s16_1x1_muls, ops::depthwise_conv2d,
                   cortex_m::depthwise_of_differences<armv6m::window_of_words>> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s16_1x1_muls";
};

}  // namespace ETCH_NAMESPACE
