#pragma once

#include <etch/kernel/layer/weights.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x (N,H,W,C), weights (1,KH,KW,C M). Writes: y (N,OH,OW,C M).
struct depthwise_conv2d_generic : kernel_base {
  using op = ops::depthwise_conv2d;
  static constexpr const char* name = "depthwise_conv2d_generic";
  template <class C>
  using tables = tables_of_sums<C>;

  template <class C>
  static constexpr auto pack() {
    return pack_codes<C, C::template in<1>::is.shape.c()>();
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr window_geometry g = C::attributes.at(C::inputs());
    sums<g, sum_arithmetic<C>, typename in::layout, typename out::layout>(
        a.template out<0>(), a.template in<0>(), in::is.number.zero,
        C::template in<1>::is.number.zero, packed<depthwise_conv2d_generic, C>, rows);
  }

  /// The sums over `rows`, ended by p.finish.
  template <window_geometry G, class Math, class LayoutX, class LayoutY, class X, class Y, class P>
  ETCH_KERNEL static constexpr void sums(Y y,  // (N,OH,OW,C M)
                                         X x,  // (N,H,W,C)
                                         int x_zero, int w_zero, const P& p, row_block rows) {
    constexpr extents ex{4, {G.n, G.h, G.w, G.c}}, ey{4, {G.n, G.oh, G.ow, G.oc}};
    constexpr int multiplier = G.oc / G.c;
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = r / G.oh, i = r % G.oh;
      for (int j = 0; j < G.ow; ++j) {
        for (int o = 0; o < G.oc; ++o) {
          auto sum = Math::zero();
          for (int u = 0; u < G.kh; ++u) {
            const int h = i * G.stride_h + u * G.dilation_h - G.pad_top;
            if (h < 0 || h >= G.h) continue;
            for (int v = 0; v < G.kw; ++v) {
              const int w = j * G.stride_w + v * G.dilation_w - G.pad_left;
              if (w < 0 || w >= G.w) continue;
              accumulate<Math>(sum,
                               Math::read(x[LayoutX::offset(ex, n, h, w, o / multiplier)], x_zero),
                               Math::read(p.weights[(u * G.kw + v) * G.oc + o], w_zero));
            }
          }
          y[LayoutY::offset(ey, n, i, j, o)] = p.finish(Math::add(sum, p.bias[o]), o);
        }
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
