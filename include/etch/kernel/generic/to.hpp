#pragma once

#include <etch/kernel/arithmetic/convert.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/to.hpp>

namespace ETCH_NAMESPACE {

/// to in any formats and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x. Writes: y of the same shape, which may be x where both have as many
/// bytes an element.
struct to_generic : kernel_base {
  using op = ops::to;
  static constexpr const char* name = "to_generic";

  template <class C>
  static constexpr auto pack() {
    return make_conversion<C>();
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_rows<C>(a, rows, packed<to_generic, C>);
  }
};

}  // namespace ETCH_NAMESPACE
