#pragma once

#include <etch/kernel/arithmetic/product_of_two.hpp>
#include <etch/kernel/layer/broadcast_loops.hpp>
#include <etch/op/mul.hpp>

namespace ETCH_NAMESPACE {

/// mul in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: a, b. Writes: y, which may be a or b where that has its shape.
struct mul_generic : kernel_base {
  using op = ops::mul;
  static constexpr const char* name = "mul_generic";

  template <class C>
  static constexpr auto pack() {
    return make_product<C>();
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_pair_rows<C>(a, rows, packed<mul_generic, C>);
  }
};

}  // namespace ETCH_NAMESPACE
