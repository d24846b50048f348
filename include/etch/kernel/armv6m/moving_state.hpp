// States of svdf by MULS: six instructions for a code of 8 bits that moves and meets its weight,
// eight for one of 16, whose sums have 64 bits.
#pragma once

#include <etch/kernel/armv6m/core.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

#if ETCH_HAS_M_PROFILE

/// What svdf.hpp asks of Products.
struct moving_states {
  template <int Count>
  ETCH_GLUE static std::int32_t move_and_add(std::int32_t sum, std::int8_t* past, std::int8_t last,
                                             const std::int8_t* w) {
    return cortex_m::sum_from(sum, move_bytes(past, w, Count, last));
  }
  template <int Count>
  requires(Count < 65536)
  ETCH_GLUE static std::int64_t move_and_add(std::int64_t sum, std::int16_t* past,
                                             std::int16_t last, const std::int16_t* w) {
    return sum + move_shorts(past, w, Count, last);
  }

 private:
  /// The sum of the products of `count` weights and codes, of which the oldest makes room for
  /// `last`.
  ///
  /// Registers: r2 counts up to 0 behind the ends of: r0, r3, r4 codes, r1, r5 weights; r12 sum, lr
  /// `last`. An odd number begins with the second half of the loop.
  [[gnu::naked]] ETCH_KERNEL static std::int32_t move_bytes(std::int8_t*, const std::int8_t*, int,
                                                            int) {
    __asm volatile(
        ".syntax unified\n"
        "push {r4-r7,lr}\n mov lr,r3\n movs r3,#0\n mov r12,r3\n"
        "subs r2,#1\n adds r0,r0,r2\n adds r1,r1,r2\n rsbs r2,r2,#0\n beq 3f\n"
        "adds r3,r0,#1\n adds r4,r0,#2\n adds r5,r1,#1\n"
        "lsls r6,r2,#31\n beq 1f\n subs r2,#1\n b 2f\n"
        "1: ldrsb r6,[r3,r2]\n strb r6,[r0,r2]\n ldrsb r7,[r1,r2]\n muls r6,r7,r6\n add r12,r6\n"
        "2: ldrsb r6,[r4,r2]\n strb r6,[r3,r2]\n ldrsb r7,[r5,r2]\n muls r6,r7,r6\n add r12,r6\n"
        "adds r2,#2\n bne 1b\n"
        "3: mov r6,lr\n strb r6,[r0]\n ldrsb r7,[r1,r2]\n muls r6,r7,r6\n"
        "mov r0,r12\n adds r0,r0,r6\n pop {r4-r7,pc}\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }
  /// The same in 64 bits, of the sums of the products, r12, and of their upper halves, lr: what the
  /// lower halves sum up to is their difference, of 32 bits.
  [[gnu::naked]] ETCH_KERNEL static std::int64_t move_shorts(std::int16_t*, const std::int16_t*,
                                                             int, int) {
    __asm volatile(
        ".syntax unified\n"
        "push {r3-r7,lr}\n movs r3,#0\n mov r12,r3\n mov lr,r3\n"
        "subs r2,#1\n lsls r2,r2,#1\n adds r0,r0,r2\n adds r1,r1,r2\n rsbs r2,r2,#0\n beq 3f\n"
        "adds r3,r0,#2\n adds r4,r0,#4\n adds r5,r1,#2\n"
        "lsls r6,r2,#30\n beq 1f\n subs r2,#2\n b 2f\n"
        "1: ldrsh r6,[r3,r2]\n strh r6,[r0,r2]\n ldrsh r7,[r1,r2]\n muls r6,r7,r6\n"
        "add r12,r6\n asrs r6,r6,#16\n add lr,r6\n"
        "2: ldrsh r6,[r4,r2]\n strh r6,[r3,r2]\n ldrsh r7,[r5,r2]\n muls r6,r7,r6\n"
        "add r12,r6\n asrs r6,r6,#16\n add lr,r6\n"
        "adds r2,#4\n bne 1b\n"
        "3: pop {r6}\n strh r6,[r0]\n ldrsh r7,[r1,r2]\n sxth r6,r6\n muls r6,r7,r6\n"
        "mov r0,r12\n adds r0,r0,r6\n asrs r6,r6,#16\n mov r1,lr\n adds r1,r1,r6\n"
        "lsls r3,r1,#16\n asrs r1,r1,#16\n subs r4,r0,r3\n adds r3,r3,r4\n adcs r1,r2\n"
        "pop {r4-r7,pc}\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }
};

#else

struct moving_states {};

#endif

}  // namespace armv6m

}  // namespace ETCH_NAMESPACE
