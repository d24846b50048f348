// What resize_nearest and resize_bilinear share.
#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/op/resize.hpp>

namespace ETCH_NAMESPACE {

/// Base of kernel K, whose K::place<C> says where row or column i of `out` lies in x, which has
/// `in`: place::of(i, in, out, attributes); row.at(x, column) is the element of y there.
template <class K>
struct resize_kernel : kernel_base {
  template <class C>
  static constexpr auto pack() {
    constexpr extents x = C::template in<0>::is.shape;
    constexpr resizing r = C::attributes;
    using place = typename K::template place<C>;
    places<place, r.h, r.w> p{};
    for (int i = 0; i < r.h; ++i) p.row[i] = place::of(i, x.h(), r.h, r);
    for (int j = 0; j < r.w; ++j) p.column[j] = place::of(j, x.w(), r.w, r);
    return p;
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    resized<in::is.shape, out::is.shape, typename in::layout, typename out::layout>(
        a.template out<0>(), a.template in<0>(), kernel_constants<K, C>(a), rows);
  }

 private:
  template <class Place, int H, int W>
  struct places {
    Place row[H], column[W];
  };
  template <extents X, extents Y, class LayoutX, class LayoutY, class To, class From, class P>
  ETCH_KERNEL static constexpr void resized(To y,    // (N,OH,OW,C)
                                            From x,  // (N,H,W,C)
                                            const P& p, row_block rows) {
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = r / Y.h();
      const auto& row = p.row[r % Y.h()];
      for (int j = 0; j < Y.w(); ++j) {
        const auto& column = p.column[j];
        for (int c = 0; c < Y.c(); ++c) {
          const auto cell = [=](int h, int w) __attribute__((always_inline)) {
            return x[LayoutX::offset(X, n, h, w, c)];
          };
          y[LayoutY::offset(Y, n, r % Y.h(), j, c)] = row.at(cell, column);
        }
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
