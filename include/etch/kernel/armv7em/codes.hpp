// From a sum to a code, one after the other, where no tile of eight is at hand.
#pragma once

#include <etch/kernel/armv7em/filter_pairs.hpp>
#include <etch/kernel/armv7em/instructions.hpp>

namespace etch::inline ETCH_ABI {

namespace armv7em {

/// What a loop needs to know of the ending of a call as types: like calls share an instance.
template <bool Shifts, saturation Limit, factor_step Step>
struct known_ending {
  static constexpr bool shifts = Shifts;
  static constexpr saturation limit = Limit;
  static constexpr factor_step step = Step;
};
template <class C>
using ending_of = known_ending<ending<C>::shifts, ending<C>::limit, ending<C>::step>;

#if ETCH_HAS_DSP

/// A rounded sum as a code; p has headroom and lift of the ending.
template <class Ending, class Plan>
ETCH_GLUE std::int8_t limited(const Plan& p, std::int32_t v) {
  if constexpr (Ending::limit == saturation::to_int8) {
    return static_cast<std::int8_t>(saturate_int8(v));
  } else if constexpr (Ending::limit == saturation::to_uint7) {
    return static_cast<std::int8_t>(saturate_uint7(v));
  } else {
    const std::int32_t above = minimum<std::int32_t>(saturate_uint8(v), 255 - p.headroom);
    return static_cast<std::int8_t>(above + p.lift);
  }
}
/// A sum, given twice, times its factor.
template <class Ending>
ETCH_GLUE std::int32_t scaled(std::int32_t twice, const output_factor& f) {
  if constexpr (Ending::step == factor_step::single) {
    return multiply_high(twice, f.multiplier, f.offset) >> f.shift;
  } else {
    const std::int32_t away = Ending::step == factor_step::half_away ? twice >> 31 : 0;
    return multiply_high_rounded(twice, f.multiplier, f.offset + away) >> f.shift;
  }
}
#endif

}  // namespace armv7em

}  // namespace etch::inline ETCH_ABI
