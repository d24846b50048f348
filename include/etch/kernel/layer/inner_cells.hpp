// The cells of a window that lie inside the input.
#pragma once

#include <etch/base/features.hpp>
#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {

/// Cells first .. last - 1 along one axis.
struct cell_range {
  int first, last;
};
/// Which of `count` cells, `step` apart from `at` on, lie inside [0, size).
constexpr cell_range cells_inside(int at, int count, int step, int size) {
  const int first = at >= 0 ? 0 : ceil_div(-at, step);
  return {first, at >= size ? 0 : minimum(count, ceil_div(size - at, step))};
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

/// Cells (u, v) of a window: u in [top, bottom), v in [left, right).
struct window_cells {
  int top, bottom, left, right;
};
/// Those of output pixel (i, j) inside the input.
// Not by cells_inside: g++ 12 keeps its two pairs in memory, 5 % of a small window.
template <window_geometry G>
constexpr window_cells cells_of_window(int i, int j) {
  const int h = i * G.stride_h - G.pad_top, w = j * G.stride_w - G.pad_left;
  const auto first = [](int at, int step) { return at >= 0 ? 0 : ceil_div(-at, step); };
  const auto last = [](int at, int step, int size, int count) {
    return at >= size ? 0 : minimum(count, ceil_div(size - at, step));
  };
  return {first(h, G.dilation_h), last(h, G.dilation_h, G.h, G.kh), first(w, G.dilation_w),
          last(w, G.dilation_w, G.w, G.kw)};
}

}  // namespace ETCH_NAMESPACE
