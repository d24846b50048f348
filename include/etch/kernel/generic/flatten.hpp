#pragma once

#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/flatten.hpp>

namespace ETCH_NAMESPACE {

/// flatten in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x. Writes: y, the same elements in logical order.
struct flatten_generic : kernel_base {
  using op = ops::flatten;
  static constexpr const char* name = "flatten_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    copy_rows<C>(a, rows);
  }
};

}  // namespace ETCH_NAMESPACE
