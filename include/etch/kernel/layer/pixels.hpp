// Loops over the output pixels of a window.
#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/kernel/layer/inner_cells.hpp>

namespace ETCH_NAMESPACE {

/// Calls f(y, x, cells) for each pixel of output rows first .. first + count - 1 of the N OH rows:
/// its channels at y, cell (0, 0) of its window at x, and which cells lie inside the input.
template <window_geometry G, class T, class F>
ETCH_GLUE void for_each_pixel(T* y,        // (N,OH,OW,OC)
                              const T* x,  // (N,H,W,C)
                              row_block rows, const F& f) {
  y += rows.first * G.ow * G.oc;
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / G.oh, i = r % G.oh;
    for (int j = 0; j < G.ow; ++j, y += G.oc) {
      const int h = n * G.h + i * G.stride_h - G.pad_top, w = j * G.stride_w - G.pad_left;
      f(y, x + (h * G.w + w) * G.c, cells_of_window<G>(i, j));
    }
  }
}

/// Calls f(at, tap) for the cells `in` of a window: one lies `at` behind cell (0, 0) in the input
/// (N,H,W,C), `tap` behind its first in weights (KH,KW,C).
template <window_geometry G, class F>
ETCH_GLUE void for_each_cell(const window_cells& in, const F& f) {
  for (int u = in.top; u < in.bottom; ++u) {
    for (int v = in.left; v < in.right; ++v) {
      f((u * G.dilation_h * G.w + v * G.dilation_w) * G.c, (u * G.kw + v) * G.c);
    }
  }
}

}  // namespace ETCH_NAMESPACE
