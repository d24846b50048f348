// The cells of a window that lie inside the input.
#pragma once

#include <etch/base/features.hpp>
#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {

/// Cells first .. last - 1 along one axis.
struct cell_range {
  int first, last;
  constexpr bool operator==(const cell_range&) const = default;
};
/// Which of `count` cells, `step` apart from `at` on, lie inside [0, size); at <= size.
constexpr cell_range cells_inside(int at, int count, int step, int size) {
  return {maximum(ceil_div(-at, step), 0), minimum(ceil_div(size - at, step), count)};
}

/// Whether every window of g is one cell inside the input.
constexpr bool reads_single_cells(const window_geometry& g) {
  return g.kh == 1 && g.kw == 1 && g.dilation_w == 1 && g.groups == 1 && g.pad_top == 0 &&
         g.pad_left == 0 && (g.oh - 1) * g.stride_h < g.h && (g.ow - 1) * g.stride_w < g.w;
}

/// `count` cells from `first` on.
struct cell_run {
  int first, count;
};
/// The same as cells_inside, without a division.
ETCH_GLUE cell_run count_cells_inside(int at, int count, int step, int size) {
  int first = 0;
  for (; at < 0; at += step) ++first;
  int last = first;
  for (; last < count && at < size; at += step) ++last;
  return {first, last - first};
}

/// Rows u and columns v of the window of output pixel (i, j) that lie inside the input; constants
/// where those of all windows do.
template <window_geometry G>
constexpr cell_range rows_inside(int i) {
  if (G.pad_top == 0 && (G.oh - 1) * G.stride_h + reach(G.kh, G.dilation_h) <= G.h)
    return {0, G.kh};
  return cells_inside(i * G.stride_h - G.pad_top, G.kh, G.dilation_h, G.h);
}
template <window_geometry G>
constexpr cell_range columns_inside(int j) {
  if (inner_pixels(G) == G.ow) return {0, G.kw};
  return cells_inside(j * G.stride_w - G.pad_left, G.kw, G.dilation_w, G.w);
}

/// Of the windows of pixels J .. J + Pixels - 1 of a row, those that have column v inside the
/// input, counted from the first.
template <window_geometry G, int J, int Pixels>
constexpr cell_range pixels_with_column(int v) {
  const int first = ceil_div(maximum(G.pad_left - v * G.dilation_w, 0), G.stride_w) - J;
  const int room = G.w - 1 + G.pad_left - v * G.dilation_w;
  const int last = room < 0 ? 0 : room / G.stride_w + 1 - J;
  return {clamp(first, 0, Pixels), clamp(last, 0, Pixels)};
}
/// Whether every window of g has a row inside the input.
constexpr bool has_rows_inside(const window_geometry& g) {
  for (int i = 0; i < g.oh && g.dilation_h > 1; ++i) {
    const cell_range u = cells_inside(i * g.stride_h - g.pad_top, g.kh, g.dilation_h, g.h);
    if (u.first >= u.last) return false;
  }
  return true;
}

/// Cells (u, v) of a window: u in [top, bottom), v in [left, right).
struct window_cells {
  int top, bottom, left, right;
};
/// Those of output pixel (i, j) inside the input.
template <window_geometry G>
constexpr window_cells cells_of_window(int i, int j) {
  const cell_range u = rows_inside<G>(i), v = columns_inside<G>(j);
  return {u.first, u.last, v.first, v.last};
}

}  // namespace ETCH_NAMESPACE
