// depthwise_conv2d on f32, a vector of channels at a time, in the order of the generic kernel.
//
// Needs: xsimd; hwc; one filter a channel; at least 4 channels.
// Reads: x (N,H,W,C), weights (1,KH,KW,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/xsimd/float_rows.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d on f32 by vectors over channels.
struct depthwise_conv2d_f32_f32_f32_xsimd : kernel_base {
  using op = ops::depthwise_conv2d;
  static constexpr const char* name = "depthwise_conv2d_f32_f32_f32_xsimd";

  template <class C>
  static constexpr window_geometry geometry_of = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool accepts = vectors::multiplies_floats<C>() &&
                                  geometry_of<C>.c == geometry_of<C>.oc && geometry_of<C>.c >= 4;
  template <class C>
  static constexpr auto pack() {
    return pack_weighted<C, geometry_of<C>.c>();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_XSIMD
    sum_rows<geometry_of<C>>(a.template out<0>(), a.template in<0>(),
                             packed<depthwise_conv2d_f32_f32_f32_xsimd, C>, rows);
#else
    static_assert(sizeof(A) == 0,
                  "depthwise_conv2d by xsimd: define ETCH_USE_XSIMD and have xsimd/xsimd.hpp");
#endif
  }

#if ETCH_HAS_XSIMD
 private:
  /// The channels of one output pixel; x is cell (0, 0) of its window.
  template <window_geometry G, class P>
  ETCH_GLUE static void sum_channels(float* y, const float* x, const window_cells& in, const P& p) {
    using v = vectors::vector<float>;
    constexpr int width = vectors::lanes<float>;
    const auto sum = [&](int c, auto zero, const auto& load) __attribute__((always_inline)) {
      auto all = zero;
      for (int u = in.top; u < in.bottom; ++u) {
        const float* row = x + u * G.dilation_h * G.w * G.c + c;
        const float* w = p.weights + u * G.kw * G.c + c;
        for (int k = in.left; k < in.right; ++k) {
          const auto product = load(row + k * G.dilation_w * G.c) * load(w + k * G.c);
          all = all + product;
        }
      }
      return all + load(p.bias + c);
    };
    int c = 0;
    for (; c + width <= G.c; c += width) {
      const v all = sum(c, v(0.0F), [](const float* at) { return v::load_unaligned(at); });
      vectors::clamped<float>(all, {p.finish.low, p.finish.high}).store_unaligned(y + c);
    }
    if constexpr (G.c % width != 0) {
      for (; c < G.c; ++c) y[c] = p.finish(sum(c, 0.0F, [](const float* at) { return *at; }), c);
    }
  }

  template <window_geometry G, class P>
  ETCH_KERNEL static void sum_rows(float* y,        // (N,OH,OW,C)
                                   const float* x,  // (N,H,W,C)
                                   const P& p, row_block rows) {
    y += rows.first * G.ow * G.c;
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = r / G.oh, i = r % G.oh;
      for (int j = 0; j < G.ow; ++j, y += G.c) {
        const int h = n * G.h + i * G.stride_h - G.pad_top, w = j * G.stride_w - G.pad_left;
        sum_channels<G>(y, x + (h * G.w + w) * G.c, cells_of_window<G>(i, j), p);
      }
    }
  }
#endif
};

}  // namespace ETCH_NAMESPACE
