// depthwise_conv2d of 8-bit codes: a channel of a pixel after the other, by MLA.
//
// Needs: Armv7-M; hwc; one filter a channel; accumulators that are proved exact. C, window,
// padding, stride and dilation are free; windows of 3 x 3 take fewer instructions. Reads: x
// (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7m/core.hpp>
#include <etch/kernel/cortex_m/depthwise_by_windows.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv7m {

/// Windows of 3 x 3 codes of a channel. Weights, of 8 or 16 bits, lie channel by channel,
/// (C,KH,KW).
template <class W>
struct window_of_bytes : core {
  using weight = W;
  static constexpr bool by_channel = true;

#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  /// The sums of neighbouring channels, up to sums_end, over a window whose rows are x_row and
  /// whose columns are `column` codes apart.
  ///
  /// Registers: r0-r2 rows of x, r4, r5 columns, lr weights, r6, r7 a product, r8 the sum, r9, r10
  /// sums and their end.
  [[gnu::naked]] ETCH_KERNEL static void add_window(const std::int8_t*, const W*, int, int,
                                                    std::int32_t*, std::int32_t*) {
    __asm volatile(
        "push {r4-r10,lr}\n ldrd r9,r10,[sp,#32]\n mov lr,r1\n mov r4,r3\n add r5,r3,r3\n"
        "add r1,r0,r2\n add r2,r1,r2\n"
        ".macro etch_weight tap\n"
        ".if %c[size]==1\n ldrsb r7,[lr,#\\tap]\n .else\n ldrsh r7,[lr,#2*(\\tap)]\n .endif\n"
        ".endm\n"
        "1: .irp row,0,1,2\n"
        "ldrsb r6,[r\\row,r4]\n etch_weight 3*\\row+1\n"
        ".if \\row==0\n mul r8,r6,r7\n .else\n mla r8,r6,r7,r8\n .endif\n"
        "ldrsb r6,[r\\row,r5]\n etch_weight 3*\\row+2\n mla r8,r6,r7,r8\n"
        "ldrsb r6,[r\\row],#1\n etch_weight 3*\\row\n mla r8,r6,r7,r8\n"
        ".endr\n"
        ".purgem etch_weight\n"
        "add lr,lr,#9*%c[size]\n str r8,[r9],#4\n cmp r9,r10\n bne 1b\n"
        "pop {r4-r10,pc}\n" ::[size] "i"(sizeof(W))
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
