// Layers of sums whose values are codes of 8 bits, by the tiles of short_sums.hpp: the codes of a
// row of windows lie on the stack as numbers of 16 bits, with zeros for what lies outside of the
// input. How a code becomes a number is a struct with
//   static bool widen(std::int16_t* to, const code* from, int count);
//     widens `count` codes; true: one of them has no number
//   static void put_zeros(std::int16_t* to, int count);   may be absent
// A tile of short_sums may have
//   template <int NextW, int NextX, int Codes, bool Even> using with_steps;   the tile where
//   filters
//     lie NextW numbers apart, pixels NextX, and runs have Codes; Even: they begin at even numbers
//   static constexpr bool keeps_rows = true;   rows stay on the stack while windows read them
#pragma once

#include <etch/kernel/layer/short_sums.hpp>

namespace ETCH_NAMESPACE {

namespace widened_sums {

/// Numbers on the stack, at most, and where rows are kept.
inline constexpr int most_widened = 1024, most_kept = 4096;
/// Output pixels of a row whose windows are widened at once to `most` numbers; 0: not one fits.
constexpr int pixels_at_once(const window_geometry& g, int most = most_widened) {
  const int columns = most / (g.kh * g.c), covered = reach(g.kw, g.dilation_w);
  if (columns < covered) return 0;
  const int pixels = (columns - covered) / g.stride_w + 1;
  return pixels >= g.ow ? g.ow : pixels > 1 ? pixels & ~1 : 1;
}

/// Geometry G where its windows over some pixels of an output row lie on the stack, with columns of
/// zeros; those that are copied have rows of zeros too.
template <window_geometry G, int Most = most_widened>
struct widened_geometry {
  static constexpr int copied = short_sums::codes_to_copy(G);
  static constexpr bool has_all_columns = true, has_all_rows = copied > 0;
  static constexpr int most = pixels_at_once(G, Most), n = 1, h = G.h, c = G.c, oh = 1, oc = G.oc;
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

/// The same by Widen, if it can.
template <class Widen, class Number>
ETCH_GLUE void put_zeros(Number* to, int count) {
  if constexpr (requires { Widen::put_zeros(to, count); }) Widen::put_zeros(to, count);
  else fill_with_zeros(to, count);
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
      put_zeros<Widen>(to, G::w * G::c);
      continue;
    }
    put_zeros<Widen>(to, before * G::c);
    const auto* from = x.row(n * height + h) + (left + before) * G::c;
    failed |= Widen::widen(to + before * G::c, from, (end - before) * G::c);
    put_zeros<Widen>(to + end * G::c, (G::w - end) * G::c);
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
/// Of a tile that keeps no rows.
struct no_rows {};

/// Whether Tile wants widened rows to stay from an output row of a layer of geometry G to the next.
template <class Tile, window_geometry G>
constexpr bool keeps_rows() {
  if constexpr (requires { requires Tile::keeps_rows; })
    return pixels_at_once(G, most_kept) >= G.ow && G.kh > G.stride_h && G.dilation_h == 1;
  else return false;
}
/// The rows of a picture that windows of geometry G read last, widened, each over the oldest.
template <window_geometry G>
struct kept_rows {
  using block = widened_geometry<G, most_kept>;
  static constexpr int pitch = block::w * G.c;
  alignas(8) std::int16_t numbers[G.kh * pitch];
  bool failed[G.kh];
  int picture = -1, next = 0, place = 0;  ///< the row behind the last, and where it will lie

  ETCH_GLUE int place_of(int r) const {
    const int at = place + r - next;
    return at < 0 ? at + G.kh : at;
  }
  ETCH_GLUE const std::int16_t* row(int r) const { return numbers + place_of(r) * pitch; }
  /// Widens what is missing of rows first .. first + count - 1 of picture n, which rise from call
  /// to call; whether a code has no number.
  template <class Widen, class Rows>
  ETCH_GLUE bool widen(const Rows& x, int n, int first, int count) {
    if (picture != n || next < first) picture = n, next = first, place = 0;
    for (; next < first + count; ++next) {
      failed[place] = widen_windows<block, Widen>(numbers + place * pitch, x, n, next, 1,
                                                  -G.pad_left, G.h, G.w);
      if (++place == G.kh) place = 0;
    }
    bool any = false;
    for (int r = first; r < first + count; ++r) any |= failed[place_of(r)];
    return any;
  }
};
/// What Tile keeps of rows from call to call of write_row.
template <class Tile, window_geometry G>
using rows_of_tile = element_t<list<no_rows, kept_rows<G>>, keeps_rows<Tile, G>() ? 1 : 0>;

/// The same of all pieces alike, ByChannel or by filters.
template <window_geometry G, class Tile, class Sum, bool ByChannel, class B, class Rows, class Y,
          class P, class End>
ETCH_GLUE void write_any_piece(const B& g, const P& p, const End& end_sum, const Rows& rows, Y* y) {
  if constexpr (ByChannel) {
    constexpr int channels = minimum(Tile::channels, G.c);
    short_sums::write_channels<Tile, channels, Sum>(g, p, end_sum, rows, y, row_block{0, 1});
  } else {
    write_piece<G, Tile, Sum>(g, p, end_sum, rows, y);
  }
}
/// Row i of picture n of a layer of geometry G, which begins at y; false: a code has no number.
template <window_geometry G, class Tile, class Sum, class Widen, bool ByChannel = false, class Rows,
          class Y, class P, class End>
ETCH_KERNEL bool write_row(const P& p, const End& end_sum, const Rows& x, Y* y, int n, int i) {
  return for_each_piece<G, Widen>(
      x, y, n, i, [&](const auto& g, const auto& rows, Y* to) __attribute__((always_inline)) {
        write_any_piece<G, Tile, Sum, ByChannel>(g, p, end_sum, rows, to);
      });
}
/// The same; `kept` stays from call to call.
template <window_geometry G, class Tile, class Sum, class Widen, bool ByChannel, class Rows,
          class Y, class P, class End>
ETCH_GLUE bool write_row(no_rows&, const P& p, const End& end_sum, const Rows& x, Y* y, int n,
                         int i) {
  return write_row<G, Tile, Sum, Widen, ByChannel>(p, end_sum, x, y, n, i);
}
template <window_geometry G, class Tile, class Sum, class Widen, bool ByChannel, class Rows,
          class Y, class P, class End>
ETCH_KERNEL bool write_row(kept_rows<G>& kept, const P& p, const End& end_sum, const Rows& x, Y* y,
                           int n, int i) {
  using block = typename kept_rows<G>::block;
  const int top = i * G.stride_h - G.pad_top;
  cell_run u{0, G.kh};
  if (!block::has_all_rows) u = count_cells_inside(top, G.kh, 1, G.h);
  if (kept.template widen<Widen>(x, n, top + u.first, u.count)) return false;
  write_any_piece<G, Tile, Sum, ByChannel>(block{-top, G.ow}, p, end_sum, kept, y);
  return true;
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
