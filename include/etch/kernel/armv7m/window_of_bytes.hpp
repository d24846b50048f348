// Windows of 3 x 3 codes of a channel by MLA.
#pragma once

#include <etch/kernel/armv7m/sum_ends.hpp>

namespace ETCH_NAMESPACE {

namespace armv7m {

/// Weights lie channel by channel, (C,KH,KW).
struct window_of_bytes {
  static constexpr bool is_available = ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY;
  static constexpr bool by_channel = true;
  static constexpr bool lifts = false;  // counts codes from the lower limit on

#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  template <epilogue_code E, class End>
  ETCH_GLUE static std::int8_t end(const armv6m::layer_end& to, const End& k, std::int32_t sum) {
    return armv7m::end_sum<E>(to, k, sum);
  }

  /// The sums of neighbouring channels, up to sums_end, over a window whose rows
  /// are x_row and whose columns are `column` codes apart.
  ///
  /// Registers: r0-r2 rows of x, r4, r5 columns, lr weights, r6, r7 a product, r8 the sum, r9, r10
  /// sums and their end.
  [[gnu::naked]] ETCH_KERNEL static void add_window(const std::int8_t*, const std::int8_t*, int,
                                                    int, std::int32_t*, std::int32_t*) {
    __asm volatile(
        "push {r4-r10,lr}\n ldrd r9,r10,[sp,#32]\n mov lr,r1\n mov r4,r3\n add r5,r3,r3\n"
        "add r1,r0,r2\n add r2,r1,r2\n"
        "1: ldrsb r6,[r0,r4]\n ldrsb r7,[lr,#1]\n mul r8,r6,r7\n"
        "ldrsb r6,[r0,r5]\n ldrsb r7,[lr,#2]\n mla r8,r6,r7,r8\n"
        "ldrsb r6,[r0],#1\n ldrsb r7,[lr,#0]\n mla r8,r6,r7,r8\n"
        "ldrsb r6,[r1,r4]\n ldrsb r7,[lr,#4]\n mla r8,r6,r7,r8\n"
        "ldrsb r6,[r1,r5]\n ldrsb r7,[lr,#5]\n mla r8,r6,r7,r8\n"
        "ldrsb r6,[r1],#1\n ldrsb r7,[lr,#3]\n mla r8,r6,r7,r8\n"
        "ldrsb r6,[r2,r4]\n ldrsb r7,[lr,#7]\n mla r8,r6,r7,r8\n"
        "ldrsb r6,[r2,r5]\n ldrsb r7,[lr,#8]\n mla r8,r6,r7,r8\n"
        "ldrsb r6,[r2],#1\n ldrsb r7,[lr,#6]\n mla r8,r6,r7,r8\n"
        "add lr,lr,#9\n str r8,[r9],#4\n cmp r9,r10\n bne 1b\n"
        "pop {r4-r10,pc}\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }
#endif
};

}  // namespace armv7m

}  // namespace ETCH_NAMESPACE
