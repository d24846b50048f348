// dense of 8-bit codes: eight filters a pass over the input, two products by one MUL.
//
// Needs: Armv7-M; accumulators that are proved exact. B, K and O are free.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
//
// Of a word of four weights plus 128, AND keeps W = w0 + 2^16 w2 or W = w1 + 2^16 w3; with x a code
// plus 128, W x is two products of 16 bits beside each other, added up as in
// conv2d_s8_s8_s8_2x4_mul.hpp.
#pragma once

#include <etch/kernel/armv7m/core.hpp>
#include <etch/kernel/cortex_m/rows_by_eights.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

namespace armv7m {

/// Eight filters. They lie in the order of their sums, the middle two of a word swapped.
struct block_of_halves : core {
  static constexpr int weight_bits = 8;
  static constexpr bool takes_zeros = false;  // of conv2d: by the fewest instructions
  static constexpr int place_of_filter(int i) { return (i & 4) + 2 * (i & 1) + (i >> 1 & 1); }
  static constexpr int bias_of_code = 128;

#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  /// sums[8] = w x over `taps` taps, w (K,8), modulo 2^32; besides, 128 times the sum of a filter's
  /// own weights, which its end takes off.
  ETCH_KERNEL static void add_products(const std::int8_t* x, const std::int8_t* w, int taps,
                                       std::int32_t* sums) {
    constexpr int most = 1 << 16;  // sums stay below 2^32
    std::uint32_t total[8];
    const std::uint32_t start = 0U - (static_cast<std::uint32_t>(taps) << 14);
    for (std::uint32_t& t : total) t = start;
    for (; taps > 0; taps -= most, x += most, w += 8 * most) {
      std::uint32_t halves[8];
      add_halves(x, w, minimum(taps, most), halves);
      for (int i = 0; i < 8; i += 2) {
        total[i] += halves[i] - (halves[i + 1] << 16);
        total[i + 1] += halves[i + 1];
      }
    }
    for (int i = 0; i < 8; ++i) sums[i] = static_cast<std::int32_t>(total[i]);
  }

  /// Registers: r4-r11 sums, r0 x, r1 weights, lr W, r2 and r3 pointers, r12 mask. The short pass
  /// of the loop, unrolled eight times, is the first; a step is 72 bytes of code.
  [[gnu::naked]] ETCH_KERNEL static void add_halves(const std::int8_t*, const std::int8_t*, int,
                                                    std::uint32_t*) {
    __asm volatile(
        "push {r3-r11,lr}\n add r4,r0,r2\n push {r4}\n"
        // taps to skip: -K mod 8
        "rsb r4,r2,#0\n and r4,r4,#7\n sub r2,r0,r4\n sub r3,r1,r4,lsl #3\n"
        "add r4,r4,r4,lsl #3\n lsl r1,r4,#3\n"
        "mov r12,#0x00ff00ff\n"
        "mov.w r4,#0\n mov.w r5,#0\n mov.w r6,#0\n mov.w r7,#0\n"
        "mov.w r8,#0\n mov.w r9,#0\n mov.w r10,#0\n mov.w r11,#0\n"
        "add.n pc,r1\n nop.n\n"
        "1: .irp k,0,1,2,3,4,5,6,7\n"
        "ldrb.w r0,[r2,#\\k]\n ldr.w r1,[r3,#8*\\k]\n eor.w r0,r0,#0x80\n"
        "and.w lr,r12,r1\n mul lr,lr,r0\n add.n r4,lr\n add.w r5,r5,lr,lsr #16\n"
        "and.w r1,r12,r1,lsr #8\n mul r1,r1,r0\n add.n r6,r1\n add.w r7,r7,r1,lsr #16\n"
        "ldr.w r1,[r3,#8*\\k+4]\n"
        "and.w lr,r12,r1\n mul lr,lr,r0\n add.n r8,lr\n add.w r9,r9,lr,lsr #16\n"
        "and.w r1,r12,r1,lsr #8\n mul r1,r1,r0\n add.n r10,r1\n add.w r11,r11,r1,lsr #16\n"
        ".endr\n"
        "ldr r0,[sp]\n add r2,r2,#8\n add r3,r3,#64\n cmp r2,r0\n bne.w 1b\n"
        "pop {r0,r3}\n stm r3,{r4-r11}\n pop {r4-r11,pc}\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }
#endif
};

}  // namespace armv7m

/// dense of 8-bit codes by eight filters.
struct dense_s8_s8_s8_8x1_mul : layer_kernel<dense_s8_s8_s8_8x1_mul, ops::dense,
                                             cortex_m::dense_by_eights<armv7m::block_of_halves>> {
  static constexpr const char* name = "dense_s8_s8_s8_8x1_mul";
};

}  // namespace ETCH_NAMESPACE
