// Elements of a value in another order: what transpose and slice share.
#pragma once

#include <etch/kernel/layer/element_loops.hpp>

namespace ETCH_NAMESPACE {

/// Sizes of y, where in the logical order of x its first element lies, and how far one step along
/// each of its dimensions goes there.
struct strided_places {
  int rank;
  int first = 0;
  int size[5]{}, step[5]{};
};

/// Elements of e that one step along dimension k goes over.
constexpr int stride_of(const extents& e, int k) {
  int s = 1;
  for (int i = k + 1; i < e.rank; ++i) s *= e.d[i];
  return s;
}

/// y = the elements of x at places p; elements first .. first + count - 1 of y in logical order.
template <class CursorX, class CursorY, class Y, class X>
ETCH_KERNEL constexpr void copy_strided(Y y, X x, const strided_places& p, int first, int count) {
  int at[5]{}, from = p.first;
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

/// Base of kernel K that writes elements of a value in another order, which its constants are.
template <class K>
struct strided_copy_kernel : kernel_base {
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    copy_strided<cursor_of<in>, cursor_of<out>>(a.template out<0>(), a.template in<0>(),
                                                kernel_constants<K, C>(a), rows.first * out::row,
                                                rows.count * out::row);
  }
};

}  // namespace ETCH_NAMESPACE
