// The part of a window that lies inside the input.
#pragma once

#include <etch/op/window.hpp>

namespace etch::inline ETCH_ABI {
namespace vectors {

/// Cells of a window that lie inside the input: u in [top, bottom), v in [left, right).
struct inner_cells {
  int top, bottom, left, right;
};
constexpr inner_cells cells_inside(const window_geometry& g, int i, int j) {
  const int h = i * g.stride_h - g.pad_top, w = j * g.stride_w - g.pad_left;
  const auto first = [](int at, int step) { return at >= 0 ? 0 : ceil_div(-at, step); };
  const auto last = [](int at, int step, int size, int count) {
    return at >= size ? 0 : minimum(count, ceil_div(size - at, step));
  };
  return {first(h, g.dilation_h), last(h, g.dilation_h, g.h, g.kh), first(w, g.dilation_w),
          last(w, g.dilation_w, g.w, g.kw)};
}

}  // namespace vectors
}  // namespace etch::inline ETCH_ABI
