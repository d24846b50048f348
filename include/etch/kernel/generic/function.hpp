#pragma once

#include <etch/kernel/arithmetic/function_table.hpp>
#include <etch/kernel/layer/element_loops.hpp>

namespace ETCH_NAMESPACE {

/// function in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x. Writes: y of the same shape, which may be x where both have as many
/// bytes an element.
struct function_generic : kernel_base {
  using op = ops::function;
  static constexpr const char* name = "function_generic";

  template <class C>
  static constexpr auto pack() {
    return make_function<C>();
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_rows<C>(a, rows, packed<function_generic, C>);
  }
};

}  // namespace ETCH_NAMESPACE
