// depthwise_conv2d of 8-bit codes: a channel of a pixel after the other, by MULS.
//
// Needs: the M profile; hwc; one filter a channel; accumulators that are proved exact. C,
// window, padding, stride and dilation are free; windows of up to 5 x 5 take fewer instructions.
// Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv6m/core.hpp>
#include <etch/kernel/cortex_m/depthwise_by_windows.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// Windows of up to 5 x 5 codes of a channel. Weights lie as they are, (KH,KW,C): the columns of x
/// and of weights are equally far apart.
struct window_of_bytes : core {
  using weight = std::int8_t;
  static constexpr bool by_channel = false;
  static constexpr bool adds_window(int rows, int columns) { return rows <= 5 && columns <= 5; }

#if ETCH_HAS_M_PROFILE
  /// The sums of neighbouring channels, up to sums_end, over a window whose rows are x_row and
  /// whose columns are `column` codes apart: of few taps two at a time, the first alone where the
  /// number is odd.
  ///
  /// Registers: r0 x, r1 weights, r2-r4 product, r5-r7 columns; r8, r9 to the next row of x and of
  /// weights, r10, r11 to the next channel; r12 sums, lr their end or, in wide windows, the way to
  /// columns 3 and 4; on the stack the first sum of two or that end.
  template <int Rows, int Columns>
  [[gnu::naked]] ETCH_KERNEL static void add_window(const std::int8_t*, const std::int8_t*, int,
                                                    int, std::int32_t*, std::int32_t*) {
    __asm volatile(
        ".syntax unified\n"
        "push {r4-r7,lr}\n mov r4,r8\n mov r5,r9\n mov r6,r10\n mov r7,r11\n push {r4-r7}\n"
        "ldr r4,[sp,#36]\n mov r12,r4\n ldr r4,[sp,#40]\n mov lr,r4\n sub sp,#4\n str r4,[sp]\n"
        "mov r6,r3\n adds r7,r3,r3\n"
        ".if %c[columns]>3\n adds r4,r7,r3\n mov lr,r4\n .else\n movs r4,#0\n .endif\n"
        "subs r5,r2,r4\n mov r8,r5\n movs r5,#%c[columns]\n muls r3,r5,r3\n"
        "subs r5,r3,r4\n mov r9,r5\n movs r5,#%c[rows]-1\n"
        "muls r2,r5,r2\n adds r2,r2,r4\n rsbs r2,r2,#0\n adds r2,#1\n mov r10,r2\n"
        "muls r3,r5,r3\n adds r3,r3,r4\n rsbs r3,r3,#0\n adds r3,#1\n mov r11,r3\n"
        "movs r5,#0\n"
        ".macro etch_product at,first\n"
        ".if \\first\n ldrsb r4,[r0,\\at]\n ldrsb r3,[r1,\\at]\n muls r4,r3,r4\n"
        ".else\n ldrsb r2,[r0,\\at]\n ldrsb r3,[r1,\\at]\n muls r2,r3,r2\n adds r4,r4,r2\n"
        ".endif\n .endm\n"
        ".macro etch_window\n"
        ".irp row,0,1,2,3,4\n .if \\row<%c[rows]\n"
        ".if \\row>0\n add r0,r8\n add r1,r9\n .endif\n"
        "etch_product r5,(\\row==0)\n"
        ".if %c[columns]>1\n etch_product r6,0\n .endif\n"
        ".if %c[columns]>2\n etch_product r7,0\n .endif\n"
        ".if %c[columns]>3\n add r0,lr\n add r1,lr\n etch_product r5,0\n .endif\n"
        ".if %c[columns]>4\n etch_product r6,0\n .endif\n"
        ".endif\n .endr\n"
        "add r0,r10\n add r1,r11\n .endm\n"
        ".if %c[rows]*%c[columns]>9 || %c[columns]>3\n"
        "1: etch_window\n mov r2,r12\n stmia r2!,{r4}\n mov r12,r2\n"
        "ldr r3,[sp]\n cmp r2,r3\n beq 2f\n b 1b\n"
        ".else\n"
        "mov r2,r12\n mov r3,lr\n subs r3,r3,r2\n lsls r3,r3,#29\n bpl 1f\n"
        "etch_window\n mov r2,r12\n stmia r2!,{r4}\n mov r12,r2\n cmp r12,lr\n beq 2f\n"
        "1: etch_window\n str r4,[sp]\n etch_window\n"
        "mov r2,r12\n ldr r3,[sp]\n stmia r2!,{r3,r4}\n mov r12,r2\n cmp r12,lr\n bne 1b\n"
        ".endif\n"
        ".purgem etch_product\n .purgem etch_window\n"
        "2: add sp,#4\n"
        "pop {r4-r7}\n mov r8,r4\n mov r9,r5\n mov r10,r6\n mov r11,r7\n pop {r4-r7,pc}\n" ::
            [rows] "i"(Rows),
        [columns] "i"(Columns)
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
