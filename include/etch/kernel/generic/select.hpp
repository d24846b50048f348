#pragma once

#include <etch/kernel/layer/broadcast_loops.hpp>
#include <etch/op/select.hpp>

namespace ETCH_NAMESPACE {

/// select in any format and layout.
struct select_generic : kernel_base {
  using op = ops::select;
  static constexpr const char* name = "select_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using out = typename C::template out<>;
    const int first = rows.first * out::row;
    choose(a.template out<0>(), cursor_of<out>(first), a.template in<0>(),
           broadcast_cursor_of<typename C::template in<0>, out>(first), a.template in<1>(),
           broadcast_cursor_of<typename C::template in<1>, out>(first), a.template in<2>(),
           broadcast_cursor_of<typename C::template in<2>, out>(first), rows.count * out::row);
  }

 private:
  template <class CursorY, class CursorC, class CursorA, class CursorB, class Y, class C, class A,
            class B>
  ETCH_KERNEL static constexpr void choose(Y y, CursorY to, C c, CursorC at_c, A a, CursorA at_a,
                                           B b, CursorB at_b, int count) {
    for (int i = 0; i < count; ++i, to.next(), at_c.next(), at_a.next(), at_b.next()) {
      if (c[at_c.offset()] != 0) y[to.offset()] = a[at_a.offset()];
      else y[to.offset()] = b[at_b.offset()];
    }
  }
};

}  // namespace ETCH_NAMESPACE
