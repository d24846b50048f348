// Layers of sums whose values are codes of 8 bits, by the tiles of short_sums.hpp: the codes of a
// row of windows lie on the stack as numbers of 16 bits, with zeros for what lies outside of the
// input. How a code becomes a number is a struct with
//   static bool widen(std::int16_t* to, const code* from, int count);
//     widens `count` codes; true: one of them has no number
// A tile of short_sums may have
//   template <int NextW, int NextX, int Codes, bool Even> using with_steps;   the tile where
//   filters
//     lie NextW numbers apart, pixels NextX, and runs have Codes; Even: they begin at even numbers
#pragma once

#include <etch/kernel/layer/short_sums.hpp>

namespace ETCH_NAMESPACE {

namespace widened_sums {

/// Numbers on the stack, at most.
inline constexpr int most_widened = 1024;
/// Output pixels of a row whose windows are widened at once to `most` numbers; 0: not one fits.
constexpr int pixels_at_once(const window_geometry& g, int most = most_widened) {
  const int columns = most / (g.kh * g.c), covered = reach(g.kw, g.dilation_w);
  if (columns < covered) return 0;
  const int pixels = (columns - covered) / g.stride_w + 1;
  return pixels >= g.ow ? g.ow : pixels > 1 ? pixels & ~1 : 1;
}

/// Geometry G where its windows over some pixels of an output row lie on the stack, with columns of
/// zeros; those that are copied have rows of zeros too.
template <window_geometry G>
struct widened_geometry {
  static constexpr int copied = short_sums::codes_to_copy(G);
  static constexpr bool has_all_columns = true, has_all_rows = copied > 0;
  static constexpr int most = pixels_at_once(G), n = 1, h = G.h, c = G.c, oh = 1, oc = G.oc;
  static constexpr int w = (most - 1) * G.stride_w + reach(G.kw, G.dilation_w);
  static constexpr int kh = G.kh, kw = G.kw, stride_h = G.stride_h, stride_w = G.stride_w;
  static constexpr int dilation_h = G.dilation_h, dilation_w = G.dilation_w;
  static constexpr int pad_left = 0, groups = G.groups;
  int pad_top, ow;
};
/// Rows of a picture of which every Step-th from `first` on lies on the stack.
template <int Step>
struct widened_rows {
  const std::int16_t* base;
  int pitch, first;
  ETCH_GLUE const std::int16_t* row(int r) const { return base + (r - first) / Step * pitch; }
};

template <class Number>
ETCH_GLUE void fill_with_zeros(Number* to, int count) {
  for (Number* const end = to + count; to < end;) *to++ = 0;
}

/// Widens columns left .. left + G::w - 1 of rows first, first + dilation, .. of a picture, with
/// zeros for what lies outside of it; whether a code has no number. Rows 0 .. height - 1 are
/// picture n's.
template <class G, class Widen, class Number, class Rows>
ETCH_KERNEL bool widen_windows(Number* to, const Rows& x, int n, int first, int rows, int left,
                               int height, int width) {
  const int before = maximum(-left, 0), end = maximum(minimum(width - left, G::w), before);
  bool failed = false;
  for (int h = first; rows > 0; --rows, h += G::dilation_h, to += G::w * G::c) {
    if (G::has_all_rows && (h < 0 || h >= height)) {
      fill_with_zeros(to, G::w * G::c);
      continue;
    }
    fill_with_zeros(to, before * G::c);
    const auto* from = x.row(n * height + h) + (left + before) * G::c;
    failed |= Widen::widen(to + before * G::c, from, (end - before) * G::c);
    fill_with_zeros(to + end * G::c, (G::w - end) * G::c);
  }
  return failed;
}

/// Calls make(g, rows, y) for pieces of row i of picture n of a layer of geometry G, which begins
/// at y: rows of a picture with the geometry g. False: a code has no number.
template <window_geometry G, class Widen, class Rows, class Y, class F>
ETCH_GLUE bool for_each_piece(const Rows& x, Y* y, int n, int i, const F& make) {
  using block = widened_geometry<G>;
  alignas(8) std::int16_t numbers[G.kh * block::w * G.c];
  const int top = i * G.stride_h - G.pad_top;
  cell_run u{0, G.kh};
  if (!block::has_all_rows) u = count_cells_inside(top, G.kh, G.dilation_h, G.h);
  const int first = top + u.first * G.dilation_h;
  for (int j = 0; j < G.ow; j += block::most) {
    const int left = j * G.stride_w - G.pad_left;
    if (widen_windows<block, Widen>(numbers, x, n, first, u.count, left, G.h, G.w)) return false;
    const block g{-top, minimum(block::most, G.ow - j)};
    make(g, widened_rows<G.dilation_h>{numbers, block::w * G.c, first}, y + j * G.oc);
  }
  return true;
}
/// Writes the filters of geometry B, of a piece of a layer of geometry G, by Tile.
template <window_geometry G, class Tile, class Sum, class B, class Rows, class Y, class P,
          class End>
ETCH_GLUE void write_piece(const B& g, const P& p, const End& end_sum, const Rows& rows, Y* y) {
  constexpr int copied = B::copied, depth = G.c / G.groups, taps = G.kh * G.kw * depth;
  constexpr int run = copied > 0 ? copied : G.groups > 1 || G.dilation_w > 1 ? depth : G.kw * depth;
  constexpr int filters = minimum(Tile::filters, B::oc / G.groups);
  using tile =
      decltype(short_sums::tile_with_steps<Tile, taps, (copied > 0 ? copied : G.stride_w * G.c),
                                           run, (copied > 0 || depth % 2 == 0)>());
  short_sums::write_windows<tile, copied, filters, Sum>(g, p, end_sum, rows, y, row_block{0, 1});
}
/// Row i of picture n of a layer of geometry G, which begins at y; false: a code has no number.
template <window_geometry G, class Tile, class Sum, class Widen, bool ByChannel = false, class Rows,
          class Y, class P, class End>
ETCH_KERNEL bool write_row(const P& p, const End& end_sum, const Rows& x, Y* y, int n, int i) {
  return for_each_piece<G, Widen>(
      x, y, n, i, [&](const auto& g, const auto& rows, Y* to) __attribute__((always_inline)) {
        if constexpr (ByChannel) {
          constexpr int channels = minimum(Tile::channels, G.c);
          short_sums::write_channels<Tile, channels, Sum>(g, p, end_sum, rows, to, row_block{0, 1});
        } else {
          write_piece<G, Tile, Sum>(g, p, end_sum, rows, to);
        }
      });
}

/// Base of the kernels that run Op by rows of windows on the stack.
template <class Op>
struct kernel_of_rows : weighted_kernel {
  using op = Op;
  template <class C>
  static constexpr bool reads_rows = C::template in<1>::is.shape.rank > 2;  // not of dense

 protected:
  /// Calls make(r, y, n, i) for output rows r of call C: row i of picture n, which begins at y.
  template <class C, class A, class F>
  ETCH_GLUE static void for_each_row(const A& a, row_block rows, const F& make) {
    constexpr int height = C::attributes.at(C::inputs()).oh;
    if (rows.count == 0) return;
    output_row at(rows.first, height);
    for (int r = rows.first; r < rows.first + rows.count; ++r, at.next(height)) {
      make(r, out_row<C>(a, r), at.n, at.i);
    }
  }
};

}  // namespace widened_sums

}  // namespace ETCH_NAMESPACE
