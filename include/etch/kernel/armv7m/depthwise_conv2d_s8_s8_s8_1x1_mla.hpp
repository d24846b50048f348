// depthwise_conv2d of 8-bit codes: a channel of a pixel after the other, by MLA.
//
// Needs: Armv7-M; hwc; one filter a channel; accumulators that are proved exact. C, window,
// padding, stride and dilation are free; windows of up to 5 x 5 take fewer instructions. Reads: x
// (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7m/core.hpp>
#include <etch/kernel/cortex_m/depthwise_by_windows.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv7m {

/// Windows of up to 5 x 5 codes of a channel. Weights, of 8 or 16 bits, lie channel by channel,
/// (C,KH,KW).
template <class W>
struct window_of_bytes : core {
  using weight = W;
  static constexpr bool by_channel = true;
  static constexpr bool adds_window(int rows, int columns) { return rows <= 5 && columns <= 5; }

#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  /// The sums of neighbouring channels, up to sums_end, over a window whose rows are x_row and
  /// whose columns are `column` codes apart.
  ///
  /// Registers: r0-r3, r12 rows of x, r4, r5 one column and three, lr weights, r6, r7 a product, r8
  /// the sum, r9, r10 sums and their end.
  template <int Rows, int Columns>
  [[gnu::naked]] ETCH_KERNEL static void add_window(const std::int8_t*, const W*, int, int,
                                                    std::int32_t*, std::int32_t*) {
    __asm volatile(
        "push {r4-r10,lr}\n ldrd r9,r10,[sp,#32]\n mov lr,r1\n mov r4,r3\n add r5,r3,r3,lsl #1\n"
        "mov r6,r2\n add r1,r0,r6\n add r2,r1,r6\n add r3,r2,r6\n add r12,r3,r6\n"
        ".macro etch_tap row,place,column,tap\n"
        ".if \\column<%c[columns] && \\place<%c[rows]\n"
        ".if \\column==0\n ldrsb r6,[\\row],#1\n .endif\n"
        ".if \\column==1\n ldrsb r6,[\\row,r4]\n .endif\n"
        ".if \\column==2\n ldrsb r6,[\\row,r4,lsl #1]\n .endif\n"
        ".if \\column==3\n ldrsb r6,[\\row,r5]\n .endif\n"
        ".if \\column==4\n ldrsb r6,[\\row,r4,lsl #2]\n .endif\n"
        ".if %c[size]==1\n ldrsb r7,[lr,#\\tap]\n .else\n ldrsh r7,[lr,#2*(\\tap)]\n .endif\n"
        // of a row the first column comes last
        ".if \\tap==%c[start]\n mul r8,r6,r7\n"
        ".else\n mla r8,r6,r7,r8\n .endif\n"
        ".endif\n .endm\n"
        ".macro etch_row row,place\n"
        ".irp column,1,2,3,4,0\n etch_tap \\row,\\place,\\column,%c[columns]*\\place+\\column\n "
        ".endr\n"
        ".endm\n"
        "1: etch_row r0,0\n etch_row r1,1\n etch_row r2,2\n etch_row r3,3\n etch_row r12,4\n"
        ".purgem etch_tap\n .purgem etch_row\n"
        "add lr,lr,#%c[rows]*%c[columns]*%c[size]\n str r8,[r9],#4\n cmp r9,r10\n bne 1b\n"
        "pop {r4-r10,pc}\n" ::[size] "i"(sizeof(W)),
        [rows] "i"(Rows), [columns] "i"(Columns), [start] "i"(Columns > 1 ? 1 : 0)
        : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }
#endif
};

}  // namespace armv7m

/// depthwise_conv2d of 8-bit codes by windows.
struct depthwise_conv2d_s8_s8_s8_1x1_mla
    : layer_kernel<depthwise_conv2d_s8_s8_s8_1x1_mla, ops::depthwise_conv2d,
                   cortex_m::depthwise_by_windows<armv7m::window_of_bytes<std::int8_t>>> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_1x1_mla";
};

}  // namespace ETCH_NAMESPACE
