// Two filters times four pixels, two products by one SMLAL and exact.
//
// With X = xa + 2^23 xb, the sums of w X in 64 bits are sa + 2^23 sb: both come back as long as
// |sa| < 2^22.
#pragma once

#include <etch/kernel/armv6m/patch_plan.hpp>
#include <etch/kernel/armv7m/sum_ends.hpp>

namespace etch::inline ETCH_ABI {

namespace armv7m {

using armv6m::layer_end, armv6m::patch_plan;

/// Weights of two filters lie beside each other, tap after tap.
struct tile_of_long_sums {
  static constexpr bool is_available = ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY;
  static constexpr int together = 2;
  static constexpr int filters_together = 2;
  static constexpr int tap_multiple = 4;
  static constexpr int code_multiple = 1;
  static constexpr int place_of_weight(int tap) { return tap; }
  static constexpr int bias_of_weight = 0;
  template <class C>
  static constexpr int lift = armv7em::ending<C>::lift;

  /// Whether the sums over the weights of filter f are exact.
  static constexpr bool is_exact(const armv7em::filter_facts& f, const unsigned char*, int) {
    return f.magnitude < 1 << 15;
  }

#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  /// X of two windows, each two words after the one before.
  ETCH_KERNEL static void lay_out(std::uint32_t* to, const std::int8_t* const* window, int taps) {
    const std::int8_t *a = window[0], *b = window[1];
    std::uint32_t s, t;
    for (; taps >= 4; taps -= 4) {
      __asm volatile(
          "ldrsb %3,[%1],#1\n\tldrsb %4,[%2],#1\n\tadd %3,%3,%4,lsl #23\n\tstr %3,[%0],#8\n\t"
          "ldrsb %3,[%1],#1\n\tldrsb %4,[%2],#1\n\tadd %3,%3,%4,lsl #23\n\tstr %3,[%0],#8\n\t"
          "ldrsb %3,[%1],#1\n\tldrsb %4,[%2],#1\n\tadd %3,%3,%4,lsl #23\n\tstr %3,[%0],#8\n\t"
          "ldrsb %3,[%1],#1\n\tldrsb %4,[%2],#1\n\tadd %3,%3,%4,lsl #23\n\tstr %3,[%0],#8"
          : "+r"(to), "+r"(a), "+r"(b), "=&r"(s), "=&r"(t)::"memory");
    }
    for (; taps > 0; --taps, to += 2) {
      *to = static_cast<std::uint32_t>(*a++) + (static_cast<std::uint32_t>(*b++) << 23);
    }
  }

  /// What the sums of some pairs of filters come from and go to; `skipped` bytes of the first pass
  /// over 16 taps are left out.
  struct task {
    const std::uint32_t *x, *x_end;
    const std::int8_t* weights;
    std::uint32_t *sums, *sums_end;
    int skipped;
  };
  static constexpr int step_bytes = 28;

  /// Eight sums a pair: of filter A 64 bits of two pixels, of the other two; then of filter B.
  ///
  /// Registers: r4-r11 sums, r0, r1 X, r2, r3 weights, r12 x, lr weights.
  [[gnu::naked]] ETCH_KERNEL static void add_products(const task*) {
    __asm volatile(
        "push {r4-r11,lr}\n ldm r0,{r1-r6}\n push {r1,r2,r4,r5,r6}\n mov lr,r3\n"
        "0: ldr r12,[sp]\n ldr r0,[sp,#16]\n"
        "mov.w r4,#0\n mov.w r5,#0\n mov.w r6,#0\n mov.w r7,#0\n"
        "mov.w r8,#0\n mov.w r9,#0\n mov.w r10,#0\n mov.w r11,#0\n"
        "add.n pc,r0\n nop.n\n"
        "1: .rept 16\n"
        "ldrd r0,r1,[r12],#8\n ldrsb r2,[lr],#1\n ldrsb r3,[lr],#1\n"
        "smlal r4,r5,r0,r2\n smlal r6,r7,r1,r2\n smlal r8,r9,r0,r3\n smlal r10,r11,r1,r3\n"
        ".endr\n"
        "ldr r0,[sp,#4]\n cmp r12,r0\n bne.w 1b\n"
        "ldrd r0,r1,[sp,#8]\n stm r0!,{r4-r11}\n str r0,[sp,#8]\n cmp r0,r1\n bne.w 0b\n"
        "add sp,sp,#20\n pop {r4-r11,pc}\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }

  /// Writes the codes of two pixels, `step` apart, from their sums.
  template <class Ending, class End>
  ETCH_GLUE static void end_two(const layer_end& to, const End& k, const std::uint32_t* sums,
                                std::int8_t* y, int step) {
    std::uint32_t low = sums[0], high = sums[1];
    const auto a = static_cast<std::int32_t>(low << 9) >> 9;
    // The carry of LSRS is the sign of the lower sum.
    __asm("lsrs %0,%0,#23\n\tadc %0,%0,%1,lsl #9" : "+r"(low) : "r"(high) : "cc");
    y[0] = armv7m::end_sum<Ending>(to, k, a);
    y[step] = armv7m::end_sum<Ending>(to, k, static_cast<std::int32_t>(low));
  }

  /// All filters over the four windows in `words`; pixels of y are `step` apart.
  template <class Ending, class End>
  ETCH_KERNEL static void run(const patch_plan& p, const std::uint32_t* words, const End* ends,
                              const std::int8_t* weights, std::int8_t* y, int step) {
    constexpr int block = 4;
    const layer_end to = p.to;
    std::uint32_t sums[8 * block];
    int pairs = 0;
    const int skipped = (-p.taps & 15) * step_bytes;
    for (int left = p.filters; left > 0; left -= 2 * pairs, weights += 2 * pairs * p.taps) {
      pairs = minimum(block, ceil_div(left, 2));
      const task t{words, words + 2 * p.taps, weights, sums, sums + 8 * pairs, skipped};
      add_products(&t);
      const std::uint32_t* sum = sums;
      for (int f = minimum(2 * pairs, left); f > 0; --f, sum += 4, ++y) {
        const End k = *ends++;
        end_two<Ending>(to, k, sum, y, step);
        end_two<Ending>(to, k, sum + 2, y + 2 * step, step);
      }
    }
  }
#endif
};

}  // namespace armv7m

}  // namespace etch::inline ETCH_ABI
