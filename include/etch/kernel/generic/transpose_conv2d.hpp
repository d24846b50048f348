#pragma once

#include <etch/kernel/layer/weights.hpp>
#include <etch/op/transpose_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// transpose_conv2d in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x (N,H,W,C), weights (O,KH,KW,C). Writes: y (N,OH,OW,O).
struct transpose_conv2d_generic : kernel_base {
  using op = ops::transpose_conv2d;
  static constexpr const char* name = "transpose_conv2d_generic";
  template <class C>
  using tables = tables_of_sums<C>;

  template <class C>
  static constexpr auto pack() {
    return pack_codes<C, C::template in<1>::is.shape.n()>();
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    using weights = typename C::template in<1>;
    sums<sum_arithmetic<C>, C::attributes, in::is.shape, weights::is.shape, out::is.shape,
         typename in::layout, typename out::layout>(a.template out<0>(), a.template in<0>(),
                                                    in::is.number.zero, weights::is.number.zero,
                                                    packed<transpose_conv2d_generic, C>, rows);
  }

 private:
  // Row i of y takes row h of x where i + top - h stride is a row of the window: for the window's
  // row u, where i + top - u is a multiple of the stride.
  template <class Math, ops::transpose_conv2d Op, extents X, extents W, extents Y, class LayoutX,
            class LayoutY, class In, class Out, class P>
  ETCH_KERNEL static constexpr void sums(Out y,  // (N,OH,OW,O)
                                         In x,   // (N,H,W,C)
                                         int x_zero, int w_zero, const P& p, row_block rows) {
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = r / Y.h(), i = r % Y.h();
      for (int j = 0; j < Y.w(); ++j) {
        for (int o = 0; o < Y.c(); ++o) {
          auto sum = Math::zero();
          for (int u = 0; u < W.h(); ++u) {
            const int h = i + Op.top - u;
            if (h < 0 || h % Op.stride.h != 0 || h / Op.stride.h >= X.h()) continue;
            for (int v = 0; v < W.w(); ++v) {
              const int w = j + Op.left - v;
              if (w < 0 || w % Op.stride.w != 0 || w / Op.stride.w >= X.w()) continue;
              const auto weight = p.weights + ((o * W.h() + u) * W.w() + v) * W.c();
              for (int c = 0; c < W.c(); ++c) {
                const int at = LayoutX::offset(X, n, h / Op.stride.h, w / Op.stride.w, c);
                sum = Math::multiply_add(sum, Math::read(x[at], x_zero),
                                         Math::read(weight[c], w_zero));
              }
            }
          }
          y[LayoutY::offset(Y, n, i, j, o)] = p.finish(Math::add(sum, p.bias[o]), o);
        }
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
