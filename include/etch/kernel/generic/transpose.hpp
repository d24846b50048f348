#pragma once

#include <etch/kernel/elements.hpp>
#include <etch/op/transpose.hpp>

namespace etch::inline ETCH_ABI {

/// transpose in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x. Writes: y, the same elements in another order.
struct transpose_generic {
  using op = ops::transpose;
  static constexpr const char* name = "transpose_generic";

  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr int scratch = 0;
  template <class C>
  static constexpr nothing pack() {
    return {};
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr extents y = out::is.shape;
    permuted<cursor_of<in>, cursor_of<out>>(a.template out<0>(), a.template in<0>(), places_of<C>(),
                                            rows.first * y.w() * y.c(), rows.count * y.w() * y.c());
  }

 private:
  /// Sizes of y, and how far one step along each of its dimensions goes in the logical order of x.
  struct places {
    int rank;
    int size[5]{}, step[5]{};
  };
  template <class C>
  static constexpr places places_of() {
    const extents &x = C::template in<0>::is.shape, &y = C::template out<>::is.shape;
    places p{x.rank};
    for (int k = 0; k < x.rank; ++k) {
      p.size[k] = y.d[k];
      p.step[k] = 1;
      for (int i = C::attributes.axis[k] + 1; i < x.rank; ++i) p.step[k] *= x.d[i];
    }
    return p;
  }
  template <class CursorX, class CursorY, class Y, class X>
  ETCH_KERNEL static constexpr void permuted(Y y, X x, const places& p, int first, int count) {
    int at[5]{}, from = 0;
    for (int k = p.rank - 1, rest = first; k >= 0; --k) {
      at[k] = rest % p.size[k];
      rest /= p.size[k];
      from += at[k] * p.step[k];
    }
    CursorY to(first);
    for (int i = 0; i < count; ++i, to.next()) {
      y[to.offset()] = x[CursorX(from).offset()];
      for (int k = p.rank - 1; k >= 0; --k) {
        from += p.step[k];
        if (++at[k] < p.size[k]) break;
        at[k] = 0;
        from -= p.size[k] * p.step[k];
      }
    }
  }
};

}  // namespace etch::inline ETCH_ABI
