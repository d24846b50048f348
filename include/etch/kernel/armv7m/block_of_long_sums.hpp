// Eight filters of a dense layer by SMLAL, two products an instruction.
//
// Of a word of four weights b0 .. b3, AND keeps b1 + 2^24 b0 and b3 + 2^24 b2; the lower of two is
// a byte, its weight plus 128, the upper one is signed. Sums of up to 256 taps in 64 bits then are
// s1 + 2^24 s0 with |s1| < 2^23.
#pragma once

#include <etch/kernel/armv7m/sum_ends.hpp>

namespace etch::inline ETCH_ABI {

namespace armv7m {

/// Filters lie in the order of their sums, those of a word swapped in pairs.
struct block_of_long_sums {
  static constexpr bool is_available = ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY;
  static constexpr int place_of_filter(int i) { return i ^ 1; }
  static constexpr bool is_biased(int i) { return i % 2 == 0; }
  template <class C>
  static constexpr int lift = armv7em::ending<C>::lift;

#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  template <class Ending, class End>
  ETCH_GLUE static std::int8_t end(const armv6m::layer_end& to, const End& k, std::int32_t sum) {
    return armv7m::end_sum<Ending>(to, k, sum);
  }

  /// sums[8] = w x over `taps` taps, w (K,8).
  ETCH_KERNEL static void add_products(const std::int8_t* x, const std::int8_t* w, int taps,
                                       std::int32_t* sums) {
    constexpr int most = 256;
    std::int32_t zero = 0;
    __asm("" : "+r"(zero));  // one that compilers see becomes a call of memset
    for (int i = 0; i < 8; ++i) sums[i] = zero;
    for (; taps > 0; taps -= most, x += most, w += 8 * most) {
      std::uint32_t long_sums[8];
      add_long_products(x, w, minimum(taps, most), long_sums);
      for (int i = 0; i < 8; i += 2) {
        std::uint32_t low = long_sums[i];
        sums[i] += static_cast<std::int32_t>(low << 8) >> 8;
        // The carry of LSRS is the sign of the lower sum.
        __asm("lsrs %0,%0,#24\n\tadc %0,%0,%1,lsl #8" : "+r"(low) : "r"(long_sums[i + 1]) : "cc");
        sums[i + 1] += static_cast<std::int32_t>(low);
      }
    }
  }

  /// Registers: r4-r11 sums, r0 x, r1 and lr weights, r2 and r3 pointers, r12 mask. The short pass
  /// of the loop, unrolled eight times, is the first.
  [[gnu::naked]] ETCH_KERNEL static void add_long_products(const std::int8_t*, const std::int8_t*,
                                                           int, std::uint32_t*) {
    __asm volatile(
        "push {r3-r11,lr}\n add r4,r0,r2\n push {r4}\n mov r3,r1\n"
        // taps to skip: -K mod 8, 44 bytes of code each
        "rsb r4,r2,#0\n and r4,r4,#7\n movs r5,#44\n mul r1,r4,r5\n mov r2,r0\n"
        "mov r12,#0xff\n orr r12,r12,#0xff000000\n"
        "mov.w r4,#0\n mov.w r5,#0\n mov.w r6,#0\n mov.w r7,#0\n"
        "mov.w r8,#0\n mov.w r9,#0\n mov.w r10,#0\n mov.w r11,#0\n"
        "add.n pc,r1\n nop.n\n"
        "1: .rept 8\n"
        "ldrsb r0,[r2],#1\n ldr r1,[r3],#4\n"
        "and lr,r12,r1,ror #8\n smlal r4,r5,lr,r0\n and r1,r12,r1,ror #24\n smlal r6,r7,r1,r0\n"
        "ldr r1,[r3],#4\n"
        "and lr,r12,r1,ror #8\n smlal r8,r9,lr,r0\n and r1,r12,r1,ror #24\n smlal r10,r11,r1,r0\n"
        ".endr\n"
        "ldr r0,[sp]\n cmp r2,r0\n bne.w 1b\n"
        "pop {r0,r3}\n stm r3,{r4-r11}\n pop {r4-r11,pc}\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }
#endif
};

}  // namespace armv7m

}  // namespace etch::inline ETCH_ABI
