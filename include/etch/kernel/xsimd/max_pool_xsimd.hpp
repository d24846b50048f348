// What the max_pool kernels by xsimd share: as many channels at a time as a vector has lanes.
#pragma once

#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/xsimd/vectors.hpp>
#include <etch/op/max_pool.hpp>

namespace ETCH_NAMESPACE {
namespace vectors {

#if ETCH_HAS_XSIMD

/// The channels of one output pixel; x is cell (0, 0) of its window.
template <window_geometry G, class T>
ETCH_GLUE void largest_of(T* y, const T* x, const window_cells& in, limits<T> l) {
  constexpr int cell = G.dilation_w * G.c, row = G.dilation_h * G.w * G.c;
  const auto from = [&](int c, auto best, const auto& larger) __attribute__((always_inline)) {
    for (int u = in.top; u < in.bottom; ++u) {
      for (int v = in.left; v < in.right; ++v) best = larger(best, x + u * row + v * cell + c);
    }
    return best;
  };
  int c = 0;
  for (; c + lanes<T> <= G.c; c += lanes<T>) {
    const auto best = from(c, vector<T>(l.low), [](const vector<T>& a, const T* b) {
      return larger(a, vector<T>::load_unaligned(b));
    });
    smaller(best, vector<T>(l.high)).store_unaligned(y + c);
  }
  if constexpr (G.c % lanes<T> != 0) {
    for (; c < G.c; ++c) {
      y[c] = minimum(from(c, l.low, [](T a, const T* b) { return maximum(a, *b); }), l.high);
    }
  }
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, class T>
ETCH_KERNEL void largest_rows(T* y,        // (N,OH,OW,C)
                              const T* x,  // (N,H,W,C)
                              limits<T> l, row_block rows) {
  y += rows.first * G.ow * G.c;
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / G.oh, i = r % G.oh;
    for (int j = 0; j < G.ow; ++j, y += G.c) {
      const int h = n * G.h + i * G.stride_h - G.pad_top, w = j * G.stride_w - G.pad_left;
      largest_of<G, T>(y, x + (h * G.w + w) * G.c, cells_of_window<G>(i, j), l);
    }
  }
}

#endif

/// Base of the max_pool kernels on T's.
template <class T>
struct max_pool_kernel : kernel_base {
  using op = ops::max_pool;

  template <class C>
  static constexpr bool accepts =
      C::attributes.least == 0 &&
      (__is_same(T, float) ? has_floats<typename C::template out<>>
                           : has_signed_bytes<typename C::template out<>>) &&
      in_order<C> && C::template out<>::is.shape.c() >= 16 / static_cast<int>(sizeof(T));
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_XSIMD
    largest_rows<C::attributes.at(C::inputs()), T>(a.template out<0>(), a.template in<0>(),
                                                   output_limits<C>(), rows);
#else
    static_assert(sizeof(A) == 0,
                  "max_pool by xsimd: define ETCH_USE_XSIMD and have xsimd/xsimd.hpp");
#endif
  }
};

}  // namespace vectors
}  // namespace ETCH_NAMESPACE
