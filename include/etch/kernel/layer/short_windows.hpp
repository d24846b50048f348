// The loops of short_sums.hpp: windows of 16-bit codes, run by run where they lie or from a copy on
// the stack, by a tile.
#pragma once

#include <etch/kernel/layer/filters.hpp>
#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/layer/output_row.hpp>
#include <etch/kernel/layer/unroll.hpp>

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

/// The pixels of a row whose windows have all columns: from `first` to last(), which is behind.
template <class Geometry>
struct inner_of_row {
  static constexpr int step = Geometry::stride_w * Geometry::c;  ///< from a pixel to the next
  static constexpr int cell = Geometry::dilation_w * Geometry::c;
  static constexpr int first = [] {
    if constexpr (requires { requires Geometry::has_all_columns; }) return 0;
    else return minimum(ceil_div(Geometry::pad_left, Geometry::stride_w), Geometry::ow);
  }();
  ETCH_GLUE static int last(const Geometry& g) {
    if constexpr (requires { requires Geometry::has_all_columns; }) {
      return g.ow;
    } else {
      constexpr int room =
          Geometry::w + Geometry::pad_left - reach(Geometry::kw, Geometry::dilation_w);
      return room < 0 ? first
                      : maximum(minimum(room / Geometry::stride_w + 1, Geometry::ow), first);
    }
  }
};

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
  if constexpr (requires {
                  Tile::template write_all<Filters, Pixels, Sum>(t, p, end_sum, o, count, y,
                                                                 next_y);
                }) {
    Tile::template write_all<Filters, Pixels, Sum>(t, p, end_sum, o, count, y, next_y);
  } else {
    for (int last = o + count - Filters, next = o; next < o + count; next += Filters) {
      // the last filters overlap those before, so that what is written twice is the same
      const int f = minimum(next, last);
      if constexpr (requires {
                      Tile::template write<Filters, Pixels, Sum>(t, p, end_sum, f, y, next_y);
                    }) {
        Tile::template write<Filters, Pixels, Sum>(t, p, end_sum, f, y, next_y);
      } else {
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

/// Tile, or the one that it has for the windows of Geometry.
template <class Tile, int Copied, class Geometry>
constexpr auto tile_of_windows() {
  constexpr bool knows_windows = requires { typename Tile::template with_taps<1, 1, 1>; };
  if constexpr (knows_windows) {
    constexpr int depth = Geometry::c / Geometry::groups;
    return
        typename Tile::template with_taps<Geometry::kh * Geometry::kw * depth,
                                          (Copied > 0 ? Copied : Geometry::stride_w * Geometry::c),
                                          (Copied > 0 ? Copied : depth)>{};
  } else {
    return Tile{};
  }
}

template <class Geometry>
inline constexpr bool has_all_columns = requires { requires Geometry::has_all_columns; };
/// Whether Tile sums several pixels quicker than one by one.
template <class Tile, int Copied, class Geometry>
inline constexpr bool sums_several_pixels = [] {
  if constexpr (requires { Tile::most_at_ends; })
    return Copied > 0 || inner_of_row<Geometry>::step <= Tile::most_between_pixels;
  else return false;
}();
/// Codes under Most pixels with columns outside of the input, which Tile copies with zeros for
/// these; 0: pixels at the ends of rows go one by one.
template <class Tile, int Most, class Geometry>
constexpr int codes_at_ends() {
  if constexpr (sums_several_pixels<Tile, 0, Geometry>) {
    constexpr int columns =
        (Most - 1) * Geometry::stride_w + reach(Geometry::kw, Geometry::dilation_w);
    constexpr int codes = Geometry::kh * columns * Geometry::c;
    return has_all_columns<Geometry> || codes > Tile::most_at_ends ? 0 : codes;
  } else {
    return 0;
  }
}

/// Output rows of a conv2d or dense from y on; windows of `Copied` codes are copied first, if any.
/// A Geometry has the members of window_geometry, which may be constants, and says by
/// has_all_columns and has_all_rows that nothing of a window lies outside of the input.
template <class Tile, int Copied, int Filters, class Sum, class Geometry, class Rows, class Y,
          class P, class End>
ETCH_KERNEL void write_windows(const Geometry& g, const P& p, const End& end_sum, const Rows& x,
                               Y* y, row_block rows) {
  using tile = decltype(tile_of_windows<Tile, Copied, Geometry>());
  constexpr int most = Tile::template pixels<Sum>;
  const int depth = g.c / g.groups, filters = g.oc / g.groups, taps = g.kh * g.kw * depth;
  const int pixel = pixel_step(g);
  const bool has_gaps = runs_of(g) > g.kh;
  const int covered = reach(g.kw, g.dilation_w);
  constexpr int ends = Copied > 0 || most == 1 ? 0 : codes_at_ends<tile, most, Geometry>();
  constexpr bool moves_back = most == 4 && (Copied > 0 || ends > 0 || has_all_columns<Geometry>) &&
                              sums_several_pixels<tile, Copied, Geometry>;
  std::int16_t copy[maximum(maximum(most * Copied, ends), 1)];
  run runs[most_runs];
  output_row at(rows.first, g.oh);
  for (int r = rows.count; r > 0; --r, at.next(g.oh)) {
    const int picture = at.n * g.h, h = at.i * g.stride_h - g.pad_top;
    cell_run u{0, g.kh};
    if constexpr (!requires { requires Geometry::has_all_rows; })
      u = count_cells_inside(h, g.kh, g.dilation_h, g.h);
    for (int j = 0; j < g.ow;) {
      if constexpr (moves_back) {
        if (g.ow - j == most - 1 && j > 0) --j, y -= pixel;  // written twice, the same
      }
      window_inside in = find_inside(g, u, h, j);
      const int left = j * g.stride_w - g.pad_left;
      bool whole = most > 1 && j + most - 1 < g.ow &&
                   (Copied > 0 || (left >= 0 && left + (most - 1) * g.stride_w + covered <= g.w));
      pixel_task task{runs, 0, taps, Copied, taps};
      if constexpr (Copied > 0) {
        copy_window(g, copy, x, picture, in);
        if (whole) {
          unroll<most - 1>([&]<int K>() __attribute__((always_inline)) {
            copy_window(g, copy + (K + 1) * Copied, x, picture, find_inside(g, u, h, j + K + 1));
          });
        }
        runs[task.count++] = {copy, 0};
      } else {
        task.next_pixel = g.stride_w * g.c;
        const bool copies = ends > 0 && !whole && j + most - 1 < g.ow;
        const int columns = (most - 1) * g.stride_w + covered;
        if constexpr (ends > 0) {
          if (copies) {
            in.v = {0, g.kw};
            whole = true;
            std::int16_t* to = copy;
            for (int i = 0; i < u.count; ++i, to += columns * g.c)
              tile::copy_columns(to, x.row(picture + in.h + i * g.dilation_h), left, columns, g.w,
                                 g.c);
          }
        }
        task.codes = has_gaps ? depth : in.v.count * depth;
        const int cells = has_gaps ? in.v.count : in.v.count > 0 ? 1 : 0;
        int row = (u.first * g.kw + in.v.first) * depth;
        for (int i = 0; i < u.count; ++i, row += g.kw * depth) {
          const std::int16_t* from = copies ? copy + i * columns * g.c
                                            : x.row(picture + in.h + i * g.dilation_h) + in.w * g.c;
          for (int v = 0; v < cells; ++v, from += g.dilation_w * g.c)
            runs[task.count++] = {from, row + v * depth};
        }
      }
      for (int group = 0; group < g.groups; ++group) {
        if (whole) {
          write_filters<tile, Filters, most, Sum>(task, p, end_sum, group * filters, filters, y,
                                                  pixel);
        } else {
          write_filters<tile, Filters, 1, Sum>(task, p, end_sum, group * filters, filters, y,
                                               pixel);
        }
        for (int i = 0; g.groups > 1 && i < task.count; ++i) runs[i].x += depth;
      }
      j += whole ? most : 1;
      y += whole ? most * pixel : pixel;
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
    if constexpr (Channels == Tile::channels && requires {
                    Tile::template write_row<Sum>(g, p, end_sum, x, picture + h, u, y);
                  }) {
      Tile::template write_row<Sum>(g, p, end_sum, x, picture + h, u, y);
      y += g.ow * g.c;
    } else {
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
}

}  // namespace short_sums

}  // namespace ETCH_NAMESPACE
