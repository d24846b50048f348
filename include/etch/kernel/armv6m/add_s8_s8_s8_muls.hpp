// add of int8 codes, exact as TensorFlow Lite, by MULS.
//
// Needs: the M profile; logical order; affine int8 codes of which none is a constant; rounding
// tflite_double; factors of at most 1/2 and at least 2^-23.
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv6m/add_by_halves.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// x multiplier / 2^11 from the halves of the multiplier, of which the upper one counts 2^5.
struct units_by_muls {
  static constexpr bool is_available = ETCH_HAS_M_PROFILE;
  static constexpr bool lifts = true;

#if ETCH_HAS_M_PROFILE
  template <int Right>
  ETCH_GLUE static std::int32_t scaled(std::int32_t x, std::int32_t multiplier) {
    std::int32_t t = x * (multiplier & 0xffff);
    // The carry of ASRS rounds.
    __asm(".syntax unified\n\tasrs %0,%0,#11\n\tadcs %0,%0,%1"
          : "+l"(t)
          : "l"(x * (multiplier >> 16) * 32)
          : "cc");
    if constexpr (Right > 0) {
      t += t >> 31;
      __asm(".syntax unified\n\tasrs %0,%0,%2\n\tadcs %0,%0,%1"
            : "+l"(t)
            : "l"(0), "I"(Right)
            : "cc");
    }
    return t;
  }
  template <epilogue_code E>
  ETCH_GLUE static std::int8_t end(const layer_end& to, const factored_sum& k, std::int32_t sum) {
    return end_sum<E>(to, k, sum);
  }
#endif
};

}  // namespace armv6m

/// add of affine int8 codes.
struct add_s8_s8_s8_muls : armv6m::add_kernel<add_s8_s8_s8_muls, armv6m::units_by_muls> {
  static constexpr const char* name = "add_s8_s8_s8_muls";
};

}  // namespace ETCH_NAMESPACE
