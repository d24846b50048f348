#pragma once

#include <etch/kernel/arithmetic/sum_of_two.hpp>
#include <etch/kernel/layer/broadcast_loops.hpp>
#include <etch/op/add.hpp>

namespace ETCH_NAMESPACE {

/// add in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: a, b. Writes: y, which may be a or b where that has its shape.
struct add_generic : kernel_base {
  using op = ops::add;
  static constexpr const char* name = "add_generic";

  template <class C>
  static constexpr auto pack() {
    return make_sum<C>();
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_pair_rows<C>(a, rows, packed<add_generic, C>);
  }
};

}  // namespace ETCH_NAMESPACE
