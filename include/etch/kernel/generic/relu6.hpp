#pragma once

#include <etch/kernel/arithmetic/clamp.hpp>
#include <etch/op/relu6.hpp>

namespace ETCH_NAMESPACE {

/// relu6 in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x. Writes: y of the same shape, which may be x.
struct relu6_generic : kernel_base {
  using op = ops::relu6;
  static constexpr const char* name = "relu6_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    constexpr auto l = output_limits<with_activation<C, activation::relu6>>();
    map_rows<C>(a, rows, clamp_finish{l});
  }
};

}  // namespace ETCH_NAMESPACE
