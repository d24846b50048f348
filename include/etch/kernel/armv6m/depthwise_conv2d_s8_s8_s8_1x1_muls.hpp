// depthwise_conv2d of 8-bit codes: a channel of a pixel after the other, by MULS.
//
// Needs: the M profile; hwc; one filter a channel; accumulators that are proved exact. C,
// window, padding, stride and dilation are free; windows of 3 x 3 take fewer instructions. Reads: x
// (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y
// (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv6m/core.hpp>
#include <etch/kernel/cortex_m/depthwise_by_windows.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// Windows of 3 x 3 codes of a channel. Weights lie as they are, (KH,KW,C): the columns of x and of
/// weights are equally far apart.
struct window_of_bytes : core {
  using weight = std::int8_t;
  static constexpr bool by_channel = false;

#if ETCH_HAS_M_PROFILE
  /// The sums of neighbouring channels, up to sums_end, over a window whose rows are x_row and
  /// whose columns are `column` codes apart: of an odd number the first alone, then two at a time.
  ///
  /// Registers: r0 x, r1 weights, r2-r4 product, r5-r7 columns; r8, r9 to the next row of x and of
  /// weights, r10, r11 to the next channel; r12 sums, lr their end.
  [[gnu::naked]] ETCH_KERNEL static void add_window(const std::int8_t*, const std::int8_t*, int,
                                                    int, std::int32_t*, std::int32_t*) {
    __asm volatile(
        ".syntax unified\n"
        "push {r4-r7,lr}\n mov r4,r8\n mov r5,r9\n mov r6,r10\n mov r7,r11\n push {r4-r7}\n"
        "ldr r4,[sp,#36]\n mov r12,r4\n ldr r4,[sp,#40]\n mov lr,r4\n"
        "movs r5,#0\n mov r6,r3\n adds r7,r3,r3\n"
        "mov r8,r2\n adds r4,r7,r3\n mov r9,r4\n"
        "adds r2,r2,r2\n rsbs r2,r2,#0\n adds r2,#1\n mov r10,r2\n"
        "adds r4,r4,r4\n rsbs r4,r4,#0\n adds r4,#1\n mov r11,r4\n"
        "mov r2,r12\n mov r3,lr\n subs r3,r3,r2\n sub sp,#4\n lsls r3,r3,#29\n bpl 1f\n"
        ".irp channel,alone,first,second\n"
        ".ifc \\channel,first\n 1:\n .endif\n"
        "ldrsb r4,[r0,r5]\n ldrsb r3,[r1,r5]\n muls r4,r3,r4\n"
        ".irp at,r6,r7,next,r5,r6,r7,next,r5,r6,r7\n"
        ".ifc \\at,next\n add r0,r8\n add r1,r9\n"
        ".else\n ldrsb r2,[r0,\\at]\n ldrsb r3,[r1,\\at]\n muls r2,r3,r2\n adds r4,r4,r2\n .endif\n"
        ".endr\n"
        "add r0,r10\n add r1,r11\n"
        ".ifc \\channel,first\n str r4,[sp]\n"
        ".else\n mov r2,r12\n"
        ".ifc \\channel,alone\n stmia r2!,{r4}\n"
        ".else\n ldr r3,[sp]\n stmia r2!,{r3,r4}\n .endif\n"
        "mov r12,r2\n cmp r12,lr\n"
        ".ifc \\channel,alone\n beq 2f\n .else\n bne 1b\n .endif\n"
        ".endif\n"
        ".endr\n"
        "2: add sp,#4\n"
        "pop {r4-r7}\n mov r8,r4\n mov r9,r5\n mov r10,r6\n mov r11,r7\n pop {r4-r7,pc}\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }
#endif
};

}  // namespace armv6m

/// depthwise_conv2d of 8-bit codes by windows.
struct depthwise_conv2d_s8_s8_s8_1x1_muls
    : layer_kernel<depthwise_conv2d_s8_s8_s8_1x1_muls, ops::depthwise_conv2d,
                   cortex_m::depthwise_by_windows<armv6m::window_of_bytes>> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_1x1_muls";
};

}  // namespace ETCH_NAMESPACE
