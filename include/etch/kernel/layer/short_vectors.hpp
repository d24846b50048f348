// What tiles of short_sums.hpp share that are made of vectors.
#pragma once

#include <etch/kernel/layer/short_sums.hpp>

namespace ETCH_NAMESPACE {

namespace short_sums {

/// a + b modulo 2^32 or, where it is known to fit, in 64 bits.
ETCH_GLUE std::int32_t wrapping_add(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
ETCH_GLUE std::int64_t wrapping_add(std::int64_t a, std::int64_t b) { return a + b; }
/// Adds the products of a run of `codes` codes to sums sum[f * Pixels + p]: Partial, a sum that
/// lies partly in each lane, has `width`, how many codes a vector holds, load(from), add(w, x) and
/// total().
template <int Filters, int Pixels, class Partial, class W>
ETCH_GLUE void add_run_by_vectors(Partial* sum, const W* w, int next_w, const std::int16_t* x,
                                  int next_x, int codes) {
  constexpr int width = Partial::width;
  using vector = decltype(Partial::load(x));
  const auto step = [&](const auto& load) __attribute__((always_inline)) {
    vector pixel[Pixels];
    unroll<Pixels>([&]<int P>()
                       __attribute__((always_inline)) { pixel[P] = load(x + P * next_x); });
    unroll<Filters>([&]<int F>() __attribute__((always_inline)) {
      const vector weights = load(w + F * next_w);
      unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
        sum[F * Pixels + P].add(weights, pixel[P]);
      });
    });
  };
  for (; codes >= width; codes -= width, w += width, x += width) {
    step([](const auto* from) __attribute__((always_inline)) { return Partial::load(from); });
  }
  if (codes > 0) {  // and zeros behind them
    step([&](const auto* from) __attribute__((always_inline)) {
      std::int16_t some[width]{};
      for (int k = 0; k < codes; ++k) {
        some[k] = from[k];
        asm volatile("" ::: "memory");  // no call of memcpy
      }
      return Partial::load(some);
    });
  }
}
/// As a tile's add(), by vectors.
template <class Partial, int Filters, int Pixels, class Sum, class W>
ETCH_GLUE void add_by_vectors(Sum* s, const W* w, int next_w, const std::int16_t* x, int next_x,
                              int codes) {
  Partial sum[Filters * Pixels]{};
  add_run_by_vectors<Filters, Pixels>(sum, w, next_w, x, next_x, codes);
  unroll<Filters * Pixels>(
      [&]<int K>() __attribute__((always_inline)) { s[K] = wrapping_add(s[K], sum[K].total()); });
}
/// Adds to each sum the products of its channel, code by code.
template <int Channels, class Sum, class W>
ETCH_GLUE void add_window_by_one(Sum* s, const W* w, const std::int16_t* x, const window_steps& t) {
  for (int u = 0; u < t.rows; ++u, w += t.next_row_w, x += t.next_row_x) {
    for (int v = 0; v < t.cells; ++v) {
      unroll<Channels>([&]<int K>() __attribute__((always_inline)) {
        s[K] = wrapping_add(s[K], static_cast<Sum>(w[v * t.next_w + K] * x[v * t.next_x + K]));
      });
    }
  }
}

/// What holds the sums of Taps products of a weight W and 16 bits, which are added to a Sum: 511
/// products of 23 bits do not leave 32 bits.
template <class Sum, class W, int Taps>
using part_of = element_t<list<Sum, std::int32_t>, sizeof(W) == 1 && Taps <= 511 ? 1 : 0>;
/// T of T[N].
template <class A>
struct element;
template <class T, int N>
struct element<T[N]> {
  using type = T;
};
template <class A>
using element_of = typename element<A>::type;

/// A row of depthwise_conv2d whose windows read input rows from `top` on, and of those u alone.
template <class Geometry, class Rows>
struct rows_of_windows : inner_of_row<Geometry> {
  using inner = inner_of_row<Geometry>;
  using inner::cell, inner::first;
  const Geometry& g;
  const Rows& x;
  int top;
  cell_run u;
  /// Cells of row i of the window of pixel j, from column 0 on, of channels from c on.
  ETCH_GLUE const std::int16_t* cells(int i, int j, int c) const {
    return x.row(top + i * Geometry::dilation_h) + (j * Geometry::stride_w - g.pad_left) * g.c + c;
  }
  /// Whether row i of the windows is inside.
  ETCH_GLUE bool has_row(int i) const { return i >= u.first && i < u.first + u.count; }
  /// The first pixel behind those whose windows have all columns.
  ETCH_GLUE int last() const { return inner::last(g); }
  /// Calls at_edge(j) for pixels j and, where HasInner, inner(j, end) once for those from j on
  /// whose windows have all columns; it returns the first that is left.
  template <bool HasInner, class E, class I>
  ETCH_GLUE void for_each_pixel(const E& at_edge, [[maybe_unused]] const I& inner) const {
    int j = 0;
    for (; j < first; ++j) at_edge(j);
    if constexpr (HasInner) {
      if (u.count > 0) j = inner(j, last());
    }
    for (; j < g.ow; ++j) at_edge(j);
  }
  /// Calls add(w, x) for the cells of pixel j that are inside, of channels from c on.
  template <class W, class F>
  ETCH_GLUE void for_each_cell(int j, int c, const W* weights, const F& add) const {
    const window_inside inside = find_inside(g, u, 0, j);
    for (int i = u.first; i < u.first + u.count; ++i) {
      const std::int16_t* from = cells(i, j, c) + inside.v.first * cell;
      const W* w = weights + (i * Geometry::kw + inside.v.first) * g.c + c;
      for (int k = inside.v.count; k > 0; --k, from += cell, w += g.c) add(w, from);
    }
  }
};

}  // namespace short_sums

}  // namespace ETCH_NAMESPACE
