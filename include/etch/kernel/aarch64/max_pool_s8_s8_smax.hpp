// max_pool of 8-bit codes, 16 channels at a time, by SMAX.
//
// Needs: Advanced SIMD; hwc; at least 8 channels; dilation 1.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/op/max_pool.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {

#if ETCH_HAS_NEON
namespace neon {

/// Cells of a window that lie inside the input: u in [top, bottom), v in [left, right).
struct window_cells {
  int top, bottom, left, right;
};

/// Width (8 or 16) bytes.
template <int Width>
ETCH_GLUE auto load_bytes(const std::int8_t* x) {
  if constexpr (Width == 16) return vld1q_s8(x);
  else return vld1_s8(x);
}
ETCH_GLUE int8x16_t larger(int8x16_t a, int8x16_t b) { return vmaxq_s8(a, b); }
ETCH_GLUE int8x8_t larger(int8x8_t a, int8x8_t b) { return vmax_s8(a, b); }
ETCH_GLUE void store_limited(std::int8_t* y, int8x16_t a, limits<std::int8_t> l) {
  vst1q_s8(y, vminq_s8(vmaxq_s8(a, vdupq_n_s8(l.low)), vdupq_n_s8(l.high)));
}
ETCH_GLUE void store_limited(std::int8_t* y, int8x8_t a, limits<std::int8_t> l) {
  vst1_s8(y, vmin_s8(vmax_s8(a, vdup_n_s8(l.low)), vdup_n_s8(l.high)));
}

/// Width channels of one output pixel; x is cell (0, 0) of its window.
template <window_geometry G, int Width, limits<std::int8_t> L>
ETCH_GLUE void largest_cell(std::int8_t* y, const std::int8_t* x, const window_cells& in) {
  constexpr bool limited = L.low > -128 || L.high < 127;
  constexpr int row = G.w * G.c, cells = G.kh * G.kw;
  const std::int8_t* at = x + in.top * row + in.left * G.c;
  auto best = load_bytes<Width>(at);
  if (cells <= 25 && in.bottom - in.top == G.kh && in.right - in.left == G.kw) {
    unroll<cells <= 25 ? cells : 0>([&]<int I>() __attribute__((always_inline)) {
      constexpr int offset = I / G.kw * row + I % G.kw * G.c;
      if constexpr (I > 0) best = larger(best, load_bytes<Width>(at + offset));
    });
  } else {
    for (int u = in.top; u < in.bottom; ++u, at += row) {
      for (int v = 0; v < in.right - in.left; ++v) {
        best = larger(best, load_bytes<Width>(at + v * G.c));
      }
    }
  }
  if constexpr (limited) {
    store_limited(y, best, L);
  } else if constexpr (Width == 16) {
    vst1q_s8(y, best);
  } else {
    vst1_s8(y, best);
  }
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, limits<std::int8_t> L>
ETCH_KERNEL void largest_rows(std::int8_t* y,        // (N,OH,OW,C)
                              const std::int8_t* x,  // (N,H,W,C)
                              row_block rows) {
  constexpr int width = G.c >= 16 ? 16 : 8, blocks = ceil_div(G.c, width);
  y += rows.first * G.ow * G.c;
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / G.oh, top = r % G.oh * G.stride_h - G.pad_top;
    window_cells in{maximum(-top, 0), minimum(G.h - top, G.kh), 0, 0};
    for (int j = 0; j < G.ow; ++j) {
      const int left = j * G.stride_w - G.pad_left;
      in.left = maximum(-left, 0), in.right = minimum(G.w - left, G.kw);
      const std::int8_t* cell = x + ((n * G.h + top) * G.w + left) * G.c;
      for (int b = 0; b < blocks; ++b) {
        const int c = minimum(b * width, G.c - width);  // the last block may overlap
        largest_cell<G, width, L>(y + c, cell + c, in);
      }
      y += G.c;
    }
  }
}

}  // namespace neon
#endif

/// max_pool of 16 channels at a time.
struct max_pool_s8_s8_smax : kernel_base {
  using op = ops::max_pool;
  static constexpr const char* name = "max_pool_s8_s8_smax";

  template <class C>
  static constexpr bool accepts = [] {
    constexpr operand x = C::inputs()[0], y = C::template out<>::is;
    constexpr window_geometry g = C::attributes.at(C::inputs());
    return C::attributes.least == 0 && has_signed_bytes<typename C::template in<0>> &&
           x.layout == &layout_id<hwc> && y.layout == &layout_id<hwc> && g.c >= 8 &&
           (g.dilation_h == 1 || g.kh == 1) && (g.dilation_w == 1 || g.kw == 1);
  }();
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_NEON
    neon::largest_rows<C::attributes.at(C::inputs()), output_limits<C>()>(a.template out<0>(),
                                                                          a.template in<0>(), rows);
#else
    static_assert(sizeof(A) == 0, "max_pool_s8_s8_smax: compile for AArch64");
#endif
  }
};

}  // namespace ETCH_NAMESPACE
