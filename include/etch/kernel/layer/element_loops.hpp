// Walking over elements in logical (N,H,W,C) order, whatever the layout, and the loops of the
// kernels that take one element after the other.
#pragma once

#include <etch/kernel/kernel.hpp>

namespace ETCH_NAMESPACE {

/// Whether layout L keeps elements in logical order without gaps.
template <class L>
inline constexpr bool in_logical_order = __is_same(L, hwc) || __is_same(L, ohwi);

/// The part of shape e that code over layout L depends on: nothing in logical order, so that
/// tensors of all shapes share one function.
template <class L>
constexpr extents shape_for(const extents& e) {
  return in_logical_order<L> ? extents{} : e;
}

/// A place in a tensor of shape E and layout L that moves as a tensor of shape Y does in logical
/// order; it stands still along dimensions where E has size 1.
template <class L, extents E, extents Y>
class cursor {
 public:
  /// At element k of Y.
  constexpr explicit cursor(int k)
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
template <class L, extents E, extents Y>
requires(in_logical_order<L> && E.size() == Y.size())
class cursor<L, E, Y> {
 public:
  constexpr explicit cursor(int k) : at_(k) {}
  constexpr int offset() const { return at_; }
  constexpr void next() { ++at_; }

 private:
  int at_;
};

/// The cursor over value V (a typed_value).
template <class V>
using cursor_of = cursor<typename V::layout, shape_for<typename V::layout>(V::is.shape),
                         shape_for<typename V::layout>(V::is.shape)>;

/// y[k + i] = x[m + i] in logical order, 0 <= i < count; k and m are where the cursors stand.
template <class CursorY, class CursorX, class Y, class X>
ETCH_KERNEL constexpr void copy_elements(Y y, CursorY to, X x, CursorX from, int count) {
  for (int i = 0; i < count; ++i, to.next(), from.next()) y[to.offset()] = x[from.offset()];
}

/// y = f(x, channel) for `pixels` times `channels` elements, both cursors at the first of them.
/// y may be x.
template <class CursorY, class CursorX, class Y, class X, class F>
ETCH_KERNEL constexpr void map_elements(Y y, CursorY to, X x, CursorX from, int pixels,
                                        int channels, const F& f) {
  for (int p = 0; p < pixels; ++p) {
    for (int c = 0; c < channels; ++c, to.next(), from.next()) {
      y[to.offset()] = f(x[from.offset()], c);
    }
  }
}

/// y = f(x, channel, k) likewise, for elements k = first and on in logical order.
template <class CursorY, class CursorX, class Y, class X, class F>
ETCH_KERNEL constexpr void map_places(Y y, X x, int first, int pixels, int channels, const F& f) {
  CursorY to(first);
  CursorX from(first);
  for (int k = first; k < first + pixels * channels; ++k, to.next(), from.next()) {
    y[to.offset()] = f(x[from.offset()], k % channels, k);
  }
}

/// Runs map_elements over the given rows of call C, from input 0 to its output of equal shape; or
/// map_places, where f takes a place.
template <class C, class A, class F>
ETCH_GLUE constexpr void map_rows(const A& a, row_block rows, const F& f) {
  using in = typename C::template in<0>;
  using out = typename C::template out<>;
  constexpr int w = out::is.shape.w(), c = out::is.shape.c();
  const int first = rows.first * out::row;
  if constexpr (requires(typename in::storage x) { f(x, 0, 0); }) {
    map_places<cursor_of<out>, cursor_of<in>>(a.template out<0>(), a.template in<0>(), first,
                                              rows.count * w, c, f);
  } else {
    map_elements(a.template out<0>(), cursor_of<out>(first), a.template in<0>(),
                 cursor_of<in>(first), rows.count * w, c, f);
  }
}

/// Base of kernel K that applies its constants to each element of a value.
template <class K>
struct element_kernel : kernel_base {
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_rows<C>(a, rows, kernel_constants<K, C>(a));
  }
};

/// Base of kernels that write the elements of a value in the same logical order.
struct copy_kernel : kernel_base {
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    const int first = rows.first * out::row;
    copy_elements(a.template out<0>(), cursor_of<out>(first), a.template in<0>(),
                  cursor_of<in>(first), rows.count * out::row);
  }
};

/// Calls f(y, x..., count) for the count elements of the given rows of call C, whose output and
/// inputs are all in logical order and of equal shape.
template <class C, class A, class F>
ETCH_GLUE constexpr void call_on_rows(const A& a, row_block rows, const F& f) {
  constexpr int row = C::template out<>::row;
  const int first = rows.first * row;
  [&]<int... I>(detail::indices<I...>) __attribute__((always_inline)) {
    f(a.template out<0>() + first, (a.template in<I>() + first)..., rows.count * row);
  }(detail::first<C::input_count>{});
}

/// Call C as if activation A were merged into it: what output_limits reads.
template <class C, activation A>
struct with_activation : C {
  static constexpr activation act = A;
};

}  // namespace ETCH_NAMESPACE
