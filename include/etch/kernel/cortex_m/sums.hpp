// What the loops without DSP instructions, on Cortex-M0 and M3, know of a layer, and how its sums
// start and end. A core's instructions are a struct Core:
//   static constexpr bool is_available;   whether the compiler's flags describe such a core
//   static constexpr bool lifts;          counts codes from the lower limit on; else from where
//                                         saturation does not limit them
//   limited<E.limit>(range, v)            a rounded number as a code
//   scaled<E.step>(factor, start, sum)    (start + sum) * factor, rounded, |start + sum| < 2^30
#pragma once

#include <etch/base/list.hpp>
#include <etch/kernel/cortex_m/accumulators.hpp>
#include <etch/kernel/cortex_m/gather.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// What a sum is multiplied by.
struct sum_factor {
  std::int32_t multiplier = 0;
  std::int32_t last = 0;  ///< 2^16 times the zero point, plus the right shift in the lowest byte
};
/// Where the sum of a filter starts; its end is the layer's.
struct started_sum {
  std::int32_t start;
};
/// The same with a factor of its own.
struct factored_sum {
  sum_factor factor;
  std::int32_t start;
};
template <class C>
using sum_end_t = element_t<list<factored_sum, started_sum>,
                            layer_of<C>.end.shifts() || accumulators_of<C>.share_a_factor ? 1 : 0>;

/// What a row loop needs to know of the end of all sums.
struct layer_end {
  int shift;
  code_range range;
  sum_factor factor;
};

/// How much further up than an accumulator Core counts the codes of call C from.
template <class C, class Core>
inline constexpr int lift_by = Core::lifts ? layer_of<C>.end.low - lift_of(layer_of<C>.end) : 0;

/// The factor of filter o of call C.
template <class C, class Core>
constexpr sum_factor make_sum_factor(int o) {
  if constexpr (layer_of<C>.end.shifts()) {
    return {};
  } else {
    const output_factor f = accumulators_of<C>.of[o].factor;
    const std::int32_t zero =
        (f.offset - (std::int32_t{1} << (f.shift - 1))) / (std::int32_t{1} << f.shift) -
        lift_by<C, Core>;
    return {f.multiplier, zero * (std::int32_t{1} << 16) + f.shift};
  }
}
/// The constants of filter o of call C, whose sum is of products of codes that are all `bias` more.
template <class C, class Core>
constexpr sum_end_t<C> make_sum_end(int o, int bias) {
  constexpr byte_layer l = layer_of<C>;
  const std::int32_t weights =
      bias == 0 ? 0 : sum_weights<C>(o).sum() + std::int32_t{l.taps()} * l.w_zero;
  const int lift = layer_of<C>.end.shifts() ? lift_by<C, Core> * (1 << layer_of<C>.end.shift) : 0;
  const auto start = static_cast<std::int32_t>(
      static_cast<std::uint32_t>(accumulators_of<C>.of[o].start) -
      static_cast<std::uint32_t>(lift) -
      static_cast<std::uint32_t>(bias) * static_cast<std::uint32_t>(weights));
  if constexpr (__is_same(sum_end_t<C>, started_sum)) return {start};
  else return {make_sum_factor<C, Core>(o), start};
}
/// The end of all sums of call C.
template <class C, class Core>
constexpr layer_end make_layer_end() {
  return {shift_of(layer_of<C>.end), range_of(layer_of<C>.end), make_sum_factor<C, Core>(0)};
}

/// A layer of windows as its row loop sees it. Lengths in codes.
struct sum_plan : window_shape {
  int gathers;  ///< 0: windows inside the input are read where they lie; 1: all are gathered
  int filters;
  int taps;  ///< of a filter, filled up for the loop over them
  layer_end to;
};
template <class C, class Core>
constexpr sum_plan make_sum_plan(bool reads_in_place, int taps) {
  constexpr byte_layer l = layer_of<C>;
  return {make_window_shape(l.g, l.x_zero), reads_in_place ? 0 : 1, l.g.oc, taps,
          make_layer_end<C, Core>()};
}

/// A convolution with groups of channels: `filters` and `taps` are of one.
struct grouped_plan : sum_plan {
  int depth = 0, groups = 1;
};
constexpr grouped_plan make_grouped_plan(const sum_plan& whole, const window_geometry& g) {
  grouped_plan p{whole, g.c / g.groups, g.groups};
  p.filters /= g.groups;
  return p;
}

/// Plan of a layer whose weights have a zero point: sum (w - z) x = sum w x - z sum x.
template <class Plan>
struct with_zero : Plan {
  std::int32_t w_zero;
};
template <class C, class Plan>
constexpr auto add_zero(const Plan& p) {
  if constexpr (layer_of<C>.w_zero == 0) return p;
  else return with_zero<Plan>{p, layer_of<C>.w_zero};
}
/// The zero point of weights of a plan: of most none, for which there is no code.
struct no_zero {};
template <class Plan>
constexpr auto zero_of(const Plan& p) {
  if constexpr (requires { p.w_zero; }) return p.w_zero;
  else return no_zero{};
}

/// a + b modulo 2^32: a sum may leave 31 bits until its start is added.
ETCH_GLUE std::int32_t sum_from(std::int32_t start, std::int32_t sum) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(start) +
                                   static_cast<std::uint32_t>(sum));
}

/// x multiplier / 2^(31 + shift) as scale_in_single rounds it: one function, called rarely.
ETCH_KERNEL inline std::int32_t product_in_single(std::int32_t x, std::int32_t multiplier,
                                                  int shift) {
  return scale_in_single(x, {multiplier, -shift});
}
/// (start + sum) * factor as product_in_single, and the zero point. Floats differ from the exact
/// product, rounded, only next to ties: by less than 2^-15 where 9 bits hold the result.
ETCH_GLUE std::int32_t scaled_in_single(const sum_factor& f, std::int32_t start, std::int32_t sum) {
  const std::int32_t x = sum_from(start, sum), zero = f.last >> 16;
  const int shift = f.last & 255;
  const std::int64_t product = 2 * (std::int64_t{x} * f.multiplier);  // in units of 2^-(32 + shift)
  const auto high = static_cast<std::int32_t>(product >> 32);
  const std::uint32_t below = static_cast<std::uint32_t>(high) << (32 - shift) |
                              static_cast<std::uint32_t>(product) >> shift;
  constexpr std::uint32_t half = std::uint32_t{1} << 31, near = std::uint32_t{1} << 17;
  if (below - (half - near) <= 2 * near) [[unlikely]] {
    return product_in_single(x, f.multiplier, shift) + zero;
  }
  return (high >> shift) + static_cast<std::int32_t>(below >> 31) + zero;
}

#if ETCH_HAS_M_PROFILE

ETCH_GLUE const sum_factor& factor_of(const layer_end& e, const started_sum&) { return e.factor; }
ETCH_GLUE const sum_factor& factor_of(const layer_end&, const factored_sum& k) { return k.factor; }

/// The code of a sum that starts at k.
template <class Core, epilogue_code E, class End>
ETCH_GLUE std::int8_t end_sum(const layer_end& e, const End& k, std::int32_t sum) {
  if constexpr (E.shifts) {
    return Core::template limited<E.limit>(e.range, sum_from(k.start, sum) >> e.shift);
  } else if constexpr (E.step == factor_step::in_single) {
    return Core::template limited<E.limit>(e.range,
                                           scaled_in_single(factor_of(e, k), k.start, sum));
  } else {
    return Core::template limited<E.limit>(
        e.range, Core::template scaled<E.step>(factor_of(e, k), k.start, sum));
  }
}

#endif

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
