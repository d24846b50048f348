// Sums times factors by SMMLA and SMMLAR, one after the other.
#pragma once

#include <etch/kernel/armv7em/instructions.hpp>
#include <etch/kernel/cortex_m/accumulators.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

using cortex_m::code_range, cortex_m::epilogue_code, cortex_m::factor_step, cortex_m::output_factor;

/// A core with DSP instructions.
struct core : cortex_m::saturating_core {
  static constexpr bool is_available = ETCH_HAS_DSP;

#if ETCH_HAS_DSP
  /// A number, given twice, times a factor.
  template <int Right, bool Away>
  ETCH_GLUE static std::int32_t scaled_by(std::int32_t twice, std::int32_t multiplier,
                                          std::int32_t offset) {
    if constexpr (Right > 0 && Away) offset += twice >> 31;
    return multiply_high_rounded(twice, multiplier, offset) >> Right;
  }
  template <factor_step Step>
  ETCH_GLUE static std::int32_t scaled(std::int32_t twice, const output_factor& f) {
    if constexpr (Step == factor_step::single) {
      return multiply_high(twice, f.multiplier, f.offset) >> f.shift;
    } else {
      const std::int32_t away = Step == factor_step::half_away ? twice >> 31 : 0;
      return multiply_high_rounded(twice, f.multiplier, f.offset + away) >> f.shift;
    }
  }
#endif
};

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
