// Element after element of two values that broadcast to the shape of the output.
#pragma once

#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/binary.hpp>

namespace ETCH_NAMESPACE {

/// The cursor over input V of an operator whose output is Out.
template <class V, class Out>
using broadcast_cursor_of =
    element_t<list<cursor<typename V::layout, V::is.shape, Out::is.shape>, cursor_of<V>>,
              fills(V::is.shape, Out::is.shape) ? 1 : 0>;

/// y = f(a, b) for `count` elements, all cursors at the first of them. y may be a or b.
template <class CursorY, class CursorA, class CursorB, class Y, class A, class B, class F>
ETCH_KERNEL constexpr void map_pairs(Y y, CursorY to, A a, CursorA at_a, B b, CursorB at_b,
                                     int count, const F& f) {
  for (int i = 0; i < count; ++i, to.next(), at_a.next(), at_b.next()) {
    y[to.offset()] = f(a[at_a.offset()], b[at_b.offset()]);
  }
}

/// Runs map_pairs over the given rows of call C.
template <class C, class A, class F>
ETCH_GLUE constexpr void map_pair_rows(const A& a, row_block rows, const F& f) {
  using left = typename C::template in<0>;
  using right = typename C::template in<1>;
  using out = typename C::template out<>;
  const int first = rows.first * out::row;
  map_pairs(a.template out<0>(), cursor_of<out>(first), a.template in<0>(),
            broadcast_cursor_of<left, out>(first), a.template in<1>(),
            broadcast_cursor_of<right, out>(first), rows.count * out::row, f);
}

/// Base of kernel K that applies its constants to each two elements of two values.
template <class K>
struct pair_kernel : kernel_base {
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_pair_rows<C>(a, rows, kernel_constants<K, C>(a));
  }
};

}  // namespace ETCH_NAMESPACE
