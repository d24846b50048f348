// Element after element of two values that broadcast to the shape of the output.
#pragma once

#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/binary.hpp>

namespace ETCH_NAMESPACE {

/// A place in a tensor of shape E and layout L that moves as the output of shape Y does in logical
/// order; it stands still along dimensions of size 1.
template <class L, extents E, extents Y>
class broadcast_cursor {
 public:
  /// At element k of the output.
  constexpr explicit broadcast_cursor(int k)
      : n_(k / (Y.h() * Y.w() * Y.c())),
        h_(k / (Y.w() * Y.c()) % Y.h()),
        w_(k / Y.c() % Y.w()),
        c_(k % Y.c()) {}
  constexpr int offset() const {
    return L::offset(E, E.n() == 1 ? 0 : n_, E.h() == 1 ? 0 : h_, E.w() == 1 ? 0 : w_,
                     E.c() == 1 ? 0 : c_);
  }
  constexpr void next() {
    if (++c_ < Y.c()) return;
    c_ = 0;
    if (++w_ < Y.w()) return;
    w_ = 0;
    if (++h_ < Y.h()) return;
    h_ = 0;
    ++n_;
  }

 private:
  int n_, h_, w_, c_;
};

namespace detail {
template <class V, class Out, bool Fills>
struct broadcast {
  using type = cursor_of<V>;
};
template <class V, class Out>
struct broadcast<V, Out, false> {
  using type = broadcast_cursor<typename V::layout, V::is.shape, Out::is.shape>;
};
}  // namespace detail
/// The cursor over input V of an operator whose output is Out.
template <class V, class Out>
using broadcast_cursor_of =
    typename detail::broadcast<V, Out, fills(V::is.shape, Out::is.shape)>::type;

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
  constexpr int row = out::is.shape.w() * out::is.shape.c();
  const int first = rows.first * row;
  map_pairs(a.template out<0>(), cursor_of<out>(first), a.template in<0>(),
            broadcast_cursor_of<left, out>(first), a.template in<1>(),
            broadcast_cursor_of<right, out>(first), rows.count * row, f);
}

}  // namespace ETCH_NAMESPACE
