// depthwise_conv2d whose products are summed in single precision, those of f32 and of codes that it
// holds (bf16, f16, fp8): some channels of a pixel at a time, by the vectors of float_tiles.hpp.
// The sum of an output is made in the order of the generic kernel. Cells outside the input are left
// out, as there. In flash weights are the codes that they are.
#pragma once

#include <etch/kernel/layer/float_tiles.hpp>
#include <etch/kernel/layer/pixels.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {
namespace vectors {

/// Count vectors of channels of a pixel; x is cell (0, 0) of its window, w that of the weights.
/// Whole: the window has all its columns.
template <class V, window_geometry G, int Count, bool Whole, class Y, class X, class W, class End>
ETCH_GLUE void sum_channels(Y* y, const X* x, const W* w, const float* bias, const window_cells& in,
                            const End& end) {
  using unit = product_units<V, X, W>;
  typename V::type sum[Count];
  unroll<Count>([&]<int I>() __attribute__((always_inline)) { sum[I] = V::zero(); });
  const auto add = [&](const X* from, const W* weights) __attribute__((always_inline)) {
    const auto number = load_block<V, Count>(from), weight = load_block<V, Count>(weights);
    unroll<Count>([&]<int I>() __attribute__((always_inline)) {
      const auto a = in_whole_units<V>(number.of[I], unit::of_x);
      const auto b = in_whole_units<V>(weight.of[I], unit::of_w);
      sum[I] = V::add_product(sum[I], a, b);
    });
  };
  constexpr int next_x = G.dilation_w * G.c, next_w = G.c;
  x += in.top * G.dilation_h * G.w * G.c;
  w += in.top * G.kw * G.c;
  for (int u = in.top; u < in.bottom; ++u, x += G.dilation_h * G.w * G.c, w += G.kw * G.c) {
    if constexpr (Whole) {
      unroll<G.kw>([&]<int K>()
                       __attribute__((always_inline)) { add(x + K * next_x, w + K * next_w); });
    } else {
      for (int v = in.left; v < in.right; ++v) add(x + v * next_x, w + v * next_w);
    }
  }
  unroll<Count>([&]<int I>() __attribute__((always_inline)) {
    const auto whole = in_whole_units<V>(sum[I], unit::of_sums);
    const auto all = V::plus(whole, V::load(bias + I * V::width));
    store_numbers<V, V::width>(y + I * V::width, all, end);
  });
}

/// Base of kernel K, which runs depthwise_conv2d by run_channels(); K::fuses as in float_kernel.
template <class K>
struct channel_kernel : kernel_base {
  using op = ops::depthwise_conv2d;

  template <class C>
  static constexpr window_geometry geometry_of = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool accepts =
      multiplies_floats<C, K::fuses>() && geometry_of<C>.c == geometry_of<C>.oc;
  template <class C>
  static constexpr auto pack() {
    return pack_weighted<C, geometry_of<C>.c>();
  }

 protected:
  /// By at most Most vectors V at a time.
  template <class V, int Most, class C, class A>
  ETCH_GLUE static void run_channels(const A& a, row_block rows) {
    constexpr window_geometry g = geometry_of<C>;
    using v = summing_as<element_t<list<single_float, V>, (g.c >= V::width ? 1 : 0)>, C>;
    constexpr int count = minimum(Most, g.c / v::width);
    constexpr auto end = end_of_floats<C>();
    const auto& p = kernel_constants<K, C>(a);
    for_each_pixel<g>(
        a.template out<0>(), a.template in<0>(), rows,
        [&](auto* to, const auto* from, const window_cells& in) __attribute__((always_inline)) {
          const auto sum = [&]<bool Whole>() __attribute__((always_inline)) {
            for_each_block<g.c, count * v::width>([&](int c) __attribute__((always_inline)) {
              sum_channels<v, g, count, Whole>(to + c, from + c, p.weights + c, p.bias + c, in,
                                               end);
            });
          };
          if (g.kw <= 5 && in.right - in.left == g.kw) sum.template operator()<(g.kw <= 5)>();
          else sum.template operator()<false>();
        });
  }
};

}  // namespace vectors
}  // namespace ETCH_NAMESPACE
