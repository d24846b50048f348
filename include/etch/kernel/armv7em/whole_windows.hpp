// Convolutions by tiles_of_pairs: input is laid out so that the words of every window lie in one
// row.
//
// A ring of rows does that too where it lies [column][row]: a column of words of the row after next
// takes the place where the next column had the row that is done. Windows of the next output row
// begin a row further on, at every column, until the memory ends; there the rows that go on move
// back to its beginning.
#pragma once

#include <etch/kernel/armv7em/short_factors.hpp>
#include <etch/kernel/armv7em/tiles_of_pairs.hpp>
#include <etch/kernel/armv7em/windows.hpp>

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
  int pair_words;    ///< constants of a pair
  int end_by;        ///< as tile_task reads it
};

/// Bytes of rows, at most, that are copied with their padding.
inline constexpr int most_copied_row = 64;

/// The plan for geometry g. It takes no more memory than the ring of make_window_plan.
constexpr whole_plan make_whole_plan(const window_geometry& g, int zero) {
  whole_plan p{make_window_plan(g, zero, 1), 0, 0, 1, round_up(g.kw * g.c, 4), g.oc % 2, 0, 0};
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
  whole_constants<P.pairs * P.pair_words> k{P, {}};
  int to = 0;
  const auto put = [&](std::int32_t word) { k.words[to++] = static_cast<std::uint32_t>(word); };
  constexpr bool scales_256 = !doubled && scales_256_sums(cortex_m::code_of_call<C>);
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

#if ETCH_HAS_DSP

/// `steps` tap pairs of zero at `to`, four words apart.
ETCH_GLUE void fill_steps(std::uint32_t* to, std::uint32_t zero, int steps) {
  for (; steps > 1; steps -= 2, to += 8) to[0] = to[4] = zero;
  if (steps > 0) *to = zero;
}

/// Lays row `codes` out by columns, its quarters four words apart; nullptr: a row of zeros.
ETCH_KERNEL inline void lay_out_columns(const whole_plan& p, std::uint32_t* words,
                                        const std::int8_t* codes, const int (&offset)[4]) {
  const int steps = p.slot_steps, c = 2 * steps, step = p.slots * p.slot_words;
  const int columns = p.columns, w = p.x_row / c, left = p.left / c, stride = p.x_pixel / c;
  const std::uint32_t zero = (static_cast<std::uint32_t>(p.zero) & 0xffff) * 0x10001u;
  for (int q = 0; q < 4; ++q) {
    const int start = offset[q] * stride - left;
    const int before = codes == nullptr ? columns : clamp(-start, 0, columns);
    const int inside = clamp(w - maximum(start, 0), 0, columns - before);
    std::uint32_t* to = words + q;
    const std::int8_t* from = codes + maximum(start, 0) * c;
    for (int i = before; i > 0; --i, to += step) fill_steps(to, zero, steps);
    for (int i = inside; i > 0; --i, to += step, from += c) widen_few(to, from, steps);
    for (int i = columns - before - inside; i > 0; --i, to += step) fill_steps(to, zero, steps);
  }
}

/// Lays row `codes` out by couples, its quarters four words apart; nullptr: a row of zeros.
ETCH_KERNEL inline void lay_out_couples(const whole_plan& p, std::uint32_t* words,
                                        const std::int8_t* codes, const int (&offset)[4]) {
  const int step = p.slots * p.slot_words, w = codes == nullptr ? 0 : p.x_row;
  const int zero = p.zero;
  const auto code = [&](int at) __attribute__((always_inline)) {
    return static_cast<std::uint32_t>(at >= 0 && at < w ? codes[at] : zero);
  };
  for (int q = 0; q < 4; ++q) {
    std::uint32_t* to = words + q;
    int at = 2 * offset[q] - p.left, left = p.columns;
    const auto put = [&]() __attribute__((always_inline)) {
      *to = join_low(code(at), code(at + 1));
      to += step;
      at += 2;
      --left;
    };
    while (left > 0 && at < 0) put();
    for (int fours = minimum(left / 2, (w - at) >> 2); fours > 0; --fours, at += 4, left -= 2) {
      const std::uint32_t four = load_word(codes + at);
      const std::uint32_t even = widen_even(four), odd = widen_odd(four);
      to[0] = join_low(even, odd);
      to[step] = join_high(even, odd);
      to += 2 * step;
    }
    while (left > 0) put();
  }
}

/// Lays out `count` windows of five tap pairs, such as three pixels of three channels. Pairs of
/// them are counted apart (largest_of_three of core.hpp has the reason).
ETCH_GLUE void widen_fives(std::uint32_t* to, const std::int8_t* from, int count, int to_step,
                           int from_step) {
  const auto widen_five = [&]() __attribute__((always_inline)) {
    std::uint32_t a, b, c, d;
    __asm volatile(
        "ldr %2,[%1]\n\tldr %3,[%1,#4]\n\tldr %4,[%1,#8]\n\tadd %1,%1,%6\n\t"
        "sxtb16 %5,%2\n\tstr %5,[%0]\n\tsxtb16 %2,%2,ror #8\n\tstr %2,[%0,#16]\n\t"
        "sxtb16 %5,%3\n\tstr %5,[%0,#32]\n\tsxtb16 %3,%3,ror #8\n\tstr %3,[%0,#48]\n\t"
        "sxtb16 %4,%4\n\tstr %4,[%0,#64]"
        : "+r"(to), "+r"(from), "=&r"(a), "=&r"(b), "=&r"(c), "=&r"(d)
        : "r"(from_step)
        : "memory");
    to += to_step;
  };
  for (int pairs = count / 2; pairs > 0; --pairs) {
    widen_five();
    widen_five();
  }
  if (count % 2 != 0) widen_five();
}

ETCH_GLUE void put_code(std::int8_t* to, std::int8_t code) {
  *to = code;
  __asm volatile("" ::: "memory");  // no call of memset
}

/// Lays row `codes` out by tiles, its quarters four words apart; nullptr: a row of zeros. It has
/// `length` codes, of which the first window begins `left` before the first. Windows that leave it
/// are made at `window`.
ETCH_KERNEL inline void lay_out_tiles(const whole_plan& p, std::uint32_t* words,
                                      const std::int8_t* codes, int left, int length,
                                      const int (&offset)[4], std::int8_t* window) {
  const std::uint32_t zero = (static_cast<std::uint32_t>(p.zero) & 0xffff) * 0x10001u;
  for (int q = 0; q < 4; ++q, ++words) {
    std::uint32_t* to = words;
    const int first = offset[q] * p.x_pixel - left;  // code of the first window
    for (int k = 0; k < p.tiles;) {
      const int at = first + k * p.x_pixel;
      int count = 1;
      if (codes == nullptr) {
        fill_steps(to, zero, p.slot_steps);
      } else {
        const std::int8_t* from = codes + at;
        if (at >= 0 && at + p.row_bytes <= length) {
          count = minimum(p.tiles - k, (length - p.row_bytes - at) / p.x_pixel + 1);
        } else {
          const int end = p.row_bytes, codes_end = minimum(end, length - at);
          int i = 0;
          for (; i < minimum(-at, end); ++i) put_code(window + i, p.zero);
          for (; i < codes_end; ++i) window[i] = codes[at + i];
          for (; i < end; ++i) put_code(window + i, p.zero);
          from = window;
        }
        if (p.slot_steps == 5) {
          widen_fives(to, from, count, p.tile_words, p.x_pixel);
        } else {
          std::uint32_t* next = to;
          for (int i = 0; i < count; ++i, next += p.tile_words, from += p.x_pixel) {
            widen_few(next, from, p.slot_steps);
          }
        }
      }
      k += count;
      to += count * p.tile_words;
    }
  }
}

/// Moves `words` words, whole fours, to an address before them.
ETCH_GLUE void move_back(std::uint32_t* to, const std::uint32_t* from, int words) {
  for (; words > 0; words -= 4) {
    __asm volatile("ldm %1!,{r4,r5,r6,r8}\n\tstm %0!,{r4,r5,r6,r8}"
                   : "+r"(to), "+r"(from)::"r4", "r5", "r6", "r8", "memory");
  }
}

/// A convolution by a whole_plan at work.
struct whole_run {
  window_run<weights_in::halfwords> from;
  const whole_plan& plan;
  const std::uint32_t* pairs;
  tile_task task;

  ETCH_GLUE whole_run(const whole_plan& p, const std::uint32_t* constants,
                      strided_rows<const std::int8_t> x, std::int8_t* y, unsigned char* scratch,
                      bool doubled)
      : from(p, x, y, scratch, window_words(p)), plan(p), pairs(constants) {
    const int steps = p.steps * p.kh;
    task.entry = entry_of_tile(steps, doubled);
    task.to_last = to_last_pass(steps);
    task.x_step = 4u * static_cast<std::uint32_t>(p.tile_words);
    task.y_step = static_cast<std::uint32_t>(p.y_pixel);
    task.headroom = static_cast<std::uint32_t>(p.headroom) * 0x0101u;
    task.give_back = (static_cast<std::uint32_t>(p.give_back) & 0xff) * 0x0101u;
    task.end_by = p.end_by;
  }

  /// Runs t tiles over words from slot or word `word` on, from pixel `begin` of the output on.
  template <epilogue_code E, bool Doubled>
  ETCH_GLUE void run_tiles(int word, int begin, int t) {
    const std::uint32_t x =
        static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(from.words + word)) - 8;
    std::uint32_t y =
        static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(from.y + begin * plan.y_pixel));
    task.to_second = static_cast<std::uint32_t>(from.offset[1] * plan.y_pixel);
    task.to_fourth = static_cast<std::uint32_t>(from.offset[3] * plan.y_pixel);
    task.words = pairs;
    task.width = static_cast<std::uint32_t>(plan.odd ? 2 : 2 * plan.pairs);
    const auto run = [&] {
      task.x = x;
      task.y = y;
      task.y_end = y + static_cast<std::uint32_t>(t) * task.y_step;
      tiles_of_pairs<E, Doubled>(&task);
    };
    if (plan.odd) {  // the first pair alone: the next begins with its second filter
      run();
      task.words += plan.pair_words;
      task.width = static_cast<std::uint32_t>(2 * plan.pairs - 2);
      ++y;
    }
    run();
  }

  /// Brings the ring to output row r, which follows the row before. Where its windows begin.
  ETCH_KERNEL int prepare_row(int r) {
    const whole_plan& p = plan;
    const int n = r / p.oh, i = r % p.oh;
    const int done = i % p.rows_at_once * p.stride;  // rows that were before those of the window
    const int shared = i == 0 ? 0 : maximum(0, p.kh - p.stride);  // with those of the row before
    if (done == 0 && shared > 0) {
      std::uint32_t* to = from.words;
      const int back = p.rows_at_once * p.stride * p.slot_words;
      for (int k = 0; k < p.columns; ++k, to += p.kh * p.slot_words) {
        move_back(to, to + back, shared * p.slot_words);
      }
    }
    if (i == 0 && p.padded > p.row_bytes) from.clear_row(from.rows);
    for (int u = shared; u < p.kh; ++u) {
      const int h = i * p.stride + u - p.before;
      const std::int8_t* const row = h < 0 || h >= p.h ? nullptr : from.x.row(n * p.h + h);
      std::uint32_t* const to = from.words + (done + u) * p.slot_words;
      if (p.how == arrangement::columns) lay_out_columns(p, to, row, from.offset);
      else if (p.how == arrangement::couples) lay_out_couples(p, to, row, from.offset);
      else if (p.padded <= p.row_bytes)
        lay_out_tiles(p, to, row, p.left, p.x_row, from.offset, from.rows);
      else
        lay_out_tiles(p, to, row == nullptr ? row : from.input_row(n, h, from.rows), 0, p.padded,
                      from.offset, from.rows);
    }
    return done * p.slot_words;
  }
};

/// Writes rows of output from a ring of input rows, which is kept from call to call.
template <epilogue_code E, bool Doubled>
ETCH_KERNEL void run_whole_rows(const whole_plan& p, const std::uint32_t* pairs,
                                strided_rows<const std::int8_t> x, std::int8_t* y,
                                unsigned char* scratch, row_block rows) {
  whole_run run(p, pairs, x, y, scratch, Doubled);
  run.from.spread_tiles(p.ow, p.tiles);
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int word = run.prepare_row(r);
    run.run_tiles<E, Doubled>(word, r * p.ow, p.tiles);
  }
}

/// Writes rows of output by whole windows, some tiles at a time.
template <epilogue_code E, bool Doubled>
ETCH_KERNEL void run_whole_patches(const whole_plan& p, const std::uint32_t* pairs,
                                   strided_rows<const std::int8_t> x, std::int8_t* y,
                                   unsigned char* scratch, row_block rows) {
  whole_run run(p, pairs, x, y, scratch, Doubled);
  for (int u = 0; u < p.kh; ++u) run.from.clear_row(run.from.rows + u * p.padded);
  const int end = (rows.first + rows.count) * p.row_pixels;
  int pixels = 0;
  for (int begin = rows.first * p.row_pixels; begin < end; begin += pixels) {
    pixels = minimum(4 * p.tiles, end - begin);
    run.from.gather_patches(begin, pixels);
    run.run_tiles<E, Doubled>(0, begin, ceil_div(pixels, 4));
  }
}

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
