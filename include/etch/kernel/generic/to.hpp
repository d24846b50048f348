#pragma once

#include <etch/kernel/arithmetic/convert.hpp>
#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/to.hpp>

namespace ETCH_NAMESPACE {

/// to in any formats and layout.
struct to_generic : element_kernel<to_generic> {
  using op = ops::to;
  static constexpr const char* name = "to_generic";

  template <class C>
  static constexpr auto pack() {
    return make_conversion<C>();
  }
};

/// to from codes of 8 bits to codes of 8 bits by a table of all 256 results, made at compile time.
///
/// Needs: integer formats of 8 bits, one scale for all channels, and a value of at least four times
/// the table.
struct to_table : element_kernel<to_table> {
  using op = ops::to;
  static constexpr const char* name = "to_table";

  template <class C>
  static constexpr bool accepts = [] {
    using x = typename C::template in<0>;
    using y = typename C::template out<>;
    return x::kind::is_integer && y::kind::is_integer && sizeof(typename x::storage) == 1 &&
           sizeof(typename y::storage) == 1 && x::is.number.bits == 8 && y::is.number.bits == 8 &&
           x::is.number.channel_scale == nullptr && !is_stochastic(C::round) &&
           y::is.shape.size() >= 4 * 256;
  }();
  template <class C>
  static constexpr auto pack() {
    return tabulate<C>(make_conversion<C>());
  }
};

}  // namespace ETCH_NAMESPACE
