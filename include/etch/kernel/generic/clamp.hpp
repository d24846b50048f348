#pragma once

#include <etch/kernel/arithmetic/clamp.hpp>
#include <etch/op/clamp.hpp>

namespace ETCH_NAMESPACE {

/// clamp in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x. Writes: y of the same shape, which may be x.
struct clamp_generic : kernel_base {
  using op = ops::clamp;
  static constexpr const char* name = "clamp_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    constexpr auto l = output_limits<bounded<C>>();
    map_rows<C>(a, rows, clamp_finish{l});
  }

 private:
  template <class C>
  struct bounded : with_activation<C, activation::clamp> {
    static constexpr int clamp_low = C::attributes.low;
    static constexpr int clamp_high = C::attributes.high;
  };
};

}  // namespace ETCH_NAMESPACE
