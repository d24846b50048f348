#pragma once

#include <etch/kernel/elements.hpp>
#include <etch/kernel/sum_of_two.hpp>
#include <etch/op/add.hpp>

namespace etch::inline ETCH_ABI {

/// add in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: a, b. Writes: y of the same shape, which may be a or b.
struct add_generic {
  using op = ops::add;
  static constexpr const char* name = "add_generic";

  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr int scratch = 0;
  template <class C>
  static constexpr auto pack() {
    return make_sum<C>();
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using left = typename C::template in<0>;
    using right = typename C::template in<1>;
    using out = typename C::template out<>;
    constexpr int row = out::is.shape.w() * out::is.shape.c();
    const int first = rows.first * row;
    sums(a.template out<0>(), cursor_of<out>(first), a.template in<0>(), cursor_of<left>(first),
         a.template in<1>(), cursor_of<right>(first), rows.count * row, packed<add_generic, C>);
  }

 private:
  template <class CursorY, class CursorA, class CursorB, class Y, class A, class B, class F>
  ETCH_KERNEL static constexpr void sums(Y y, CursorY to, A a, CursorA at_a, B b, CursorB at_b,
                                         int count, const F& f) {
    for (int i = 0; i < count; ++i, to.next(), at_a.next(), at_b.next()) {
      y[to.offset()] = f(a[at_a.offset()], b[at_b.offset()]);
    }
  }
};

}  // namespace etch::inline ETCH_ABI
