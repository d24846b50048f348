// Loops over the output pixels of a window.
#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

/// Calls f(y, x, cells) for each pixel of output rows first .. first + count - 1 of the N OH rows:
/// its channels at y, cell (0, 0) of its window at x, and which cells lie inside the input.
template <window_geometry G, class Y, class X, class F>
ETCH_GLUE void for_each_pixel(Y* y,        // (N,OH,OW,OC)
                              const X* x,  // (N,H,W,C)
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

/// Calls f(at, tap) for cells `in` of a window: one lies `at` behind cell (0, 0) in the input
/// (N,H,W,C), `tap` behind it in weights (KH,KW,C).
template <window_geometry G, class F>
ETCH_GLUE void for_each_cell(const window_cells& in, const F& f) {
  for (int u = in.top; u < in.bottom; ++u) {
    int at = (u * G.dilation_h * G.w + in.left * G.dilation_w) * G.c;
    int tap = (u * G.kw + in.left) * G.c;
    for (int v = in.left; v < in.right; ++v, at += G.dilation_w * G.c, tap += G.c) f(at, tap);
  }
}

/// The same for all cells, unrolled where they are few.
template <window_geometry G, class F>
ETCH_GLUE void for_each_cell(const F& f) {
  if constexpr (G.kh * G.kw <= 25) {
    unroll<G.kh * G.kw>([&]<int I>() __attribute__((always_inline)) {
      constexpr int u = I / G.kw, v = I % G.kw;
      f((u * G.dilation_h * G.w + v * G.dilation_w) * G.c, I * G.c);
    });
  } else {
    for_each_cell<G>({0, G.kh, 0, G.kw}, f);
  }
}

/// Calls f(c) for blocks of Block channels from c on, which together are all Channels; the last
/// overlaps the one before, so that what both write is the same.
template <int Channels, int Block, class F>
ETCH_GLUE void for_each_block(const F& f) {
  for (int next = 0; next < Channels; next += Block) f(minimum(next, Channels - Block));
}

/// Output rows of a depthwise_conv2d, Block channels of some pixels at a time:
/// f.operator()<Pixels>(y, x, cells, c) makes those from c on of Pixels pixels from y on, with cell
/// (0, 0) of the first window at x. Windows of more than one pixel lie inside the input.
template <window_geometry G, int Block, class F>
ETCH_GLUE void for_each_block_of_pixels(std::int8_t* y,        // (N,OH,OW,C)
                                        const std::int8_t* x,  // (N,H,W,C)
                                        row_block rows, const F& f) {
  constexpr int some = inner_pixels(G) >= 4 ? 4 : 2;
  constexpr int covered = (some - 1) * G.stride_w + reach(G.kw, G.dilation_w);
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / G.oh, i = r % G.oh, h = i * G.stride_h - G.pad_top;
    const cell_range u = rows_inside<G>(i);
    const bool whole = u.first == 0 && u.last == G.kh;
    for (int j = 0; j < G.ow;) {
      const int left = j * G.stride_w - G.pad_left;
      std::int8_t* to = y + (r * G.ow + j) * G.c;
      const std::int8_t* from = x + ((n * G.h + h) * G.w + left) * G.c;
      const auto pixels = [&]<int Pixels>(const window_cells& in) __attribute__((always_inline)) {
        for_each_block<G.c, Block>([&](int c) __attribute__((always_inline)) {
          f.template operator()<Pixels>(to, from, in, c);
        });
        j += Pixels;
      };
      if (whole && j + some <= G.ow && left >= 0 && left + covered <= G.w) {
        pixels.template operator()<some>({0, G.kh, 0, G.kw});
      } else {
        const cell_range v = columns_inside<G>(j);
        pixels.template operator()<1>({u.first, u.last, v.first, v.last});
      }
    }
  }
}

}  // namespace ETCH_NAMESPACE
