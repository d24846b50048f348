// to between affine int8 and uint8 whose codes of one number differ by 128, by vectors of 16.
//
// Needs: MVE. Any count. Reads: x. Writes: y, which may be x.
#pragma once

#include <etch/kernel/generic/to.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>
#endif

namespace ETCH_NAMESPACE {

namespace armv81m {

struct flip_by_veor {
  /// y[i] = x[i] with the upper bit flipped, `count` bytes.
  template <class Y, class X>
  ETCH_KERNEL static void flip_signs([[maybe_unused]] Y* y, [[maybe_unused]] const X* x,
                                     [[maybe_unused]] int count) {
#if ETCH_HAS_MVE
    uint8x16_t codes;
    __asm volatile(
        "wlstp.8 lr,%[n],2f\n1:\n\tvldrb.8 %q[v],[%[x]],#16\n\tveor %q[v],%q[v],%q[signs]\n\t"
        "vstrb.8 %q[v],[%[y]],#16\n\tletp lr,1b\n2:"
        : [v] "=&w"(codes), [y] "+r"(y), [x] "+r"(x)
        : [signs] "w"(vdupq_n_u8(0x80)), [n] "r"(count)
        : "memory", "cc", "lr");
#else
    static_assert(sizeof(Y) == 0, "to by VEOR: compile with -mcpu=cortex-m55");
#endif
  }
};

}  // namespace armv81m

/// to that flips the upper bit of codes.
struct to_s8_u8_veor : to_flipped_by<armv81m::flip_by_veor> {
  static constexpr const char* name = "to_s8_u8_veor";
};

}  // namespace ETCH_NAMESPACE
