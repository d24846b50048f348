// avg_pool of f32, a vector of channels at a time, in the order of the generic kernel.
//
// Needs: xsimd; hwc; at least 4 channels.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/xsimd/max_pool_xsimd.hpp>
#include <etch/op/avg_pool.hpp>

namespace ETCH_NAMESPACE {

/// avg_pool of f32 by vectors.
struct avg_pool_f32_f32_xsimd : kernel_base {
  using op = ops::avg_pool;
  static constexpr const char* name = "avg_pool_f32_f32_xsimd";

  template <class C>
  static constexpr bool accepts = vectors::has_floats<typename C::template out<>> &&
                                  vectors::in_order<C> && C::template out<>::is.shape.c() >= 4;
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_XSIMD
    mean_rows<C::attributes.at(C::inputs())>(a.template out<0>(), a.template in<0>(),
                                             output_limits<C>(), rows);
#else
    static_assert(sizeof(A) == 0,
                  "avg_pool_f32_f32_xsimd: define ETCH_USE_XSIMD and have xsimd/xsimd.hpp");
#endif
  }

#if ETCH_HAS_XSIMD
 private:
  /// The channels of one output pixel; x is cell (0, 0) of its window.
  template <window_geometry G>
  ETCH_GLUE static void mean_of_cells(float* y, const float* x, const window_cells& in,
                                      limits<float> l) {
    using v = vectors::vector<float>;
    constexpr int width = vectors::lanes<float>;
    const auto count = static_cast<float>((in.bottom - in.top) * (in.right - in.left));
    const auto sum = [&](int c, auto all, const auto& load) __attribute__((always_inline)) {
      for (int u = in.top; u < in.bottom; ++u) {
        for (int k = in.left; k < in.right; ++k) {
          all = all + load(x + (u * G.dilation_h * G.w + k * G.dilation_w) * G.c + c);
        }
      }
      return all;
    };
    int c = 0;
    for (; c + width <= G.c; c += width) {
      const v all = sum(c, v(0.0F), [](const float* at) { return v::load_unaligned(at); });
      vectors::clamped<float>(vectors::quotient(all, v(count)), l).store_unaligned(y + c);
    }
    if constexpr (G.c % width != 0) {
      for (; c < G.c; ++c) {
        y[c] = clamp(sum(c, 0.0F, [](const float* at) { return *at; }) / count, l.low, l.high);
      }
    }
  }

  template <window_geometry G>
  ETCH_KERNEL static void mean_rows(float* y,        // (N,OH,OW,C)
                                    const float* x,  // (N,H,W,C)
                                    limits<float> l, row_block rows) {
    y += rows.first * G.ow * G.c;
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = r / G.oh, i = r % G.oh;
      for (int j = 0; j < G.ow; ++j, y += G.c) {
        const int h = n * G.h + i * G.stride_h - G.pad_top, w = j * G.stride_w - G.pad_left;
        mean_of_cells<G>(y, x + (h * G.w + w) * G.c, cells_of_window<G>(i, j), l);
      }
    }
  }
#endif
};

}  // namespace ETCH_NAMESPACE
