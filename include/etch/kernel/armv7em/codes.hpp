// The epilogue of one accumulator, where no tile of eight is at hand.
#pragma once

#include <etch/kernel/armv7em/instructions.hpp>
#include <etch/kernel/cortex_m/accumulators.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

using cortex_m::epilogue_code, cortex_m::factor_step, cortex_m::saturation;

#if ETCH_HAS_DSP

/// A rounded accumulator as a code; p has headroom and lift of epilogue_numbers.
template <epilogue_code E, class Plan>
ETCH_GLUE std::int8_t limited(const Plan& p, std::int32_t v) {
  if constexpr (E.limit == saturation::to_int8) {
    return static_cast<std::int8_t>(saturate_int8(v));
  } else if constexpr (E.limit == saturation::to_uint7) {
    return static_cast<std::int8_t>(saturate_uint7(v));
  } else {
    const std::int32_t above = minimum<std::int32_t>(saturate_uint8(v), 255 - p.headroom);
    return static_cast<std::int8_t>(above + p.lift);
  }
}
/// An accumulator, given twice, times its factor.
template <epilogue_code E>
ETCH_GLUE std::int32_t scaled(std::int32_t twice, const cortex_m::output_factor& f) {
  if constexpr (E.step == factor_step::single) {
    return multiply_high(twice, f.multiplier, f.offset) >> f.shift;
  } else {
    const std::int32_t away = E.step == factor_step::half_away ? twice >> 31 : 0;
    return multiply_high_rounded(twice, f.multiplier, f.offset + away) >> f.shift;
  }
}
#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
