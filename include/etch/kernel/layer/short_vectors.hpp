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

}  // namespace short_sums

}  // namespace ETCH_NAMESPACE
