#pragma once

#include <etch/kernel/arithmetic/sum_of_two.hpp>
#include <etch/kernel/layer/broadcast_loops.hpp>
#include <etch/op/sub.hpp>

namespace ETCH_NAMESPACE {

/// sub in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: a, b. Writes: y, which may be a or b where that has its shape.
struct sub_generic : kernel_base {
  using op = ops::sub;
  static constexpr const char* name = "sub_generic";

  template <class C>
  static constexpr auto pack() {
    return make_sum<C, -1>();
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_pair_rows<C>(a, rows, packed<sub_generic, C>);
  }
};

}  // namespace ETCH_NAMESPACE
