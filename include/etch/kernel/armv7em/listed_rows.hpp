// Windows over rows of the input that may lie apart: the rows of one output row are listed first.
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/gather.hpp>

#if ETCH_HAS_DSP

namespace ETCH_NAMESPACE {

namespace armv7em {

/// The rows of the input that the windows of an output row read; the first is row `top` of them.
struct listed_rows {
  const std::int8_t* const* of;
  int top, count;
};

/// Calls f(y, rows) for the given rows of output, the first of which lies at y.
template <class Plan, class Rows, class F>
ETCH_GLUE void for_each_row(const Plan& p,
                            Rows x,          // (N H, W C)
                            std::int8_t* y,  // (OW OC)
                            row_block rows, const F& f) {
  const std::int8_t* of[cortex_m::most_rows_apart];
  for (int r = rows.first; r < rows.first + rows.count; ++r, y += p.ow * p.filters) {
    const int h = r % p.oh * p.stride_h - p.pad_top;
    const cell_run u = count_cells_inside(h, p.kh, 1, p.h);
    const int first = r / p.oh * p.h + h + u.first;
    for (int i = 0; i < u.count; ++i) of[i] = x.row(first + i);
    f(y, listed_rows{of, u.first, u.count});
  }
}

/// The columns of a window that lie inside the input, the first of them `at` codes behind the begin
/// of a row.
struct inner_columns {
  cell_run v;
  int at;
  /// Of the window of pixel j of a row.
  template <class Plan>
  ETCH_GLUE inner_columns(const Plan& p, int j) {
    const int left = j * p.stride_w - p.pad_left;
    v = count_cells_inside(left, p.kw, 1, p.w);
    at = (left + v.first) * p.c;
  }
};

/// Copies `count` codes, whole words first.
ETCH_GLUE void copy_run(std::int8_t* to, const std::int8_t* from, int count) {
  for (; count >= 4; count -= 4, to += 4, from += 4) {
    reinterpret_cast<unaligned_word*>(to)->value = load_word(from);
  }
  for (; count > 0; --count) {
    *to++ = *from++;
    __asm volatile("" ::: "memory");  // no call of memcpy
  }
}
/// A window, one code after the other, in whole words: zero where it lies outside the input.
template <class Plan>
ETCH_KERNEL void copy_window(const Plan& p, std::int8_t* to, const listed_rows& x,
                             const inner_columns& in) {
  const int row = p.kw * p.c;
  if (in.v.count < p.kw || x.count < p.kh) {
    const std::uint32_t zeros = static_cast<std::uint8_t>(p.zero) * 0x01010101u;
    for (int i = 0; i < p.kh * row; i += 4) {
      reinterpret_cast<unaligned_word*>(to + i)->value = zeros;
    }
  }
  to += x.top * row + in.v.first * p.c;
  for (int u = 0; u < x.count; ++u, to += row) copy_run(to, x.of[u] + in.at, in.v.count * p.c);
}

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE

#endif
