// Windows of four output pixels in scratch memory, as the routines of tile_of_sums.hpp read
// them. Cells outside the input are its zero point, so that the bias alone takes it off.
#pragma once

#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/armv81m/predicate.hpp>
#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// How the windows of a tile are laid out.
enum class gathering : std::int8_t {
  columns,  ///< [16 channels][row][K+3 columns][16]: four windows of K columns overlap; pixels
            ///< are as far apart as the cells of a window
  vectors,  ///< [step][pixel][16]; the depth is a multiple of 16, vectors go where they belong
  pixels,   ///< the same for any depth where a window is one pixel
  lines,    ///< the same; windows are made as their codes lie, then cut into vectors
  strips,   ///< [column][row][channel]: windows side by side overlap
};
constexpr int longest_side = 32767;

/// Whether rows of `ow` pixels make few more fours of pixels that are `apart`.
constexpr bool make_fours(int ow, int apart) {
  int pixels = 0;
  for (int i = 0; i < apart && i < ow; ++i) pixels += round_up(ceil_div(ow - i, apart), 4);
  return ow / apart >= 4 && 7 * pixels <= 8 * ow;
}
constexpr gathering pick_gathering(const window_geometry& g) {
  const int depth = g.c / g.groups;
  if (depth % 16 != 0) return g.kh * g.kw == 1 ? gathering::pixels : gathering::lines;
  const bool overlap = g.kw >= 2 && g.kw <= 5 && g.stride_w == 1 &&
                       g.dilation_w <= longest_side / (3 * g.oc) && make_fours(g.ow, g.dilation_w);
  return overlap ? gathering::columns : gathering::vectors;
}

/// A convolution as its loops see it. Lengths in codes. Windows of one cell that lie one after the
/// other are all in one row.
struct patch_plan : window_sides {
  std::int32_t x_row, x_next;  ///< from row to row of the input, of a window
  std::int32_t x_pixel;        ///< from the window of a pixel to the next

  std::int16_t oc;
  std::int16_t row_pixels;      ///< of output, in a row of the call
  std::int16_t depth, filters;  ///< of a group
  std::int16_t groups;
  std::int16_t steps;       ///< of 16 taps; columns: of 16 channels of a row
  std::int16_t run;         ///< codes of a window that lie in a row, kw depth or depth
  std::int16_t wide, tall;  ///< cells under the windows of four pixels
  bool straight;            ///< rows of windows are runs
  std::int8_t zero;         ///< of the input
};

constexpr bool fits_patch_plan(const window_geometry& g) {
  return has_sides_up_to(longest_side, g) && g.kh * g.kw * (g.c / g.groups) <= longest_side &&
         3 * g.oc < longest_side;
}
constexpr patch_plan make_patch_plan(window_geometry g, int zero) {
  const int depth = g.c / g.groups, row_pixels = g.ow, pixels = g.n * g.oh * g.ow;
  const bool columns = pick_gathering(g) == gathering::columns;
  const bool in_a_row = g.groups == 1 && g.dilation_w == 1;
  if (g.kh * g.kw == 1 && g.h == g.oh && g.w == g.ow && g.pad_top == 0 && g.pad_left == 0 &&
      g.stride_h * g.stride_w == 1 && pixels <= longest_side) {
    g.h = g.oh = 1;
    g.w = g.ow = pixels;
  }
  patch_plan p{};
  static_cast<window_sides&>(p) = sides_of(g);
  p.x_row = g.w * g.c;
  p.x_next = p.x_row * g.dilation_h;
  p.x_pixel = g.c * g.stride_w;
  p.wide = half(3 * g.stride_w + reach(g.kw, g.dilation_w));
  p.tall = half(reach(g.kh, g.dilation_h));
  p.straight = in_a_row || g.kw == 1;
  p.oc = half(g.oc);
  p.row_pixels = half(row_pixels);
  p.depth = half(depth);
  p.filters = half(g.oc / g.groups);
  p.groups = half(g.groups);
  p.steps = half(columns ? g.kh * depth / 16 : ceil_div(g.kh * g.kw * depth, 16));
  p.run = half(in_a_row ? g.kw * depth : depth);
  p.zero = static_cast<std::int8_t>(zero);
  return p;
}
/// Bytes of a line: a window and the vector that may reach beyond it.
constexpr int line_bytes(const patch_plan& p) { return 16 * p.steps + 16; }
/// Columns under four pixels.
constexpr int columns_of_four(int kw) { return kw + 3; }
/// Bytes of scratch memory.
constexpr int patch_scratch(const patch_plan& p, gathering how) {
  if (how == gathering::columns) return 16 * columns_of_four(p.kw) * p.steps;
  return 64 * p.steps + (how == gathering::lines ? 4 * line_bytes(p) : 0);
}

#if ETCH_HAS_MVE

/// Four vectors of `count` <= 16 codes, more of them 0, or of 16.
template <bool Few>
ETCH_GLUE int8x16x4_t load_four(const std::int8_t* a, const std::int8_t* b, const std::int8_t* c,
                                const std::int8_t* d, [[maybe_unused]] int count) {
  int8x16x4_t v;
  if constexpr (Few) {
    mve_pred16_t lanes;
    __asm(ETCH_KEEP_PREDICATE
          "vctp.8 %[n]\n\tvpstttt\n\tvldrbt.8 %q[p],[%[a]]\n\tvldrbt.8 %q[q],[%[b]]\n\t"
          "vldrbt.8 %q[r],[%[c]]\n\tvldrbt.8 %q[s],[%[d]]" ETCH_GIVE_PREDICATE_BACK
          : ETCH_PREDICATE(lanes), [p] "=&w"(v.val[0]), [q] "=&w"(v.val[1]), [r] "=&w"(v.val[2]),
            [s] "=&w"(v.val[3])
          : [a] "r"(a), [b] "r"(b), [c] "r"(c), [d] "r"(d), [n] "r"(count)
          : "memory");
  } else {
    v = {{vldrbq_s8(a), vldrbq_s8(b), vldrbq_s8(c), vldrbq_s8(d)}};
  }
  return v;
}
/// Copies runs of `count` codes from four places `distance` apart to places `pitch` bytes apart, a
/// vector and the next `step` bytes apart. What is beyond a run is written as well, up to a whole
/// vector.
template <bool Few>
ETCH_GLUE void copy_four(std::int8_t* to, int pitch, int step, const std::int8_t* from,
                         int distance, int count) {
  const std::int8_t *const b = from + distance, *const c = b + distance, *const d = c + distance;
  for (int k = 0;; k += 16, to += step) {
    const int8x16x4_t v = load_four<Few>(from + k, b + k, c + k, d + k, count - k);
    std::int8_t* at = to;
    vstrbq_s8(at, v.val[0]);
    vstrbq_s8(at += pitch, v.val[1]);
    vstrbq_s8(at += pitch, v.val[2]);
    vstrbq_s8(at + pitch, v.val[3]);
    if (k + 16 >= count) return;
  }
}

/// 16 codes, those whose bit of `inside` is 0 not read but `zeros`.
ETCH_GLUE int8x16_t load_inside(const std::int8_t* from, int8x16_t zeros, unsigned inside) {
  int8x16_t v;
  mve_pred16_t lanes;
  __asm(ETCH_KEEP_PREDICATE
        "vmsr p0,%[p]\n\tvpst\n\tvldrbt.8 %q[v],[%[a]]\n\t"
        "vpsel %q[v],%q[v],%q[z]" ETCH_GIVE_PREDICATE_BACK
        : ETCH_PREDICATE(lanes), [v] "=&w"(v)
        : [a] "r"(from), [z] "w"(zeros), [p] "r"(inside)
        : "memory");
  return v;
}
/// Bits first .. last - 1 of 16; the others of both numbers are left out.
ETCH_GLUE unsigned bits_between(int first, int last) {
  return ((1U << clamp(last, 0, 16)) - 1U) & ~((1U << clamp(first, 0, 16)) - 1U);
}

/// The same as count_cells_inside, by arithmetic where there are no gaps.
ETCH_GLUE cell_run find_cells_inside(int first, int cells, int dilation, int size) {
  if (dilation != 1) return count_cells_inside(first, cells, dilation, size);
  const int before = maximum(-first, 0);
  return {before, maximum(minimum(cells, size - first) - before, 0)};
}
/// A window of `rows` runs of `count` codes from (top, left) on, `first` to `last` of each inside
/// the input. Codes go to `to`, one vector `step` bytes behind the other, runs `pitch` bytes apart.
ETCH_GLUE void gather_runs(const patch_plan& p, const std::int8_t* from, std::int8_t* to, int step,
                           int pitch, int top, int count, int first, int last) {
  const int8x16_t zeros = vdupq_n_s8(p.zero);
  const int next = p.x_next;
  const cell_run rows = find_cells_inside(top, p.kh, p.dilation_h, p.h);
  if (count <= 16) {
    const auto inside = static_cast<mve_pred16_t>(bits_between(first, last));
    const auto clear = [&](int runs) __attribute__((always_inline)) {
      for (; runs > 0; --runs, to += pitch) vstrbq_s8(to, zeros);
    };
    clear(minimum<int>(rows.first, p.kh));
    from += rows.first * next;
    for (int u = rows.count; u > 0; --u, from += next, to += pitch)
      vstrbq_s8(to, vpselq_s8(vldrbq_z_s8(from, inside), zeros, inside));
    clear(p.kh - rows.first - rows.count);
    return;
  }
  const auto clear = [&](int runs) __attribute__((always_inline)) {
    for (; runs > 0; --runs, to += pitch) {
      for (int k = 0; k < count; k += 16) vstrbq_s8(to + k / 16 * step, zeros);
    }
  };
  clear(minimum<int>(rows.first, p.kh));
  from += rows.first * next;
  if (first <= 0 && last >= count && count % 16 == 0) {
    for (int u = rows.count; u > 0; --u, from += next, to += pitch) {
      std::int8_t* at = to;
      for (int k = 0; k < count; k += 16, at += step) vstrbq_s8(at, vldrbq_s8(from + k));
    }
  } else {
    for (int u = rows.count; u > 0; --u, from += next, to += pitch) {
      for (int k = 0; k < count; k += 16) {
        const unsigned inside = bits_between(first - k, last - k);
        vstrbq_s8(to + k / 16 * step, load_inside(from + k, zeros, inside));
      }
    }
  }
  clear(p.kh - rows.first - rows.count);
}

/// A straight window whose first column is `left`.
ETCH_GLUE void gather_run_of_rows(const patch_plan& p, const std::int8_t* from, std::int8_t* to,
                                  int step, int pitch, int top, int count, int left) {
  const int depth = p.depth, last = minimum<int>(p.w - left, p.kw);
  gather_runs(p, from, to, step, pitch, top, count, -left * depth, last * depth);
}

/// The window of a pixel whose first cell is (top, left), at `from`, all of which may lie outside
/// the input. Codes go to `to`, one vector `step` bytes behind the other.
ETCH_KERNEL inline void gather_clipped(const patch_plan& p, const std::int8_t* from,
                                       std::int8_t* to, int step, int top, int left) {
  const int depth = p.depth, spread = step / 16;  // bytes of scratch for each code
  if (p.straight) {
    gather_run_of_rows(p, from, to, step, p.run * spread, top, p.run, left);
    return;
  }
  if (depth <= 16) {
    const mve_pred16_t few = vctp8q(static_cast<std::uint32_t>(depth));
    const int8x16_t zeros = vdupq_n_s8(p.zero);
    const int next = p.dilation_w * p.c, kw = p.kw, length = depth * spread;
    const cell_run inside = count_cells_inside(left, kw, p.dilation_w, p.w);
    for (int u = p.kh; u > 0; --u, top += p.dilation_h, from += p.x_next) {
      const bool row = static_cast<unsigned>(top) < static_cast<unsigned>(p.h);
      const int first = row ? minimum(inside.first, kw) : kw, count = row ? inside.count : 0;
      const std::int8_t* cell = from + first * next;
      for (int v = first; v > 0; --v, to += length) vstrbq_s8(to, zeros);
      for (int v = count; v > 0; --v, to += length, cell += next)
        vstrbq_s8(to, vldrbq_z_s8(cell, few));
      for (int v = kw - first - count; v > 0; --v, to += length) vstrbq_s8(to, zeros);
    }
    return;
  }
  for (int u = 0; u < p.kh; ++u, top += p.dilation_h, from += p.x_next) {
    const bool row = static_cast<unsigned>(top) < static_cast<unsigned>(p.h);
    int column = left;
    const std::int8_t* cell = from;
    for (int v = p.kw; v > 0; --v, column += p.dilation_w, cell += p.dilation_w * p.c) {
      const bool inside = row && static_cast<unsigned>(column) < static_cast<unsigned>(p.w);
      for (int k = 0; k < depth; k += 16) {
        const int8x16_t codes =
            load_inside(cell + k, vdupq_n_s8(p.zero), inside ? bits_between(0, depth - k) : 0);
        vstrbq_s8(to + k / 16 * step, codes);
      }
      to += depth * spread;
    }
  }
}

/// An output pixel and the input row where its window begins.
struct pixel_place {
  int r, j;
  int top;      ///< input row of the window's first cell
  int row;      ///< codes of x before that row
  bool inside;  ///< all rows of the window lie inside the input
};
ETCH_GLUE void set_row(const patch_plan& p, pixel_place& at) {
  const int image = at.r / p.oh;
  at.top = (at.r - image * p.oh) * p.stride_h - p.pad_top;
  at.row = (image * p.h + at.top) * p.x_row;
  at.inside = at.top >= 0 && at.top + p.tall <= p.h;
}
ETCH_GLUE pixel_place place_of(const patch_plan& p, int pixel) {
  pixel_place at{};
  at.r = pixel / p.ow;
  at.j = pixel - at.r * p.ow;
  set_row(p, at);
  return at;
}
/// Goes on by `pixels`.
ETCH_GLUE void advance(const patch_plan& p, pixel_place& at, int pixels) {
  at.j += pixels;
  if (at.j < p.ow) return;
  do {
    at.j -= p.ow, ++at.r;
  } while (at.j >= p.ow);
  set_row(p, at);
}

/// gather_windows where some lie partly outside the input, or pixels in several rows.
template <gathering How>
ETCH_KERNEL void gather_each(const patch_plan& p, const std::int8_t* x, std::int8_t* to, int pitch,
                             const pixel_place& first, int last) {
  pixel_place at = first;
  for (int q = 0; q < 4; ++q, to += pitch) {
    const int left = at.j * p.stride_w - p.pad_left;
    gather_clipped(p, x + at.row + left * p.c, to, How == gathering::lines ? 16 : 64, at.top, left);
    if (q < last) advance(p, at, 1);
  }
}

/// The windows of pixels first .. first + last, the rest as the last, of a group whose first
/// channel x points to.
template <gathering How>
ETCH_GLUE void gather_windows(const patch_plan& p, const std::int8_t* x, std::int8_t* patch,
                              const pixel_place& first, int last) {
  constexpr bool lined = How == gathering::lines;
  const int pitch = lined ? line_bytes(p) : 16;
  std::int8_t* const begin = lined ? patch + 64 * p.steps : patch;
  const int left = first.j * p.stride_w - p.pad_left;
  if (first.inside && last == 3 && p.straight && first.j + 4 <= p.ow && left >= 0 &&
      left + p.wide <= p.w) {
    const std::int8_t* from = x + first.row + left * p.c;
    const int run = p.run, next = p.x_next, distance = p.x_pixel;
    std::int8_t* to = begin;
    for (int u = p.kh; u > 0; --u, from += next, to += lined ? run : 4 * run) {
      copy_four<How != gathering::vectors>(to, pitch, lined ? 16 : 64, from, distance, run);
    }
  } else {
    gather_each<How>(p, x, begin, pitch, first, last);
  }
  if constexpr (lined) copy_four<false>(patch, 16, 64, begin, pitch, 16 * p.steps);
}

/// Columns inside the input, of rows one under the other; where Spread windows have gaps, or read
/// groups of channels.
template <int Columns, bool OneVector, bool Spread>
ETCH_GLUE void copy_columns(const patch_plan& p, const std::int8_t* row, std::int8_t* to) {
  const int next = p.x_next, step = 16 * Columns * p.kh;
  const int c = OneVector ? 16 : Spread ? p.depth : p.c;
  const int pitch = Spread ? p.dilation_w * p.c : c;
  for (int u = p.kh; u > 0; --u, row += next, to += 16 * Columns) {
    std::int8_t* at = to;
    for (int k = 0; k < c; k += 16, at += step) {
      const std::int8_t* from = row + k;
      int8x16_t v[Columns];
      unroll<Columns>([&]<int I>() __attribute__((always_inline)) {
        v[I] = vldrbq_s8(from);
        from += pitch;
      });
      unroll<Columns>([&]<int I>()
                          __attribute__((always_inline)) { vstrbq_s8(at + 16 * I, v[I]); });
    }
  }
}
/// The columns under four pixels from `at` on, of a group whose first channel x points to. Rows:
/// of 16 channels, where they are few; without Spread not all lie inside the input.
template <int Columns, bool Spread, int Rows>
ETCH_KERNEL void gather_columns(const patch_plan& p, const std::int8_t* x, std::int8_t* to,
                                const pixel_place& at) {
  const int left = at.j - p.pad_left, apart = Spread ? p.dilation_w : 1;
  const bool may_lie_inside = Spread || Rows == 0;
  if (may_lie_inside && at.inside && left >= 0 && left + (Columns - 1) * apart < p.w) {
    const std::int8_t* const row = x + at.row + left * p.c;
    if (Rows > 0 || (Spread ? p.depth : p.c) == 16) copy_columns<Columns, true, Spread>(p, row, to);
    else copy_columns<Columns, false, Spread>(p, row, to);
    return;
  }
  // All are zero but those inside.
  const int8x16_t zeros = vdupq_n_s8(p.zero);
  const int steps = Rows > 0 ? Rows : p.steps, height = Rows > 0 ? Rows : p.kh;
  for (int i = steps; i > 0; --i) {
    unroll<Columns>([&]<int I>() __attribute__((always_inline)) { vstrbq_s8(to + 16 * I, zeros); });
    to += 16 * Columns;
  }
  const cell_run rows = find_cells_inside(at.top, height, p.dilation_h, p.h);
  const cell_run cells = find_cells_inside(left, Columns, apart, p.w);
  const int depth = Rows > 0 ? 16 : Spread ? p.depth : p.c;
  const int step = 16 * Columns * height, pitch = Rows > 0 && !Spread ? 16 : apart * p.c;
  to += 16 * (Columns * (rows.first - steps) + cells.first);
  const std::int8_t* row = x + at.row + rows.first * p.x_next + left * p.c + cells.first * pitch;
  for (int u = rows.count; u > 0; --u, row += p.x_next, to += 16 * Columns) {
    std::int8_t* column = to;
    for (int k = 0; k < depth; k += 16, column += step) {
      const std::int8_t* from = row + k;
      std::int8_t* cell = column;
      for (int v = cells.count; v > 0; --v, cell += 16, from += pitch)
        vstrbq_s8(cell, vldrbq_s8(from));
    }
  }
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
