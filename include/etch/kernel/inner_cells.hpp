// The part of a window that lies inside the input.
#pragma once

#include <etch/op/window.hpp>

namespace etch::inline ETCH_ABI {
namespace vectors {

/// Cells of a window that lie inside the input: u in [top, bottom), v in [left, right).
struct inner_cells {
  int top, bottom, left, right;
};
template <window_geometry G>
constexpr inner_cells cells_inside(int i, int j) {
  const int h = i * G.stride_h - G.pad_top, w = j * G.stride_w - G.pad_left;
  const auto first = [](int at, int step) { return at >= 0 ? 0 : ceil_div(-at, step); };
  const auto last = [](int at, int step, int size, int count) {
    return at >= size ? 0 : minimum(count, ceil_div(size - at, step));
  };
  return {first(h, G.dilation_h), last(h, G.dilation_h, G.h, G.kh), first(w, G.dilation_w),
          last(w, G.dilation_w, G.w, G.kw)};
}

}  // namespace vectors
}  // namespace etch::inline ETCH_ABI
