#pragma once

#include <etch/kernel/layer/broadcast_loops.hpp>
#include <etch/op/broadcast_to.hpp>

namespace ETCH_NAMESPACE {

/// broadcast_to in any format and layout.
struct broadcast_to_generic : kernel_base {
  using op = ops::broadcast_to;
  static constexpr const char* name = "broadcast_to_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    const int first = rows.first * out::row;
    copy_elements(a.template out<0>(), cursor_of<out>(first), a.template in<0>(),
                  broadcast_cursor_of<in, out>(first), rows.count * out::row);
  }
};

}  // namespace ETCH_NAMESPACE
