// What max_pool and avg_pool share.
#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/inner_cells.hpp>

namespace ETCH_NAMESPACE {

/// Base of kernel K, whose K::pooling<C> says what becomes of the cells of a window:
/// start(limits), then add(what, cell) for each cell inside the input, then of(what, cells); a
/// kept<cells> holds what becomes of so many.
template <class K>
class pool_kernel : public kernel_base {
  template <class C>
  static constexpr window_geometry geometry_of = C::attributes.at(C::inputs());

 public:
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    constexpr auto l = output_limits<C>();
    pooled<geometry_of<C>, typename K::template pooling<C>, typename C::template in<0>::layout,
           typename C::template out<>::layout>(a.template out<0>(), a.template in<0>(), l, rows);
  }

  /// Rows, where there is one row of windows.
  template <class C>
  static constexpr int takes_runs_of =
      geometry_of<C>.n == 1 && geometry_of<C>.oh == 1 ? C::template in<0>::row : 0;
  /// What each window has found so far.
  template <class C>
  struct state {
    typename K::template pooling<C>::template kept<geometry_of<C>.kh * geometry_of<C>.kw>
        pool[geometry_of<C>.ow * geometry_of<C>.c];
  };
  template <class C>
  static constexpr void begin(state<C>& s) {
    const auto empty = K::template pooling<C>::start(output_limits<C>());
    for (auto& pool : s.pool) pool = empty;
  }
  template <class C, class A>
  static constexpr void take(const A& a, state<C>& s, int first, int count) {
    constexpr int row = C::template in<0>::row;
    const auto x = a.template in<0>();
    for (int h = first / row; h < (first + count) / row; ++h) {
      take_row<geometry_of<C>, typename K::template pooling<C>>(s.pool + 0,
                                                                codes_in_row(x + h * row), h);
    }
  }
  template <class C, class A>
  static constexpr void finish(const A& a, const state<C>& s) {
    constexpr auto l = output_limits<C>();
    end_windows<geometry_of<C>, typename K::template pooling<C>>(a.template out<0>(), s.pool + 0,
                                                                 l);
  }

 private:
  template <window_geometry G, class Pooling, class S, class X>
  ETCH_KERNEL static constexpr void take_row(S* pool,  // (OW,C)
                                             X x,      // (W,C)
                                             int h) {
    const int u = h + G.pad_top;
    if (u % G.dilation_h != 0 || u / G.dilation_h >= G.kh) return;
    for (int j = 0; j < G.ow; ++j, pool += G.c) {
      const int left = j * G.stride_w - G.pad_left;
      const cell_range v = cells_inside(left, G.kw, G.dilation_w, G.w);
      for (int w = left + v.first * G.dilation_w; w < left + v.last * G.dilation_w;
           w += G.dilation_w) {
        for (int c = 0; c < G.c; ++c) {
          pool[c] = static_cast<S>(Pooling::add(pool[c], x[w * G.c + c]));
        }
      }
    }
  }
  template <window_geometry G, class Pooling, class Y, class S, class T>
  ETCH_KERNEL static constexpr void end_windows(Y y,            // (1,OW,C)
                                                const S* pool,  // (OW,C)
                                                limits<T> l) {
    const cell_range u = cells_inside(-G.pad_top, G.kh, G.dilation_h, G.h);
    for (int j = 0; j < G.ow; ++j) {
      const cell_range v = cells_inside(j * G.stride_w - G.pad_left, G.kw, G.dilation_w, G.w);
      const int cells = (u.last - u.first) * (v.last - v.first);
      for (int i = j * G.c; i < (j + 1) * G.c; ++i) {
        y[i] = clamp(Pooling::of(pool[i], cells), l.low, l.high);
      }
    }
  }

  template <window_geometry G, class Pooling, class LayoutX, class LayoutY, class Y, class X,
            class T>
  ETCH_KERNEL static constexpr void pooled(Y y,  // (N,OH,OW,C)
                                           X x,  // (N,H,W,C)
                                           limits<T> l, row_block rows) {
    constexpr extents ex{4, {G.n, G.h, G.w, G.c}}, ey{4, {G.n, G.oh, G.ow, G.c}};
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = r / G.oh, i = r % G.oh;
      for (int j = 0; j < G.ow; ++j) {
        const window_cells in = cells_of_window<G>(i, j);
        const int cells = (in.bottom - in.top) * (in.right - in.left);
        for (int c = 0; c < G.c; ++c) {
          auto pool = Pooling::start(l);
          for (int u = in.top; u < in.bottom; ++u) {
            const int h = i * G.stride_h + u * G.dilation_h - G.pad_top;
            for (int v = in.left; v < in.right; ++v) {
              const int w = j * G.stride_w + v * G.dilation_w - G.pad_left;
              const T cell = x[LayoutX::offset(ex, n, h, w, c)];
              pool = Pooling::add(pool, cell);
            }
          }
          y[LayoutY::offset(ey, n, i, j, c)] = clamp(Pooling::of(pool, cells), l.low, l.high);
        }
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
