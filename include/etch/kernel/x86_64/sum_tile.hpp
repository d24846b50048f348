// The sums of a tile of conv2d and dense by vectors of filters (filter_tiles.hpp): pixels x vectors
// of filters, to which words of codes are added, each in all lanes.
#pragma once

#include <etch/kernel/x86_64/filter_form.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// Four offset codes at `from`, in all lanes; IsOffset: they lie there so.
template <class V, bool IsOffset>
ETCH_GLUE typename V::vector broadcast_word(const std::uint8_t* from) {
  int four;
  __builtin_memcpy(&four, from, sizeof four);
  const auto word = V::all_32(four);
  if constexpr (IsOffset) return word;
  else return V::offset_codes(word);
}

/// Whether the first pixel of a tile is the first of its row, and the last the last.
struct row_edges {
  bool is_left = false, is_right = false;
};

/// Sums of Width vectors for Pixels pixels, and how they are made.
template <window_geometry G, class V, int Pixels, int Width>
struct sum_tile {
  using form = filter_form<G, V>;
  using vector = typename V::vector;
  static constexpr int sums = form::sums(Pixels, Width);
  static constexpr bool is_offset = form::copies || staged_pixels<G, V> > 0;
  vector sum[sums][Pixels][Width];

  ETCH_GLUE sum_tile() {
    unroll<sums * Pixels * Width>([&]<int I>() __attribute__((always_inline)) {
      sum[I / (Pixels * Width)][I / Width % Pixels][I % Width] = V::zero();
    });
  }
  ETCH_GLUE explicit sum_tile(const std::int32_t* bias) {
    unroll<sums * Pixels * Width>([&]<int I>() __attribute__((always_inline)) {
      constexpr int s = I / (Pixels * Width), p = I / Width % Pixels, v = I % Width;
      if constexpr (s == 0) sum[s][p][v] = V::load(bias + V::lanes * v);
      else sum[s][p][v] = V::zero();
    });
  }
  /// The same of pixels of which the first, or the last, may be at an edge.
  ETCH_GLUE sum_tile(const std::int32_t* bias, [[maybe_unused]] row_edges at) : sum_tile(bias) {
    if constexpr (form::has_edges && Pixels > 1) {
      unroll<Width>([&]<int I>() __attribute__((always_inline)) {
        const std::int32_t* const of_vector = bias + V::lanes * I;
        sum[0][0][I] = V::load(of_vector + (at.is_left ? form::all_filters : 0));
        sum[0][Pixels - 1][I] = V::load(of_vector + (at.is_right ? 2 * form::all_filters : 0));
      });
    }
  }
  /// Sums that a row begins.
  struct unset {};
  ETCH_GLUE explicit sum_tile(unset) {}

  /// Adds the products of codes and weights to a sum, or begins it with them.
  template <bool Begins>
  ETCH_GLUE static void add(vector& to, vector codes, vector weights) {
    if constexpr (Begins) to = V::products(codes, weights);
    else to = V::add_products(to, codes, weights);
  }
  /// Adds the products of word `x` of each pixel to its sums s.
  template <int S, bool Begins>
  ETCH_GLUE void add_word(const std::uint8_t* x, const std::int8_t* w) {
    unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
      const vector codes = broadcast_word<V, is_offset>(x + P * form::pixel);
      unroll<Width>([&]<int I>() __attribute__((always_inline)) {
        add<Begins>(sum[S][P][I], codes, V::load(w + V::bytes * I));
      });
      V::reload();
    });
  }
  /// The same of Count words, which one load of each pixel brings.
  template <int Count, bool Begins>
  ETCH_GLUE void add_words(const std::uint8_t* x, const std::int8_t* w) {
    unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
      const vector four = V::load(x + P * form::pixel);
      unroll<Count>([&]<int K>() __attribute__((always_inline)) {
        const vector codes = V::template spread<K>(four);
        unroll<Width>([&]<int I>() __attribute__((always_inline)) {
          add < Begins&& K<sums>(sum[K % sums][P][I], codes,
                                 V::load_aligned(w + (K * Width + I) * V::bytes));
        });
      });
      V::reload();
    });
  }
  /// The same where a word meets each column of the window in another pixel; not the first and the
  /// last where they are padding.
  ETCH_GLUE void add_columns(const std::uint8_t* x, const std::int8_t* w,
                             [[maybe_unused]] row_edges edges) {
    constexpr int columns = form::columns, words = Pixels + columns - 1;
    vector weights[columns][Width];
    unroll<columns * Width>([&]<int I>() __attribute__((always_inline)) {
      weights[I / Width][I % Width] = V::load(w + V::bytes * I);
    });
    const auto add_column = [&]<int P>() __attribute__((always_inline)) {
      const vector codes = broadcast_word<V, form::copies>(x + P * form::pixel);
      unroll<columns * Width>([&]<int I>() __attribute__((always_inline)) {
        constexpr int p = P - I / Width, v = I % Width;
        if constexpr (p >= 0 && p < Pixels) {
          sum[0][p][v] = V::add_products(sum[0][p][v], codes, weights[I / Width][v]);
        }
      });
    };
    unroll<words>([&]<int P>() __attribute__((always_inline)) {
      constexpr bool may_be_left = form::has_edges && form::left_edge > 0 && P == 0;
      constexpr bool may_be_right = form::has_edges && form::right_edge > 0 && P == words - 1;
      if constexpr (may_be_left) {
        if (!edges.is_left) add_column.template operator()<P>();
      } else if constexpr (may_be_right) {
        if (!edges.is_right) add_column.template operator()<P>();
      } else {
        add_column.template operator()<P>();
      }
    });
  }
  /// Adds a window row, or begins with it; returns the weights behind it.
  template <bool Begins = false>
  ETCH_GLUE const std::int8_t* add_row(const std::uint8_t* x, const std::int8_t* w,
                                       [[maybe_unused]] row_edges edges = {}) {
    constexpr int step = form::columns * Width * V::bytes;
    if constexpr (form::slides) {
      for (int i = 0; i < form::steps; ++i, x += 4, w += step) add_columns(x, w, edges);
      return w;
    } else {
      constexpr bool by_words = V::words_of_load > 1;
      // Steps of the loop.
      constexpr int together = by_words ? V::words_of_load : round_up(V::steps_together, sums);
      const auto add_steps = [&]<int Count, bool First>() __attribute__((always_inline)) {
        if constexpr (by_words) {
          add_words<Count, First>(x, w);
        } else {
          unroll<Count>([&]<int S>() __attribute__((always_inline)) {
            add_word < S % sums, First&& S<sums>(x + 4 * S, w + S * step);
            if constexpr (together > sums) __asm__ volatile("" ::: "memory");  // no loads early
          });
        }
        x += 4 * Count, w += Count * step;
      };
      constexpr int rounds = form::steps / together, rest = form::steps % together;
      constexpr bool peels = Begins && rounds > 0;
      if constexpr (peels) add_steps.template operator()<together, true>();
      for (int i = peels; i < rounds; ++i) add_steps.template operator()<together, false>();
      if constexpr (rest > 0) add_steps.template operator()<rest, Begins && rounds == 0>();
      return w;
    }
  }
  /// The sums of pixel P, vector I.
  template <int P, int I>
  ETCH_GLUE vector total() const {
    vector all = sum[0][P][I];
    unroll<sums - 1>(
        [&]<int S>() __attribute__((always_inline)) { all = V::add_32(all, sum[S + 1][P][I]); });
    return all;
  }
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
