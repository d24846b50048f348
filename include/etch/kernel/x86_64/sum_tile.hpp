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

/// Steps of a window row that a loop makes at once, each for one of `sums` of an accumulator.
template <class V>
constexpr int steps_together(int sums) {
  return V::words_of_load > 1 ? V::words_of_load : round_up(V::steps_together, sums);
}

/// What the code of a tile's sums depends on: layers that have it in common share that code.
struct tile_steps {
  int sums;                    ///< of each accumulator
  int columns;                 ///< of the window that a word meets
  int rest;                    ///< steps behind those of the loop
  bool loops;                  ///< whether there are others
  bool slides;                 ///< whether a word meets each column in another pixel
  bool is_offset;              ///< how codes lie
  bool left_edge, right_edge;  ///< whether the first pixel, or the last, leaves a column out
};
/// What a layer adds to that: bytes from pixel to pixel, and the steps of a window row.
struct tile_row {
  int pixel, steps;
};

/// Sums of Width vectors for Pixels pixels, and how they are made.
template <tile_steps S, class V, int Pixels, int Width>
struct sum_tile {
  using vector = typename V::vector;
  static constexpr int sums = S.sums;
  static constexpr bool has_edges = S.left_edge || S.right_edge;
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
  /// The same of pixels of which the first, or the last, may be at an edge, whose biases lie
  /// `filters` behind, or twice as many.
  ETCH_GLUE sum_tile(const std::int32_t* bias, [[maybe_unused]] row_edges at,
                     [[maybe_unused]] int filters)
      : sum_tile(bias) {
    if constexpr (has_edges && Pixels > 1) {
      unroll<Width>([&]<int I>() __attribute__((always_inline)) {
        const std::int32_t* const of_vector = bias + V::lanes * I;
        sum[0][0][I] = V::load(of_vector + (at.is_left ? filters : 0));
        sum[0][Pixels - 1][I] = V::load(of_vector + (at.is_right ? 2 * filters : 0));
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
  template <int Of, bool Begins>
  ETCH_GLUE void add_word(const std::uint8_t* x, const std::int8_t* w, int pixel) {
    unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
      const vector codes = broadcast_word<V, S.is_offset>(x + P * pixel);
      unroll<Width>([&]<int I>() __attribute__((always_inline)) {
        add<Begins>(sum[Of][P][I], codes, V::load(w + V::bytes * I));
      });
      V::reload();
    });
  }
  /// The same of Count words, which one load of each pixel brings.
  template <int Count, bool Begins>
  ETCH_GLUE void add_words(const std::uint8_t* x, const std::int8_t* w, int pixel) {
    unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
      const vector four = V::load(x + P * pixel);
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
  ETCH_GLUE void add_columns(const std::uint8_t* x, const std::int8_t* w, int pixel,
                             [[maybe_unused]] row_edges edges) {
    constexpr int columns = S.columns, words = Pixels + columns - 1;
    vector weights[columns][Width];
    unroll<columns * Width>([&]<int I>() __attribute__((always_inline)) {
      weights[I / Width][I % Width] = V::load(w + V::bytes * I);
    });
    const auto add_column = [&]<int P>() __attribute__((always_inline)) {
      const vector codes = broadcast_word<V, S.is_offset>(x + P * pixel);
      unroll<columns * Width>([&]<int I>() __attribute__((always_inline)) {
        constexpr int p = P - I / Width, v = I % Width;
        if constexpr (p >= 0 && p < Pixels) {
          sum[0][p][v] = V::add_products(sum[0][p][v], codes, weights[I / Width][v]);
        }
      });
    };
    unroll<words>([&]<int P>() __attribute__((always_inline)) {
      if constexpr (S.left_edge && P == 0) {
        if (!edges.is_left) add_column.template operator()<P>();
      } else if constexpr (S.right_edge && P == words - 1) {
        if (!edges.is_right) add_column.template operator()<P>();
      } else {
        add_column.template operator()<P>();
      }
    });
  }
  /// Adds a window row, or begins with it; returns the weights behind it.
  template <bool Begins = false>
  ETCH_GLUE const std::int8_t* add_row(const std::uint8_t* x, const std::int8_t* w, tile_row row,
                                       [[maybe_unused]] row_edges edges = {}) {
    constexpr int step = S.columns * Width * V::bytes;
    if constexpr (S.slides) {
      for (int i = 0; i < row.steps; ++i, x += 4, w += step) add_columns(x, w, row.pixel, edges);
      return w;
    } else {
      constexpr int together = steps_together<V>(sums);
      const auto add_steps = [&]<int Count, bool First>() __attribute__((always_inline)) {
        if constexpr (V::words_of_load > 1) {
          add_words<Count, First>(x, w, row.pixel);
        } else {
          unroll<Count>([&]<int I>() __attribute__((always_inline)) {
            add_word < I % sums, First&& I<sums>(x + 4 * I, w + I * step, row.pixel);
            if constexpr (together > sums) __asm__ volatile("" ::: "memory");  // no loads early
          });
        }
        x += 4 * Count, w += Count * step;
      };
      constexpr bool peels = Begins && S.loops;
      if constexpr (peels) add_steps.template operator()<together, true>();
      if constexpr (S.loops) {
        for (int i = peels; i < row.steps / together; ++i)
          add_steps.template operator()<together, false>();
      }
      if constexpr (S.rest > 0) add_steps.template operator()<S.rest, Begins && !S.loops>();
      return w;
    }
  }
  /// The sums of pixel P, vector I.
  template <int P, int I>
  ETCH_GLUE vector total() const {
    vector all = sum[0][P][I];
    unroll<sums - 1>(
        [&]<int K>() __attribute__((always_inline)) { all = V::add_32(all, sum[K + 1][P][I]); });
    return all;
  }
  /// Those of all.
  ETCH_GLUE void write_totals(vector (&to)[Pixels][Width]) const {
    unroll<Pixels * Width>([&]<int I>() __attribute__((always_inline)) {
      to[I / Width][I % Width] = total<I / Width, I % Width>();
    });
  }
};

/// The tile of Width vectors of filters for Pixels pixels of geometry G, and its rows.
template <window_geometry G, class V, int Pixels, int Width>
constexpr tile_steps steps_of_tile() {
  using form = filter_form<G, V>;
  constexpr int sums = form::sums(Pixels, Width), together = steps_together<V>(sums);
  return {.sums = sums,
          .columns = form::columns,
          .rest = form::slides ? 0 : form::steps % together,
          .loops = form::slides || form::steps >= together,
          .slides = form::slides,
          .is_offset = form::copies || staged_pixels<G, V> > 0,
          .left_edge = form::has_edges && form::left_edge > 0,
          .right_edge = form::has_edges && form::right_edge > 0};
}
template <window_geometry G, class V, int Pixels, int Width>
using tile_of_sums = sum_tile<steps_of_tile<G, V, Pixels, Width>(), V, Pixels, Width>;
template <window_geometry G, class V>
inline constexpr tile_row row_of_tile{filter_form<G, V>::pixel, filter_form<G, V>::steps};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
