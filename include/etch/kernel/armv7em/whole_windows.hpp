// Convolutions by tiles_of_pairs: input is laid out so that the words of every window lie in one
// row.
//
// A ring of rows does that too where it lies [column][row]: a column of words of the row after next
// takes the place where the next column had the row that is done. Windows of the next output row
// begin a row further on, at every column, until the memory ends; there the rows that go on move
// back to its beginning.
#pragma once

#include <etch/kernel/armv7em/whole_plan.hpp>
#include <etch/kernel/armv7em/windows.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

#if ETCH_HAS_DSP

/// `steps` tap pairs of zero at `to`, four words apart.
ETCH_KERNEL inline void fill_steps(std::uint32_t* to, std::uint32_t zero, int steps) {
  for (int fours = steps / 4; fours > 0; --fours, to += 16) to[0] = to[4] = to[8] = to[12] = zero;
  for (int rest = steps % 4; rest > 0; --rest, to += 4) *to = zero;
}

/// Lays row `codes` out by columns, its quarters four words apart; nullptr: a row of zeros.
ETCH_GLUE void lay_out_columns(const whole_plan& p, std::uint32_t* words, const std::int8_t* codes,
                               const int (&offset)[4]) {
  const int steps = p.slot_steps, c = 2 * steps, step = p.slots * p.slot_words;
  const int columns = p.columns, w = p.x_row / c, left = p.left / c, stride = p.x_pixel / c;
  const int fours = steps % 4 == 0 ? steps / 4 : 0;
  const std::uint32_t zero = (static_cast<std::uint32_t>(p.zero) & 0xffff) * 0x10001u;
  if (codes == nullptr) {
    for (int i = columns; i > 0; --i, words += step) fill_words(words, zero, 4 * steps);
    return;
  }
  for (int q = 0; q < 4; ++q) {
    const int start = offset[q] * stride - left;
    const int before = clamp(-start, 0, columns);
    const int inside = clamp(w - maximum(start, 0), 0, columns - before);
    std::uint32_t* to = words + q;
    const std::int8_t* from = codes + maximum(start, 0) * c;
    for (int i = before; i > 0; --i, to += step) fill_steps(to, zero, steps);
    if (fours > 0) {
      for (int i = inside; i > 0; --i, to += step) from = widen_fours(to, from, fours);
    } else {
      for (int i = inside; i > 0; --i, to += step, from += c) widen_few(to, from, steps);
    }
    for (int i = columns - before - inside; i > 0; --i, to += step) fill_steps(to, zero, steps);
  }
}

/// Lays row `codes` out by couples, its quarters four words apart; nullptr: a row of zeros.
ETCH_GLUE void lay_out_couples(const whole_plan& p, std::uint32_t* words, const std::int8_t* codes,
                               const int (&offset)[4]) {
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
          count = p.tiles - k;
          const int room = length - p.row_bytes - at;  // before the last window that lies inside
          if ((count - 1) * p.x_pixel > room) count = room / p.x_pixel + 1;
        } else {
          const int end = p.row_bytes, codes_end = minimum(end, length - at);
          int i = 0;
          for (; i < minimum(-at, end); ++i) put_code(window + i, p.zero);
          for (; i < codes_end; ++i) window[i] = codes[at + i];
          for (; i < end; ++i) put_code(window + i, p.zero);
          from = window;
        }
        if (p.slot_steps == 2) {
          widen_twos(to, from, count, p.tile_words, p.x_pixel);
        } else if (p.slot_steps == 5) {
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
  if (words <= 0) return;
  __asm volatile("1: ldm %1!,{r4,r5,r6,r8}\n\tstm %0!,{r4,r5,r6,r8}\n\tsubs %2,%2,#4\n\tbgt 1b"
                 : "+r"(to), "+r"(from), "+r"(words)::"r4", "r5", "r6", "r8", "memory", "cc");
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
    task.to_end = bytes_of_window(steps);
    task.x_step = 4u * static_cast<std::uint32_t>(p.tile_words);
    task.y_step = static_cast<std::uint32_t>(p.y_pixel);
    task.headroom = static_cast<std::uint32_t>(p.headroom) * 0x0101u;
    task.give_back = (static_cast<std::uint32_t>(p.give_back) & 0xff) * 0x0101u;
    task.end_by = p.end_by;
  }

  /// Runs t tiles over words from slot or word `word` on, from pixel `begin` of the output on, of
  /// four pixels or of one.
  template <epilogue_code E, bool Doubled, int Pixels = 4>
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
      tiles_of_pairs<E, Doubled, Pixels>(&task);
    };
    if (plan.odd) {  // the first pair alone: the next begins with its second filter
      run();
      task.words += plan.pair_bytes / 4;
      task.width = static_cast<std::uint32_t>(2 * plan.pairs - 2);
      ++y;
    }
    run();
  }
};

/// Lays row h of picture n out at `to`, for plans of arrangement How: a network has the layouts
/// alone that its layers take.
template <arrangement How>
ETCH_GLUE void lay_out_row(const whole_run& run, std::uint32_t* to, int n, int h) {
  const whole_plan& p = run.plan;
  const auto& from = run.from;
  const std::int8_t* const row = h < 0 || h >= p.h ? nullptr : from.x.row(n * p.h + h);
  if constexpr (How == arrangement::columns) {
    lay_out_columns(p, to, row, from.offset);
  } else if constexpr (How == arrangement::couples) {
    lay_out_couples(p, to, row, from.offset);
  } else if (p.padded <= p.row_bytes) {
    lay_out_tiles(p, to, row, p.left, p.x_row, from.offset, from.rows);
  } else {
    lay_out_tiles(p, to, row == nullptr ? row : from.input_row(n, h, from.rows), 0, p.padded,
                  from.offset, from.rows);
  }
}

/// Brings the ring to output row r, which follows the row before. Where its windows begin.
template <arrangement How>
ETCH_KERNEL int prepare_row(const whole_run& run, int r) {
  const whole_plan& p = run.plan;
  const int n = r / p.oh, i = r % p.oh;
  const int done = i % p.rows_at_once * p.stride;  // rows that were before those of the window
  const int shared = i == 0 ? 0 : maximum(0, p.kh - p.stride);  // with those of the row before
  if (done == 0 && shared > 0) {
    std::uint32_t* to = run.from.words;
    const int back = p.rows_at_once * p.stride * p.slot_words;
    for (int k = 0; k < p.columns; ++k, to += p.kh * p.slot_words) {
      move_back(to, to + back, shared * p.slot_words);
    }
  }
  if (i == 0 && p.padded > p.row_bytes) run.from.clear_row(run.from.rows);
  for (int u = shared; u < p.kh; ++u) {
    lay_out_row<How>(run, run.from.words + (done + u) * p.slot_words, n,
                     i * p.stride + u - p.before);
  }
  return done * p.slot_words;
}

/// Writes rows of output from a ring of input rows, which is kept from call to call.
template <epilogue_code E, bool Doubled, arrangement How>
ETCH_KERNEL void run_whole_rows(const whole_plan& p, const std::uint32_t* pairs,
                                strided_rows<const std::int8_t> x, std::int8_t* y,
                                unsigned char* scratch, row_block rows) {
  whole_run run(p, pairs, x, y, scratch, Doubled);
  run.from.spread_tiles(p.ow, p.tiles);
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int word = prepare_row<How>(run, r);
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
    constexpr bool has_single = !Doubled && !ETCH_SAVES_FLASH;  // pixels, in code of their own
    if (has_single && pixels % 4 == 1) pixels = maximum(pixels - 1, 1);
    run.from.gather_patches(begin, pixels);
    if constexpr (has_single) {
      if (pixels == 1) {
        const int steps = p.steps * p.kh;
        run.task.entry = entry_of_tile(steps, false, 1);
        run.template run_tiles<E, false, 1>(0, begin, 1);
        run.task.entry = entry_of_tile(steps, false);
        continue;
      }
    }
    run.run_tiles<E, Doubled>(0, begin, ceil_div(pixels, 4));
  }
}

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
