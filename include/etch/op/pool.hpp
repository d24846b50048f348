// Shared by max_pool and avg_pool.
#pragma once

#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void a_pool_needs_a_window_of_at_least_1_cell(long /*height*/, long /*width*/) {}
inline void a_window_of_the_pool_holds_padding_only(long /*row_or_column*/, long) {}
inline void the_sum_of_the_cells_to_average_leaves_32_bits(long /*cells*/, long /*bits*/) {}
}  // namespace error

/// The first of `out` windows along one dimension that contains only padding, or -1.
constexpr int first_empty_window(int out, int in, int size, int stride, int dilation, int before) {
  for (int i = 0; i < out; ++i) {
    bool inside = false;
    for (int u = 0; u < size && !inside; ++u) {
      const int at = i * stride + u * dilation - before;
      inside = at >= 0 && at < in;
    }
    if (!inside) return i;
  }
  return -1;
}

/// The attributes of pools: windows of size.h x size.w over each channel of x.
constexpr window_geometry pool_geometry(const pair& size, const window& move, const operand& x) {
  return geometry(move, x.shape, size.h, size.w, x.shape.c(), x.shape.c());
}

/// The output of a pool over x: its format and channels.
constexpr inference infer_pool(const pair& size, const window& move, const operand& x) {
  if (const diagnosis d = needs_format(x)) return {d};
  if (size.h < 1 || size.w < 1) {
    return {{.refuse = error::a_pool_needs_a_window_of_at_least_1_cell,
             .message = "a pool needs a window of at least 1 x 1 cells, not {} x {}",
             .have = size.h,
             .want = size.w}};
  }
  if (const diagnosis d = check_window(move, x, size.h, size.w)) return {d};
  const window_geometry g = pool_geometry(size, move, x);
  const int row = first_empty_window(g.oh, g.h, g.kh, g.stride_h, g.dilation_h, g.pad_top);
  const int column = first_empty_window(g.ow, g.w, g.kw, g.stride_w, g.dilation_w, g.pad_left);
  if (row >= 0 || column >= 0) {
    return {{.refuse = error::a_window_of_the_pool_holds_padding_only,
             .message = "the window of the pool in row or column {} holds padding only",
             .have = row >= 0 ? row : column}};
  }
  return {{}, {x.number, with_hwc(x.shape, g.oh, g.ow, g.oc), x.layout}};
}

/// Refuses a mean over so many codes that their sum may overflow 32 bits.
constexpr diagnosis check_mean(const format& f, long long cells) {
  if (is_real(f) || cells <= (1LL << 31) >> f.bits) return {};
  return {.refuse = error::the_sum_of_the_cells_to_average_leaves_32_bits,
          .message = "the sum of {} cells of {} bits to average leaves 32 bits",
          .have = static_cast<long>(cells),
          .want = f.bits};
}

}  // namespace ETCH_NAMESPACE
