// The code of tiles that layers of a network share.
#pragma once

#include <etch/kernel/cortex_m/accumulators.hpp>
#include <etch/kernel/layer/ample_memory.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Whether conv2d C rounds halves away from zero where all can see it.
template <class C>
constexpr bool rounds_away() {
  if constexpr (!__is_same(typename C::op, ops::conv2d)) return false;
  else if constexpr (!layer_of<C>.is_signed || layer_of<C>.g.groups > 1) return false;
  else return cortex_m::code_of_call<C>.step == cortex_m::factor_step::half_away;
}
/// Whether one of the nodes of graph G does.
template <const auto& G, class Nodes>
inline constexpr bool has_rounding_away = false;
template <const auto& G, int... N>
inline constexpr bool has_rounding_away<G, detail::indices<N...>> =
    (rounds_away<call<G, N>>() || ...);
template <const auto& G, int N>
constexpr bool is_beside_rounding_away(const call<G, N>&) {
  return has_rounding_away<G, detail::first<detail::bare<decltype(G)>::type::size.nodes>>;
}

/// Products of a sum from which on an instruction more is at most a sixteenth.
inline constexpr int long_sum = 21;

/// The code of the tiles of conv2d C. Where nothing shows how halves below zero are rounded but
/// another layer rounds them away, both do: a network then has each tile once, 2 KB less.
template <class C>
inline constexpr cortex_m::epilogue_code code_of_tiles = [] {
  using cortex_m::factor_step;
  cortex_m::epilogue_code code = cortex_m::code_of_call<C>;
  if constexpr (!layer_of<C>.end.shifts() &&
                cortex_m::code_of_call<C>.step == factor_step::half_up &&
                layer_of<C>.taps() >= long_sum) {
    if (is_beside_rounding_away(C{})) code.step = factor_step::half_away;
  }
  return code;
}();

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
