// Windows on Cortex-M0, M3 and M4: the cells of each that lie inside the input, and im2col of one,
// whose codes are gathered one after the other where it leaves the input, has gaps, or reads a
// group of channels.
#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/layer/output_row.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// The windows of a convolution. Lengths in codes.
struct window_shape {
  int h, w, oh, ow, c;
  int kh, kw, stride_h, stride_w, dilation_h, dilation_w, pad_top, pad_left;
  int zero;  ///< the code of real 0
};
constexpr window_shape make_window_shape(const window_geometry& g, int zero) {
  return {g.h,        g.w,        g.oh,         g.ow,         g.c,       g.kh,       g.kw,
          g.stride_h, g.stride_w, g.dilation_h, g.dilation_w, g.pad_top, g.pad_left, zero};
}
/// Channels of a cell that a window reads.
template <class Plan>
constexpr int depth_of(const Plan& p) {
  if constexpr (requires { p.depth; }) return p.depth;
  else return p.c;
}

/// Rows of a window, at most, where they may lie apart.
inline constexpr int most_rows_apart = 12;

#if ETCH_HAS_M_PROFILE

/// Rows of a window that lie apart, from the code `at` of each on. What a pointer to the first row
/// is to rows of even distance.
struct row_list {
  const std::int8_t* const* of;
  int at;
  ETCH_GLUE row_list operator+(int codes) const { return {of, at + codes}; }
};
/// Where the first row begins, and the way to the next, which is `distance` away.
ETCH_GLUE const std::int8_t* first_row(const std::int8_t* x) { return x; }
ETCH_GLUE const std::int8_t* first_row(const row_list& x) { return *x.of + x.at; }
ETCH_GLUE void to_next_row(const std::int8_t*& x, int distance) { x += distance; }
ETCH_GLUE void to_next_row(row_list& x, int) { ++x.of; }

/// The rows of windows over x, as a row_list or as a pointer.
template <class Rows>
struct rows_of_windows {
  const std::int8_t* of[most_rows_apart];
  ETCH_GLUE row_list find(Rows x, int first, int step, int count) {
    for (int i = 0; i < count; ++i) of[i] = x.row(first + i * step);
    return {of, 0};
  }
};
template <class T>
struct rows_of_windows<strided_rows<T>> {
  ETCH_GLUE static T* find(strided_rows<T> x, int first, int, int) { return x.row(first); }
};
/// Codes from row to row of windows over x; 0 where they lie apart.
template <class Rows>
ETCH_GLUE int distance_of_rows(const Rows& x) {
  if constexpr (requires { x.stride; }) return x.stride;
  else return 0;
}

/// Calls f(from, u) for the given rows of windows: rows u of them lie inside the input and begin at
/// `from`, a pointer or a row_list.
template <class Shape, class Rows, class F>
ETCH_GLUE void for_each_row_of_windows(const Shape& p,
                                       Rows x,  // (N H, W C)
                                       row_block rows, const F& f) {
  rows_of_windows<Rows> found;
  output_row at(rows.first, p.oh);
  for (int r = rows.count; r > 0; --r, at.next(p.oh)) {
    const int top = at.i * p.stride_h - p.pad_top;
    const cell_run u = count_cells_inside(top, p.kh, p.dilation_h, p.h);
    f(found.find(x, at.n * p.h + top + u.first * p.dilation_h, p.dilation_h, u.count), u);
  }
}
/// Calls f(y, from, u, v) for each pixel of the given rows of output, the first of them at y: the
/// cells of its window inside the input, rows u and columns v of it, begin at `from`, a pointer or
/// a row_list.
template <class Shape, class Rows, class Y, class F>
ETCH_GLUE void for_each_window_of_rows(const Shape& p,
                                       Rows x,  // (N H, W C)
                                       Y y,     // the first row of (N OH, OW C)
                                       row_block rows, const F& f) {
  const int last = p.w - (p.kw - 1) * p.dilation_w;
  for_each_row_of_windows(p, x, rows, [&](auto row, cell_run u) __attribute__((always_inline)) {
    int left = -p.pad_left;
    for (int j = 0; j < p.ow; ++j, left += p.stride_w, y += p.c) {
      cell_run v{0, p.kw};
      if (left < 0 || left >= last) v = count_cells_inside(left, p.kw, p.dilation_w, p.w);
      f(y, row + (left + v.first * p.dilation_w) * p.c, u, v);
    }
  });
}
/// The same where y is the value.
template <class Shape, class Rows, class F>
ETCH_GLUE void for_each_window(const Shape& p,
                               Rows x,          // (N H, W C)
                               std::int8_t* y,  // (N OH, OW C)
                               row_block rows, const F& f) {
  for_each_window_of_rows(p, x, y + rows.first * p.ow * p.c, rows, f);
}

struct [[gnu::may_alias]] aligned_word {
  std::uint32_t value;
};

/// Copies `count` codes; whole words where both lie so.
ETCH_GLUE std::int8_t* copy_codes(std::int8_t* to, const std::int8_t* from, int count) {
  if (((reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from)) & 3) == 0) {
    for (; count >= 12; count -= 12) {
      __asm volatile("ldmia %1!,{r3,r4,r5}\n\tstmia %0!,{r3,r4,r5}"
                     : "+l"(to), "+l"(from)::"r3", "r4", "r5", "memory");
    }
    for (; count >= 4; count -= 4) {
      __asm volatile("ldmia %1!,{r3}\n\tstmia %0!,{r3}" : "+l"(to), "+l"(from)::"r3", "memory");
    }
  }
  for (; count > 0; --count) {
    *to++ = *from++;
    __asm volatile("" ::: "memory");
  }
  return to;
}
/// Copies `cells` of `codes` each, whole words; a cell begins `to_next` codes behind the last.
[[gnu::naked]] ETCH_KERNEL inline std::int8_t* copy_cells_of_words(std::int8_t*, const std::int8_t*,
                                                                   int, int, int) {
  __asm volatile(
      ".syntax unified\n"
      "push {r4-r6,lr}\n ldr r5,[sp,#16]\n"
      "1: movs r4,r3\n"
      "2: ldmia r1!,{r6}\n stmia r0!,{r6}\n subs r4,#4\n bgt 2b\n"
      "adds r1,r1,r5\n subs r2,#1\n bne 1b\n"
      "pop {r4-r6,pc}\n" ::
          : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
}
ETCH_GLUE std::int8_t* fill_codes(std::int8_t* to, int code, int count) {
  if ((reinterpret_cast<std::uintptr_t>(to) & 3) == 0) {
    const std::uint32_t four = static_cast<std::uint8_t>(code) * 0x01010101u;
    for (; count >= 4; count -= 4, to += 4) {
      reinterpret_cast<aligned_word*>(to)->value = four;
      __asm volatile("" ::: "memory");  // no call of memset
    }
  }
  for (; count > 0; --count) {
    *to++ = static_cast<std::int8_t>(code);
    __asm volatile("" ::: "memory");
  }
  return to;
}

/// Output pixel (n, i, j), and the ways to its neighbours.
struct pixel {
  int n, i, j;
  pixel() = default;
  /// The first of an output row. Cortex-M0 does not divide.
  ETCH_GLUE pixel(const window_shape& p, int row) : n(0), i(row), j(0) {
    for (; i >= p.oh; i -= p.oh) ++n;
  }
  ETCH_GLUE void next(const window_shape& p) {
    if (++j < p.ow) return;
    j = 0;
    if (++i < p.oh) return;
    i = 0;
    ++n;
  }
  ETCH_GLUE void previous(const window_shape& p) {
    if (--j >= 0) return;
    j = p.ow - 1;
    if (--i >= 0) return;
    i = p.oh - 1;
    --n;
  }
};

/// Row and column of the input that the window of a pixel begins at.
struct corner {
  int h, w;
  ETCH_GLUE corner(int row, int column) : h(row), w(column) {}
  ETCH_GLUE corner(const window_shape& p, const pixel& at)
      : h(at.i * p.stride_h - p.pad_top), w(at.j * p.stride_w - p.pad_left) {}
  /// Whether the whole window lies inside the input.
  ETCH_GLUE bool is_inside(const window_shape& p) const {
    return h >= 0 && w >= 0 && h + (p.kh - 1) * p.dilation_h < p.h &&
           w + (p.kw - 1) * p.dilation_w < p.w;
  }
};

/// The codes of cells left .. left + count of a row, zero where they lie outside it.
ETCH_GLUE std::int8_t* gather_cells(const window_shape& p, std::int8_t* to, const std::int8_t* row,
                                    int left, int count) {
  const int before = clamp(-left, 0, count), end = clamp(p.w - left, before, count);
  to = fill_codes(to, p.zero, before * p.c);
  to = copy_codes(to, row + (left + before) * p.c, (end - before) * p.c);
  return fill_codes(to, p.zero, (count - end) * p.c);
}

/// The window of a pixel, one code after the other, zero where it lies outside the input. A plan
/// that names a depth gathers as many channels of each cell, from channel 0 of x on.
template <class Plan, class Rows = strided_rows<const std::int8_t>>
ETCH_KERNEL void gather_window(const Plan& p, std::int8_t* to,
                               Rows x,  // (N H, W C)
                               const pixel& at) {
  constexpr bool has_groups = requires { p.depth; };
  // read where it is used: one more register would be one too many on Cortex-M0
  const auto depth = [&p]() __attribute__((always_inline)) { return depth_of(p); };
  const int left = at.j * p.stride_w - p.pad_left;
  for (int u = 0; u < p.kh; ++u) {
    const int h = at.i * p.stride_h - p.pad_top + u * p.dilation_h;
    if (h < 0 || h >= p.h) {
      to = fill_codes(to, p.zero, p.kw * depth());
      continue;
    }
    const std::int8_t* const row = x.row(at.n * p.h + h);
    if (p.dilation_w == 1 && (!has_groups || depth() == p.c)) {
      to = gather_cells(p, to, row, left, p.kw);
    } else {
      const int last = left + p.kw * p.dilation_w, step = p.dilation_w * p.c;
      const std::int8_t* from = row + left * p.c;
      if (left >= 0 && last - p.dilation_w < p.w && depth() % 4 == 0 &&
          ((reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) |
            static_cast<std::uintptr_t>(p.c)) &
           3) == 0) {
        to = copy_cells_of_words(to, from, p.kw, depth(), step - depth());
        continue;
      }
      for (int w = left; w != last; w += p.dilation_w, from += step) {
        if (static_cast<unsigned>(w) < static_cast<unsigned>(p.w)) {
          to = copy_codes(to, from, depth());
        } else {
          to = fill_codes(to, p.zero, depth());
        }
      }
    }
  }
}

#endif

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
