// Plans and constants of convolutions by tiles_of_pairs: how input is laid out so that the words of
// every window lie in one row, and the words of pairs of filters in the order of those.
#pragma once

#include <etch/kernel/armv7em/short_factors.hpp>
#include <etch/kernel/armv7em/tile_code.hpp>
#include <etch/kernel/armv7em/tiles_of_pairs.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// A window_plan whose slot is what a row adds to a window: in columns and couples a column of
/// taps, in tiles all of them.
struct whole_plan : window_plan {
  int slots;         ///< from a column or tile to the next
  int columns;       ///< columns, couples or tiles of a row
  int rows_at_once;  ///< output rows before the ring moves back
  int row_bytes;     ///< tiles: taps of a row of the window, in whole words
  int odd;           ///< filters % 2
  int end_by;        ///< as tile_task reads it
};

/// Bytes of rows, at most, that are copied with their padding.
inline constexpr int most_copied_row = 64;

/// The plan for geometry g. It takes no more memory than the ring of make_window_plan.
constexpr whole_plan make_whole_plan(const window_geometry& g, int zero) {
  whole_plan p{make_window_plan(g, zero, 1), 0, 0, 1, round_up(g.kw * g.c, 4), g.oc % 2, 0};
  if (p.how == arrangement::patches) return p;
  const int all = window_scratch(p);
  p.slots = p.kh;
  if (g.c == 1 && g.stride_w == 2) {
    p.how = arrangement::couples;
    p.steps = ceil_div(g.kw, 2);
    p.columns = p.tiles - 1 + p.steps;
    p.slot_steps = 1;
    p.tile_words = p.kh * 4;
  } else if (p.how == arrangement::columns) {
    p.columns = (p.tiles - 1) * g.stride_w + g.kw;
    p.slot_steps = g.c / 2;
    p.tile_words = g.stride_w * p.kh * 4 * p.slot_steps;
  } else {
    p.columns = p.tiles;
    p.tile_words = p.kh * 4 * p.slot_steps;
  }
  p.slot_words = 4 * p.slot_steps;
  // a copy of a short row, or of one window
  if (p.how != arrangement::tiles) p.padded = 0;
  else if (p.padded > most_copied_row) p.padded = minimum(p.padded, p.row_bytes);
  const int ring = p.columns * p.kh;
  int spare = (all - p.padded) / (4 * p.slot_words) - ring;
  if (p.how == arrangement::couples) spare = minimum(spare, ring / 4);
  p.rows_at_once = clamp(spare / g.stride_h + 1, 1, p.oh);
  return p;
}

constexpr int window_words(const whole_plan& p) {
  if (p.how == arrangement::patches) return p.tile_words * p.tiles;
  return p.slot_words * (p.columns * p.kh + (p.rows_at_once - 1) * p.stride);
}
/// Bytes of scratch memory: input words, padded copies of rows.
constexpr int window_scratch(const whole_plan& p) {
  return round_up(4 * window_words(p) + p.padded * (p.how == arrangement::patches ? p.kh : 1), 16);
}

/// Constants of a layer: its plan, and pair after pair.
template <int Words, class Plan = whole_plan>
struct whole_constants {
  Plan plan;
  std::uint32_t words[Words];
};
constexpr int words_of_pair(const window_plan& p, bool doubled, bool shifts) {
  return words_of_starts + p.steps * p.kh * (doubled ? 2 : 1) + (shifts ? 0 : words_of_ends);
}

/// The start of a doubled sum.
template <class C>
constexpr std::int32_t start_of_doubled(int filter) {
  const auto start = static_cast<std::uint32_t>(cortex_m::accumulators_of<C>.of[filter].start);
  return static_cast<std::int32_t>(2 * start);
}
/// Word i of a run of taps that starts at byte `at`, doubled; its taps are `apart`.
template <class C>
constexpr std::uint32_t doubled_word(int at, int i, int taps, int apart) {
  std::uint32_t word = 0;
  for (int j = 1; j >= 0; --j) {
    const int tap = i / 2 * 4 + i % 2 + apart * j;
    const int w = tap < taps ? 2 * static_cast<signed char>(C::bytes(1)[at + tap]) : 0;
    word = word << 16 | (static_cast<std::uint32_t>(w) & 0xffff);
  }
  return word;
}

/// A word of halfwords 256 wB + wA without the weights of A or of B.
constexpr std::uint32_t without_filters(std::uint32_t word, bool a, bool b) {
  const auto halfword = [&](std::uint32_t w) {
    const std::int32_t of_a = static_cast<std::int8_t>(w & 0xff);
    const std::int32_t of_b = static_cast<std::int16_t>(w & 0xffff) - of_a;
    return static_cast<std::uint32_t>((a ? 0 : of_a) + (b ? 0 : of_b)) & 0xffff;
  };
  return halfword(word >> 16) << 16 | halfword(word);
}

/// The constants of call C by plan P.
template <class C, const auto& P>
constexpr auto pack_ordered_pairs() {
  constexpr window_geometry g = layer_of<C>.g;
  constexpr int taps = layer_of<C>.taps();
  constexpr bool by_couples = P.how == arrangement::couples;
  constexpr bool by_columns = P.how == arrangement::columns || by_couples;
  constexpr int run = by_couples ? 2 : by_columns ? g.c : g.kw * g.c;
  constexpr int line = ceil_div(g.kw * g.c, run);         // runs of a row of the window
  constexpr int words = by_couples ? 1 : tap_pairs(run);  // of a run
  constexpr int apart = by_couples ? 1 : 2;
  constexpr bool doubled = doubles_weights(layer_of<C>);
  whole_constants<P.pairs * P.pair_bytes / 4> k{P, {}};
  int to = 0;
  const auto put = [&](std::int32_t word) { k.words[to++] = static_cast<std::uint32_t>(word); };
  constexpr bool scales_256 = !doubled && scales_256_sums(code_of_tiles<C>);
  for (int i = 0; i < P.pairs; ++i) {
    const int first = first_of_ordered_pair(layer_of<C>.filters(), i);
    const bool no_a = has_one_code<C>(first), no_b = has_one_code<C>(first + 1);  // weights
    const cortex_m::accumulator of_a = accumulator_by_zero<C>(first);
    const cortex_m::accumulator of_b = accumulator_by_zero<C>(first + 1);
    const auto start_a = static_cast<std::uint32_t>(of_a.start);
    const auto start_b = static_cast<std::uint32_t>(of_b.start);
    k.words[to++] = doubled ? 2 * start_a : start_a;
    k.words[to++] = doubled ? 2 * start_b : 256 * start_b + start_a;
    for (int r = 0; r < line * g.kh; ++r) {
      const int u = by_columns ? r % g.kh : r, v = by_columns ? r / g.kh * run : 0;
      const int a = first * taps + u * g.kw * g.c + v, length = minimum(run, g.kw * g.c - v);
      if constexpr (doubled) {
        for (int w = 0; w < words; ++w) {
          for (int o = 0; o < 2; ++o) {
            const bool none = o == 0 ? no_a : no_b;
            k.words[to++] = none ? 0 : doubled_word<C>(a + o * taps, w, length, apart);
          }
        }
      } else {
        put_pair<C>(k.words, {.first = to, .apart = apart}, a, a + taps, length, words);
        for (int w = to; (no_a || no_b) && w < to + words; ++w) {
          k.words[w] = without_filters(k.words[w], no_a, no_b);
        }
        to += words;
      }
    }
    if constexpr (!layer_of<C>.end.shifts()) {
      const int shift_b = of_b.factor.shift - 1 + (scales_256 ? 7 : 0);
      put(factor_in_place<C>(of_a.factor).multiplier);
      put(shift_b << 8 | (of_a.factor.shift - 1));
      put(factor_in_place<C>(of_b.factor).multiplier);
    }
  }
  return k;
}

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
