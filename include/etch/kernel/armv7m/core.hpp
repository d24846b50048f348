// The end of a sum on Armv7-M: SMULL, shifts that round by the carry, SSAT.
#pragma once

#include <etch/kernel/cortex_m/sums.hpp>

namespace ETCH_NAMESPACE {

namespace armv7m {

using cortex_m::epilogue_code, cortex_m::factor_step, cortex_m::layer_end, cortex_m::sum_plan;

/// A core with a 64-bit multiplication and saturating instructions.
struct core : cortex_m::saturating_core {
  static constexpr bool is_available = ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY;
  static constexpr bool lifts = false;
  static constexpr bool rounds_in_single = true;

#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  /// t multiplier / 2^32, rounded half up unless Step is single; one less below zero for half_away.
  template <factor_step Step>
  ETCH_GLUE static std::int32_t high_product(std::int32_t t, std::int32_t multiplier) {
    const std::int64_t product = std::int64_t{t} * multiplier;
    auto v = static_cast<std::int32_t>(product >> 32);
    if constexpr (Step != factor_step::single) {
      v += static_cast<std::int32_t>(static_cast<std::uint32_t>(product) >> 31);
    }
    if constexpr (Step == factor_step::half_away) v += v >> 31;
    return v;
  }

  template <int Right, bool Away>
  ETCH_GLUE static std::int32_t scaled_by(std::int32_t t, std::int32_t multiplier,
                                          std::int32_t offset) {
    constexpr auto step = Right > 0 && Away ? factor_step::half_away : factor_step::half_up;
    return (high_product<step>(t, multiplier) + offset) >> Right;
  }
  template <factor_step Step>
  ETCH_GLUE static std::int32_t scaled(const cortex_m::sum_factor& f, std::int32_t start,
                                       std::int32_t sum) {
    // 2 (start + sum) modulo 2^32, by one ADD where 2 start is at hand; compilers would shift each
    auto twice = 2 * static_cast<std::uint32_t>(start);
    __asm("" : "+r"(twice));
    twice += 2 * static_cast<std::uint32_t>(sum);
    std::int32_t v = high_product<Step>(static_cast<std::int32_t>(twice), f.multiplier);
    // ASRS leaves in the carry what it cuts off at half, ADC rounds by it.
    __asm("asrs %0,%0,%2\n\tadc %0,%0,%1" : "+r"(v) : "r"(f.last >> 16), "r"(f.last) : "cc");
    return v;
  }
#endif
};

}  // namespace armv7m

}  // namespace ETCH_NAMESPACE
