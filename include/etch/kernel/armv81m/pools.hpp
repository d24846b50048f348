// What the pools of signed 8-bit codes share: the cells of a window that lie inside the input.
#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/op/window.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>
#endif

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Whether call C pools signed bytes, channel last.
template <class C>
inline constexpr bool pools_bytes = [] {
  using in = typename C::template in<0>;
  return in::is.number.bits == 8 && __is_same(typename in::storage, std::int8_t) &&
         __is_same(typename in::layout, hwc) &&
         __is_same(typename C::template out<>::layout, hwc) && !in::is.is_constant;
}();

#if ETCH_HAS_MVE

/// Calls f(y, x, rows, columns) for each pixel of `rows`: the cells of its window inside the input
/// begin at x, a column g.dilation_w C apart, a row g.dilation_h W C.
template <class F>
ETCH_GLUE void for_each_window(const window_geometry& g, const std::int8_t* x, std::int8_t* y,
                               row_block rows, const F& f) {
  y += rows.first * g.ow * g.c;
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int top = r % g.oh * g.stride_h - g.pad_top;
    const cell_run u = count_cells_inside(top, g.kh, g.dilation_h, g.h);
    const std::int8_t* const row = x + (r / g.oh * g.h + top + u.first * g.dilation_h) * g.w * g.c;
    int left = -g.pad_left;
    for (int j = 0; j < g.ow; ++j, left += g.stride_w, y += g.c) {
      const cell_run v = count_cells_inside(left, g.kw, g.dilation_w, g.w);
      f(y, row + (left + v.first * g.dilation_w) * g.c, u.count, v.count);
    }
  }
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
