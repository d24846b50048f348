#pragma once

#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/reshape.hpp>

namespace ETCH_NAMESPACE {

/// reshape in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x. Writes: y, the same elements in logical order.
struct reshape_generic : kernel_base {
  using op = ops::reshape;
  static constexpr const char* name = "reshape_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    copy_rows<C>(a, rows);
  }
};

}  // namespace ETCH_NAMESPACE
