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

/// The same places with as few dimensions as they have: those that go on where the next one ends
/// are one with it.
constexpr strided_places joined(strided_places p) {
  for (int k = p.rank - 1; k > 0; --k) {
    if (p.step[k - 1] != p.size[k] * p.step[k]) continue;
    p.size[k - 1] *= p.size[k];
    p.step[k - 1] = p.step[k];
    --p.rank;
    for (int i = k; i < p.rank; ++i) p.size[i] = p.size[i + 1], p.step[i] = p.step[i + 1];
  }
  return p;
}

/// An element of y: its place along each dimension, and where in the logical order of x it lies.
struct strided_place {
  int at[5]{}, from;
  constexpr strided_place(const strided_places& p, int first) : from(p.first) {
    for (int k = p.rank - 1, rest = first; k >= 0; --k) {
      at[k] = rest % p.size[k];
      rest /= p.size[k];
      from += at[k] * p.step[k];
    }
  }
  /// One step along dimension k, and from its end to the next of those before it.
  constexpr void next(const strided_places& p, int k) {
    for (; k >= 0; --k) {
      from += p.step[k];
      if (++at[k] < p.size[k]) break;
      at[k] = 0;
      from -= p.size[k] * p.step[k];
    }
  }
};

/// y = the elements of x at places p; elements first .. first + count - 1 of y in logical order.
template <class CursorX, class CursorY, class Y, class X>
ETCH_KERNEL constexpr void copy_strided(Y y, X x, const strided_places& p, int first, int count) {
  strided_place place(p, first);
  CursorY to(first);
  for (int i = 0; i < count; ++i, to.next()) {
    y[to.offset()] = x[CursorX(place.from).offset()];
    place.next(p, p.rank - 1);
  }
}
/// The same, run by run, where the last dimension has step 1.
template <class CursorX, class CursorY, class Y, class X>
ETCH_KERNEL constexpr void copy_runs(Y y, X x, const strided_places& p, int first, int count) {
  const int last = p.rank - 1, end = first + count;
  strided_place place(p, first);
  for (int i = first; i < end;) {
    const int run = minimum(p.size[last] - place.at[last], end - i);
    copy_elements(y, CursorY(i), x, CursorX(place.from), run);
    i += run;
    place.from -= place.at[last];
    place.at[last] = 0;
    place.next(p, last - 1);
  }
}

/// Base of kernel K that writes elements of a value in another order, which its constants are.
template <class K>
struct strided_copy_kernel : kernel_base {
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr const strided_places& packed_places = packed<K, C>;
    constexpr bool has_runs = packed_places.step[packed_places.rank - 1] == 1;
    const int first = rows.first * out::row, count = rows.count * out::row;
    if constexpr (has_runs) {
      copy_runs<cursor_of<in>, cursor_of<out>>(a.template out<0>(), a.template in<0>(),
                                               kernel_constants<K, C>(a), first, count);
    } else {
      copy_strided<cursor_of<in>, cursor_of<out>>(a.template out<0>(), a.template in<0>(),
                                                  kernel_constants<K, C>(a), first, count);
    }
  }
};

}  // namespace ETCH_NAMESPACE
