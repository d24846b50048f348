// conv2d, dense and depthwise_conv2d of values of 9 to 16 bits, on every target the same but for
// its tile: windows are read where they lie, run by run, or where runs are short from a copy on the
// stack. No scratch memory; weights, biases and epilogue are those of the generic kernel.
//
// A tile is a struct, whose Sum is int32 or int64 and whose W is int8 or int16:
//   static constexpr int filters;                    1 or 2, at once
//   template <class Sum> static constexpr int pixels;  1 or 2, at once
//   template <int Filters, int Pixels, class Sum, class W>
//   static void add(Sum* s, const W* w, int next_w, const int16_t* x, int next_x, int codes);
//     adds the products of `codes` codes to sums s[f * Pixels + p]; filters lie next_w apart,
//     pixels next_x
//   static constexpr int channels;                   of depthwise_conv2d at once
//   template <int Channels, class Sum, class W>
//   static void add_each(Sum* s, const W* w, const int16_t* x);
//     adds to each sum the product of its channel; or, where it says adds_windows,
//   template <int Channels, class Sum, class W>
//   static void add_window(Sum* s, const W* w, const int16_t* x, const window_steps&);
//     those of all cells
// Sums wrap, so that 32 bits do where the whole is proved to lie in them.
#pragma once

#include <etch/kernel/layer/filters.hpp>
#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/layer/output_row.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/kernel/layer/weights.hpp>

namespace ETCH_NAMESPACE {

namespace short_sums {

/// Codes of a window, at most, that is copied, and of a run, at most, that is too short.
inline constexpr int most_copied = 40, short_run = 8;

/// Codes of a window that lie one after the other, and the weight of a filter that the first meets.
struct run {
  const std::int16_t* x;
  int weight;
};
inline constexpr int most_runs = 32;
/// Runs of a whole window: rows of it, or cells where they have gaps.
template <class Geometry>
constexpr int runs_of(const Geometry& g) {
  return g.kh * (g.groups > 1 || g.dilation_w > 1 ? g.kw : 1);
}

/// Whether V holds codes of 8 to 16 bits that count from 0, in the order of hwc.
template <class V, class Storage>
constexpr bool holds() {
  const format& f = V::is.number;
  return __is_same(typename V::storage, Storage) && f.zero == 0 && f.bits >= 8 &&
         (is_q(f) || is_affine(f));
}

/// Whether call C is a layer of sums that tiles take.
template <class C>
constexpr bool takes() {
  if constexpr (C::input_count < 2) {
    return false;
  } else {
    using x = typename C::template in<0>;
    using w = typename C::template in<1>;
    using y = typename C::template out<>;
    if constexpr (!holds<x, std::int16_t>() || x::is.is_constant || !w::is.is_constant ||
                  C::folded) {
      return false;
    } else if constexpr (!holds<w, std::int8_t>() && !holds<w, std::int16_t>()) {
      return false;
    } else if constexpr (y::is.number.bits < 8 || !y::kind::is_integer ||
                         !__is_same(typename x::layout, hwc) ||
                         !__is_same(typename y::layout, hwc)) {
      return false;
    } else {
      constexpr window_geometry g = C::attributes.at(C::inputs());
      // what is proved of sums, and each filter's own weights
      return has_constant_bias<C>() && g.kh * g.kw * g.c / g.groups <= 25'000 &&
             (weights_by_channel<typename C::op> ? g.c == g.oc : runs_of(g) <= most_runs);
    }
  }
}

/// Whether all sums of call C lie in 32 bits.
template <class C>
constexpr bool fit_32_bits() {
  if constexpr (sizeof(typename sum_arithmetic<C>::sum) > 4) {
    constexpr const auto& proved = proved_of<C>::sums;
    for (int o = 0; o < C::template out<>::is.shape.c(); ++o) {
      if (proved.least[o] < INT32_MIN || proved.most[o] > INT32_MAX) return false;
    }
  }
  return true;
}

/// Rows and columns of a window inside the input, and where its first cell inside lies.
struct window_inside {
  cell_run u, v;
  int h, w;
};
template <class Geometry>
ETCH_GLUE window_inside find_inside(const Geometry& g, const cell_run& u, int h, int j) {
  const int w = j * g.stride_w - g.pad_left;
  cell_run v{0, g.kw};
  if constexpr (!requires { requires Geometry::has_all_columns; }) {
    if (w < 0 || w + reach(g.kw, g.dilation_w) > g.w)
      v = count_cells_inside(w, g.kw, g.dilation_w, g.w);
  }
  return {u, v, h + u.first * g.dilation_h, w + v.first * g.dilation_w};
}

/// The window of a pixel, with zeros for what lies outside of the input.
template <class Geometry, class Rows>
ETCH_GLUE void copy_window(const Geometry& g, std::int16_t* to, const Rows& x, int picture,
                           const window_inside& in) {
  const int row = g.kw * g.c;
  if (in.u.count < g.kh || in.v.count < g.kw) {
    for (std::int16_t *cell = to, *const end = to + g.kh * row; cell != end;) *cell++ = 0;
  }
  to += in.u.first * row + in.v.first * g.c;
  // cells without gaps are one run of codes
  const bool has_gaps = g.dilation_w > 1;
  const int runs = has_gaps ? in.v.count : 1;
  const int codes = has_gaps ? g.c : in.v.count * g.c;
  for (int u = 0; u < in.u.count; ++u, to += row) {
    const std::int16_t* from = x.row(picture + in.h + u * g.dilation_h) + in.w * g.c;
    std::int16_t* cell = to;
    for (int v = 0; v < runs; ++v, from += g.dilation_w * g.c, cell += g.c) {
      for (int c = 0; c < codes; ++c) cell[c] = from[c];
    }
  }
}

/// What a tile of pixels reads.
struct pixel_task {
  const run* runs;
  int count, codes;  ///< runs, and codes of each
  int next_pixel;    ///< codes to the same of the next pixel
  int taps;          ///< weights of a filter
};

/// Writes channels o .. o + count - 1 of Pixels pixels.
template <class Tile, int Filters, int Pixels, class Sum, class Y, class P, class End>
ETCH_KERNEL void write_filters(const pixel_task& t, const P& p, const End& end_sum, int o,
                               int count, Y* y, int next_y) {
  for (int last = o + count - Filters, next = o; next < o + count; next += Filters) {
    // the last filters overlap those before, so that what is written twice is the same
    const int f = minimum(next, last);
    Sum s[Filters * Pixels];
    unroll<Filters * Pixels>([&]<int K>() __attribute__((always_inline)) {
      s[K] = static_cast<Sum>(p.bias[f + K / Pixels]);
    });
    const auto* const weights = p.weights + f * t.taps;
    for (const run *r = t.runs, *end = r + t.count; r != end; ++r) {
      Tile::template add<Filters, Pixels>(s, weights + r->weight, t.taps, r->x, t.next_pixel,
                                          t.codes);
    }
    unroll<Filters * Pixels>([&]<int K>() __attribute__((always_inline)) {
      y[K % Pixels * next_y + f + K / Pixels] = end_sum(s[K], f + K / Pixels);
    });
  }
}

/// Codes of a window that is copied first: a short one of short runs; 0: it is read where it lies.
constexpr int codes_to_copy(const window_geometry& g) {
  const int run = g.dilation_w > 1 && g.kw > 1 ? g.c : g.kw * g.c, taps = g.kh * g.kw * g.c;
  const bool copies =
      g.groups == 1 && g.kh * g.kw > 1 && run < short_run + 2 && taps <= most_copied;
  return copies ? taps : 0;
}

/// Codes of y from a pixel to the next: its channels, or what G says where they are some of them.
template <class G>
ETCH_GLUE int pixel_step(const G& g) {
  if constexpr (requires { G::pixel; }) return G::pixel;
  else return g.oc;
}

/// Output rows of a conv2d or dense from y on; windows of `Copied` codes are copied first, if any.
/// A Geometry has the members of window_geometry, which may be constants, and says by
/// has_all_columns and has_all_rows that nothing of a window lies outside of the input.
template <class Tile, int Copied, int Filters, class Sum, class Geometry, class Rows, class Y,
          class P, class End>
ETCH_KERNEL void write_windows(const Geometry& g, const P& p, const End& end_sum, const Rows& x,
                               Y* y, row_block rows) {
  constexpr int most = Tile::template pixels<Sum>;
  const int depth = g.c / g.groups, filters = g.oc / g.groups, taps = g.kh * g.kw * depth;
  const int pixel = pixel_step(g);
  const bool has_gaps = runs_of(g) > g.kh;
  const int covered = reach(g.kw, g.dilation_w);
  std::int16_t copy[maximum(most * Copied, 1)];
  run runs[most_runs];
  output_row at(rows.first, g.oh);
  for (int r = rows.count; r > 0; --r, at.next(g.oh)) {
    const int picture = at.n * g.h, h = at.i * g.stride_h - g.pad_top;
    cell_run u{0, g.kh};
    if constexpr (!requires { requires Geometry::has_all_rows; })
      u = count_cells_inside(h, g.kh, g.dilation_h, g.h);
    for (int j = 0; j < g.ow;) {
      const window_inside in = find_inside(g, u, h, j);
      const int left = j * g.stride_w - g.pad_left;
      const bool both = most == 2 && j + 1 < g.ow &&
                        (Copied > 0 || (left >= 0 && left + g.stride_w + covered <= g.w));
      pixel_task task{runs, 0, taps, Copied, taps};
      if constexpr (Copied > 0) {
        copy_window(g, copy, x, picture, in);
        if (both) copy_window(g, copy + Copied, x, picture, find_inside(g, u, h, j + 1));
        runs[task.count++] = {copy, 0};
      } else {
        task.next_pixel = g.stride_w * g.c;
        task.codes = has_gaps ? depth : in.v.count * depth;
        const int cells = has_gaps ? in.v.count : in.v.count > 0 ? 1 : 0;
        int row = (u.first * g.kw + in.v.first) * depth;
        for (int i = 0; i < u.count; ++i, row += g.kw * depth) {
          const std::int16_t* from = x.row(picture + in.h + i * g.dilation_h) + in.w * g.c;
          for (int v = 0; v < cells; ++v, from += g.dilation_w * g.c)
            runs[task.count++] = {from, row + v * depth};
        }
      }
      for (int group = 0; group < g.groups; ++group) {
        if (both) {
          write_filters<Tile, Filters, most, Sum>(task, p, end_sum, group * filters, filters, y,
                                                  pixel);
        } else {
          write_filters<Tile, Filters, 1, Sum>(task, p, end_sum, group * filters, filters, y,
                                               pixel);
        }
        for (int i = 0; g.groups > 1 && i < task.count; ++i) runs[i].x += depth;
      }
      j += both ? 2 : 1;
      y += both ? 2 * pixel : pixel;
    }
  }
}

/// The cells of a window whose rows lie evenly: rows of so many, and codes from one to the next.
struct window_steps {
  int rows, cells, next_row_w, next_row_x, next_w, next_x;
};
/// Whether rows of T lie evenly.
template <class T>
inline constexpr bool lie_evenly = false;
template <class T>
inline constexpr bool lie_evenly<strided_rows<T>> = true;
/// Adds the products of the window of a pixel whose row i lies at row(i), every `dilation`-th of x.
template <class Tile, int Channels, class Sum, class W, class Rows, class F>
ETCH_GLUE void add_channels(Sum* s, const W* weight, [[maybe_unused]] const Rows& x, const F& row,
                            window_steps t, [[maybe_unused]] int dilation) {
  const int rows = t.rows;
  if constexpr (requires { Tile::adds_windows; }) {
    if constexpr (lie_evenly<Rows>) {
      t.next_row_x = dilation * x.stride;
      if (rows > 0) Tile::template add_window<Channels>(s, weight, row(0), t);
    } else {
      t.rows = 1;
      for (int i = 0; i < rows; ++i, weight += t.next_row_w)
        Tile::template add_window<Channels>(s, weight, row(i), t);
    }
  } else {
    for (int i = 0; i < rows; ++i, weight += t.next_row_w) {
      const std::int16_t* from = row(i);
      const W* w = weight;
      for (int v = 0; v < t.cells; ++v, from += t.next_x, w += t.next_w)
        Tile::template add_each<Channels>(s, w, from);
    }
  }
}

/// Output rows of a depthwise_conv2d from y on.
template <class Tile, int Channels, class Sum, class Geometry, class Rows, class Y, class P,
          class End>
ETCH_KERNEL void write_channels(const Geometry& g, const P& p, const End& end_sum, const Rows& x,
                                Y* y, row_block rows) {
  output_row at(rows.first, g.oh);
  for (int r = rows.count; r > 0; --r, at.next(g.oh)) {
    const int picture = at.n * g.h, h = at.i * g.stride_h - g.pad_top;
    const cell_run u = count_cells_inside(h, g.kh, g.dilation_h, g.h);
    for (int j = 0; j < g.ow; ++j, y += g.c) {
      const window_inside in = find_inside(g, u, h, j);
      for (int next = 0; next < g.c; next += Channels) {
        const int c = minimum(next, g.c - Channels);
        Sum s[Channels];
        unroll<Channels>([&]<int K>() __attribute__((always_inline)) {
          s[K] = static_cast<Sum>(p.bias[c + K]);
        });
        const auto* weight = p.weights + (u.first * g.kw + in.v.first) * g.c + c;
        const auto row = [&](int i) __attribute__((always_inline)) {
          return x.row(picture + in.h + i * g.dilation_h) + in.w * g.c + c;
        };
        const window_steps t{u.count, in.v.count, g.kw * g.c, 0, g.c, g.dilation_w * g.c};
        add_channels<Tile, Channels>(s, weight, x, row, t, g.dilation_h);
        unroll<Channels>([&]<int K>()
                             __attribute__((always_inline)) { y[c + K] = end_sum(s[K], c + K); });
      }
    }
  }
}

/// Ends sums as `Shift`, whose members compilers know: a shift by a number, not by a variable.
/// They are named one by one: an object whose address is taken would be one more constant.
template <auto Shift>
struct known_shift {
  ETCH_GLUE constexpr auto operator()(std::int32_t sum, int) const {
    return Shift.end(sum, Shift.shift, Shift.low, Shift.high);
  }
};
/// Whether sums end by a shift alone.
template <class Epilogue>
inline constexpr bool is_shift = false;
template <class Y, rounding R>
inline constexpr bool is_shift<shift_epilogue<Y, R>> = true;
/// What ends the sums of call C: the epilogue of its constants, or a shift that compilers know.
template <class C, class P>
ETCH_GLUE constexpr decltype(auto) end_of([[maybe_unused]] const P& p) {
  if constexpr (is_shift<decltype(p.epilogue)>) {
    return known_shift<make_generic_epilogue<C, C::template out<>::is.shape.c()>()>{};
  } else {
    return (p.epilogue);
  }
}

/// The members of G that loops read, as constants.
template <window_geometry G>
struct known_geometry {
  static constexpr int n = G.n, h = G.h, w = G.w, c = G.c, oh = G.oh, ow = G.ow, oc = G.oc;
  static constexpr int kh = G.kh, kw = G.kw, stride_h = G.stride_h, stride_w = G.stride_w;
  static constexpr int dilation_h = G.dilation_h, dilation_w = G.dilation_w;
  static constexpr int pad_top = G.pad_top, pad_left = G.pad_left, groups = G.groups;
  static constexpr bool has_all_columns = inner_pixels(G) == G.ow;
  static constexpr bool has_all_rows =
      G.pad_top == 0 && (G.oh - 1) * G.stride_h + reach(G.kh, G.dilation_h) <= G.h;
};
/// Tile, or the one that it has for filters NextW codes apart, pixels NextX apart and runs of
/// Codes; Even: all of them begin at even codes.
template <class Tile, int NextW, int NextX, int Codes, bool Even>
constexpr auto tile_with_steps() {
  if constexpr (requires { typename Tile::template with_steps<NextW, NextX, Codes, Even>; })
    return typename Tile::template with_steps<NextW, NextX, Codes, Even>{};
  else return Tile{};
}

/// Base of kernel K, which runs operator Op by a tile.
template <class K, class Op, class Tile>
struct kernel : weighted_kernel {
  using op = Op;

  template <class C>
  static constexpr bool accepts = takes<C>();
  template <class C>
  static constexpr bool reads_rows = C::template in<1>::is.shape.rank > 2;  // not of dense
  template <class C>
  static constexpr auto pack() {
    return pack_weighted<C, C::template out<>::is.shape.c()>();
  }

  template <class C, class A>
  static void run(const A& a, row_block rows) {
    if (rows.count == 0) return;
    constexpr window_geometry g = C::attributes.at(C::inputs());
    using sum = element_t<list<std::int64_t, std::int32_t>, fit_32_bits<C>() ? 1 : 0>;
    constexpr known_geometry<g> known;
    const auto& p = kernel_constants<K, C>(a);
    const auto x = a.template rows<0>();
    auto* const y = out_row<C>(a, rows.first);
    const auto& end_sum = end_of<C>(p);
    if constexpr (weights_by_channel<Op>) {
      constexpr int channels = minimum(Tile::channels, g.c);
      write_channels<Tile, channels, sum>(known, p, end_sum, x, y, rows);
    } else {
      constexpr int filters = minimum(Tile::filters, g.oc / g.groups);
      constexpr int copied = codes_to_copy(g);
      using known_runs = decltype(tile_with_steps<Tile, copied, copied, copied, false>());
      using tile = element_t<list<Tile, known_runs>, (copied > 0) ? 1 : 0>;
      write_windows<tile, copied, filters, sum>(known, p, end_sum, x, y, rows);
    }
  }
};

}  // namespace short_sums

}  // namespace ETCH_NAMESPACE
