// add of int8 codes, exact as TensorFlow Lite, by SMULL.
//
// Needs: Armv7-M; logical order; affine int8 codes of which none is a constant; rounding
// tflite_double; factors of at most 1/2 and at least 2^-23.
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv6m/add_by_halves.hpp>
#include <etch/kernel/armv7m/sum_ends.hpp>

namespace ETCH_NAMESPACE {

namespace armv7m {

/// x multiplier / 2^11 as the upper word of x 2^21 multiplier.
struct units_by_smull {
  static constexpr bool is_available = ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY;
  static constexpr bool lifts = false;

#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  template <int Right>
  ETCH_GLUE static std::int32_t scaled(std::int32_t x, std::int32_t multiplier) {
    const std::int64_t product = std::int64_t{x * (1 << 21)} * multiplier;
    auto t = static_cast<std::int32_t>(product >> 32);
    t += static_cast<std::int32_t>(static_cast<std::uint32_t>(product) >> 31);
    if constexpr (Right > 0) {
      t += t >> 31;
      __asm("asrs %0,%0,%1\n\tadc %0,%0,#0" : "+r"(t) : "I"(Right) : "cc");
    }
    return t;
  }
  template <epilogue_code E>
  ETCH_GLUE static std::int8_t end(const armv6m::layer_end& to, const armv6m::factored_sum& k,
                                   std::int32_t sum) {
    return armv7m::end_sum<E>(to, k, sum);
  }
#endif
};

}  // namespace armv7m

/// add of affine int8 codes.
struct add_s8_s8_s8_smull : armv6m::add_kernel<add_s8_s8_s8_smull, armv7m::units_by_smull> {
  static constexpr const char* name = "add_s8_s8_s8_smull";
};

}  // namespace ETCH_NAMESPACE
