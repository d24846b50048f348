// Factors of which flash holds a multiplier and a byte: what is added before the shift follows from
// the shift and the zero point of the layer.
#pragma once

#include <etch/kernel/armv7em/core.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// The zero point of the codes of call C as sums count them.
template <class C>
inline constexpr int zero_of_sums = layer_of<C>.end.zero - cortex_m::lift_of(layer_of<C>.end);
/// What is added to a sum, shifted by one less than the sum is later; in_single the zero point.
template <class C>
constexpr int added_to_sums() {
  constexpr bool single = cortex_m::code_of_call<C>.step == factor_step::in_single;
  return single ? zero_of_sums<C> : 2 * zero_of_sums<C> + 1;
}
/// Whether filter o of call C has one code for every input, other than the zero point: what is
/// added says so, which no shift does.
template <class C>
constexpr bool has_one_code(int o) {
  if constexpr (layer_of<C>.end.shifts()) return false;
  else {
    const output_factor& f = cortex_m::accumulators_of<C>.of[o].factor;
    return f.multiplier == 0 &&
           f.offset != (2 * zero_of_sums<C> + 1) * (std::int32_t{1} << (f.shift - 1));
  }
}
/// The accumulator of filter o of call C. One of one code takes no weights: four times what the
/// code is more than the zero point, and a factor of a quarter.
template <class C>
constexpr cortex_m::accumulator accumulator_by_zero(int o) {
  cortex_m::accumulator a = cortex_m::accumulators_of<C>.of[o];
  if (has_one_code<C>(o)) {
    a.start = 4 * ((a.factor.offset >> a.factor.shift) - zero_of_sums<C>);
    a.factor = {std::int32_t{1} << 30, 2 * zero_of_sums<C> + 1, 1};
  }
  return a;
}

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
