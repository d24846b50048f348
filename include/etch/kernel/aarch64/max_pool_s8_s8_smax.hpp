// max_pool of 8-bit codes, 16 channels at a time, by SMAX.
//
// Needs: Advanced SIMD; hwc; at least 8 channels; dilation 1.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/pixels.hpp>
#include <etch/op/max_pool.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {

#if ETCH_HAS_NEON
namespace neon {

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
  auto best = load_bytes<Width>(x + (in.top * G.w + in.left) * G.c);
  const auto compare = [&](int at, int) __attribute__((always_inline)) {
    best = larger(best, load_bytes<Width>(x + at));
  };
  if (G.kh * G.kw <= 25 && in.bottom - in.top == G.kh && in.right - in.left == G.kw) {
    for_each_cell<G>(compare);
  } else {
    for_each_cell<G>(in, compare);
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
  for_each_pixel<G>(y, x, rows,
                    [&](std::int8_t* to, const std::int8_t* from, const window_cells& in)
                        __attribute__((always_inline)) {
                          constexpr int width = G.c >= 16 ? 16 : 8;
                          for_each_block<G.c, width>([&](int c) __attribute__((always_inline)) {
                            largest_cell<G, width, L>(to + c, from + c, in);
                          });
                        });
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
