// Layers of 8-bit codes of either sign and with any zero points (layer/byte_sums.hpp) on cores
// without DSP instructions: how their sums end.
#pragma once

#include <etch/kernel/cortex_m/sums.hpp>
#include <etch/kernel/layer/byte_sums.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// Ends sums of differences as Core does, all Count filters by one factor where it is 1.
template <class Core, class Y, epilogue_code E, code_range Range, int Shift, int Count>
struct known_ends {
  sum_factor factor[Count];
#if ETCH_HAS_M_PROFILE
  ETCH_GLUE Y operator()(std::int32_t sum, int c) const {
    const layer_end end{Shift, Range, {}};
    if constexpr (E.shifts) {
      return static_cast<Y>(end_sum<Core, E>(end, started_sum{0}, sum));
    } else {
      return static_cast<Y>(
          end_sum<Core, E>(end, factored_sum{factor[Count == 1 ? 0 : c], 0}, sum));
    }
  }
#endif
};

/// Adds to Tile how Core ends sums.
template <class Tile, class Core>
struct any_bytes_tile : Tile {
  template <class C>
  static constexpr bool ends = [] {
    constexpr byte_layer l = layer_of<C>;
    if constexpr (!(l.is_bytes || l.is_wide) || !has_epilogue<Core>(l)) return false;
    else return accumulators_of<C>.are_exact;
  }();
  template <class C>
  static constexpr auto make_ends() {
    using y = typename C::template out<>::storage;
    constexpr epilogue e = layer_of<C>.end;
    constexpr int count =
        e.shifts() || accumulators_of<C>.share_a_factor ? 1 : layer_of<C>.filters();
    known_ends<Core, y, code_of(e), range_of(e), shift_of(e), count> k{};
    for (int i = 0; i < count; ++i) k.factor[i] = make_sum_factor<C, Core>(i);
    return k;
  }
  template <class C>
  static constexpr std::int32_t start(int o) {
    const accumulator& a = accumulators_of<C>.of[o];
    const int lift = layer_of<C>.end.shifts() ? lift_by<C, Core> * (1 << layer_of<C>.end.shift) : 0;
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a.start) -
                                     static_cast<std::uint32_t>(a.zero) -
                                     static_cast<std::uint32_t>(lift));
  }
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
