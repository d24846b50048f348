// What max_pool and avg_pool share.
#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>

namespace ETCH_NAMESPACE {

/// Base of kernel K, whose K::pooling<C> says what becomes of the cells of a window:
/// start(limits), then add(what, cell) for each cell inside the input, then of(what, cells).
template <class K>
struct pool_kernel : kernel_base {
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    constexpr window_geometry g = C::attributes.at(C::inputs());
    constexpr auto l = output_limits<C>();
    pooled<g, typename K::template pooling<C>, typename C::template in<0>::layout,
           typename C::template out<>::layout>(a.template out<0>(), a.template in<0>(), l, rows);
  }

 private:
  template <window_geometry G, class Pooling, class LayoutX, class LayoutY, class Y, class X,
            class T>
  ETCH_KERNEL static constexpr void pooled(Y y,  // (N,OH,OW,C)
                                           X x,  // (N,H,W,C)
                                           limits<T> l, row_block rows) {
    constexpr extents ex{4, {G.n, G.h, G.w, G.c}}, ey{4, {G.n, G.oh, G.ow, G.c}};
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = r / G.oh, i = r % G.oh;
      for (int j = 0; j < G.ow; ++j) {
        for (int c = 0; c < G.c; ++c) {
          auto pool = Pooling::start(l);
          int cells = 0;
          for (int u = 0; u < G.kh; ++u) {
            const int h = i * G.stride_h + u * G.dilation_h - G.pad_top;
            if (h < 0 || h >= G.h) continue;
            for (int v = 0; v < G.kw; ++v) {
              const int w = j * G.stride_w + v * G.dilation_w - G.pad_left;
              if (w < 0 || w >= G.w) continue;
              const T cell = x[LayoutX::offset(ex, n, h, w, c)];
              pool = Pooling::add(pool, cell);
              ++cells;
            }
          }
          y[LayoutY::offset(ey, n, i, j, c)] = clamp(Pooling::of(pool, cells), l.low, l.high);
        }
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
