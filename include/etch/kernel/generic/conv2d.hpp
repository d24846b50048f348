#pragma once

#include <etch/kernel/layer/weights.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// Base of kernel K that sums products over windows: conv2d, depthwise_conv2d, transpose_conv2d.
template <class K>
struct window_sums : weighted_kernel {
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr sums_of_products s = C::attributes.products(C::inputs(), 0);
    constexpr window_geometry g = s.transposed ? backwards(s.window, in::is.shape.n()) : s.window;
    constexpr pair apart = s.transposed ? pair{s.window.stride_h, s.window.stride_w} : pair{};
    sums<g, apart, s.by_channel, sum_arithmetic<C>, typename in::layout, typename out::layout>(
        a.template out<0>(), a.template in<0>(), in::is.number.zero,
        C::template in<1>::is.number.zero, kernel_constants<K, C>(a), rows);
  }

  /// The sums over `rows`, ended by p.epilogue. Weights are (O,KH,KW,C/G), by channel (KH,KW,O);
  /// the cells of x lie Apart steps of the window apart.
  template <window_geometry G, pair Apart, bool ByChannel, class Math, class LayoutX, class LayoutY,
            class Y, class X, class P>
  ETCH_KERNEL static constexpr void sums(Y y,  // (N,OH,OW,O)
                                         X x,  // (N,H,W,C)
                                         int x_zero, int w_zero, const P& p, row_block rows) {
    constexpr extents ex{4, {G.n, G.h, G.w, G.c}}, ey{4, {G.n, G.oh, G.ow, G.oc}};
    constexpr int depth = G.c / G.groups, filters = G.oc / G.groups;
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = r / G.oh, i = r % G.oh;
      for (int j = 0; j < G.ow; ++j) {
        for (int o = 0; o < G.oc; ++o) {
          auto sum = Math::zero();
          const int first = o / filters * depth;
          for (int u = 0; u < G.kh; ++u) {
            const int h = i * G.stride_h + u * G.dilation_h - G.pad_top;
            if (h < 0 || h % Apart.h != 0 || h / Apart.h >= G.h) continue;
            for (int v = 0; v < G.kw; ++v) {
              const int w = j * G.stride_w + v * G.dilation_w - G.pad_left;
              if (w < 0 || w % Apart.w != 0 || w / Apart.w >= G.w) continue;
              if constexpr (ByChannel) {
                accumulate<Math>(sum, Math::read(x[LayoutX::offset(ex, n, h, w, first)], x_zero),
                                 Math::read(p.weights[(u * G.kw + v) * G.oc + o], w_zero));
              } else {
                const auto weight = p.weights + ((o * G.kh + u) * G.kw + v) * depth;
                for (int c = 0; c < depth; ++c) {
                  accumulate<Math>(
                      sum,
                      Math::read(x[LayoutX::offset(ex, n, h / Apart.h, w / Apart.w, first + c)],
                                 x_zero),
                      Math::read(weight[c], w_zero));
                }
              }
            }
          }
          y[LayoutY::offset(ey, n, i, j, o)] = p.epilogue(Math::add(sum, p.bias[o]), o);
        }
      }
    }
  }

 private:
  /// The window that takes what window g of a transpose_conv2d gives: it goes back over n values by
  /// single steps.
  static constexpr window_geometry backwards(window_geometry g, int n) {
    g.n = n;
    g.stride_h = g.stride_w = 1;
    g.dilation_h = g.dilation_w = -1;
    g.pad_top = -g.pad_top;
    g.pad_left = -g.pad_left;
    return g;
  }
};

/// conv2d in any format and layout.
struct conv2d_generic : window_sums<conv2d_generic> {
  using op = ops::conv2d;
  static constexpr const char* name = "conv2d_generic";
};

}  // namespace ETCH_NAMESPACE
