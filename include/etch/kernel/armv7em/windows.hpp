// The row loops of convolutions: lay input out by a plan, call row_of_tiles.
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/armv7em/window_plan.hpp>

#if ETCH_HAS_DSP

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Lays out four tap pairs of the codes at `from`, four words apart; both go on.
ETCH_GLUE void widen_four(std::uint32_t*& to, const std::int8_t*& from) {
  std::uint32_t a, b, c;
  __asm volatile(
      "ldr %2,[%1],#4\n\tldr %3,[%1],#4\n\t"
      "sxtb16 %4,%2\n\tstr %4,[%0],#16\n\tsxtb16 %2,%2,ror #8\n\tstr %2,[%0],#16\n\t"
      "sxtb16 %4,%3\n\tstr %4,[%0],#16\n\tsxtb16 %3,%3,ror #8\n\tstr %3,[%0],#16"
      : "+r"(to), "+r"(from), "=&r"(a), "=&r"(b), "=&r"(c)::"memory");
}
/// Lays out as many fours, one at least. Where the codes end.
ETCH_GLUE const std::int8_t* widen_fours(std::uint32_t* to, const std::int8_t* from, int fours) {
  do widen_four(to, from);
  while (--fours != 0);
  return from;
}
/// Lays out `count` windows, one at least, of two tap pairs, such as three pixels of one channel.
ETCH_GLUE void widen_twos(std::uint32_t* to, const std::int8_t* from, int count, int to_step,
                          int from_step) {
  do {
    const std::uint32_t a = load_word(from);
    to[0] = widen_even(a);
    to[4] = widen_odd(a);
    to += to_step;
    from += from_step;
  } while (--count != 0);
}
/// Lays out `steps` tap pairs; by fours, where windows are short.
ETCH_GLUE void widen_few(std::uint32_t* to, const std::int8_t* from, int steps) {
  for (; steps >= 4; steps -= 4) widen_four(to, from);
  for (; steps > 0; steps -= 2, from += 4, to += 8) {
    const std::uint32_t a = load_word(from);
    to[0] = widen_even(a);
    if (steps > 1) to[4] = widen_odd(a);
  }
}
ETCH_GLUE void widen(std::uint32_t* to, const std::int8_t* from, int steps) {
  for (; steps >= 8; steps -= 8) {
    widen_four(to, from);
    widen_four(to, from);
  }
  if (steps >= 4) {
    steps -= 4;
    widen_four(to, from);
  }
  for (; steps > 0; steps -= 2, from += 4, to += 8) {
    const std::uint32_t a = load_word(from);
    to[0] = widen_even(a);
    if (steps > 1) to[4] = widen_odd(a);
  }
}

/// The same of `rows` rows; windows of four codes a row have a loop of their own.
ETCH_GLUE void widen_rows(std::uint32_t* to, const std::int8_t* from, int to_row, int from_row,
                          int rows, int steps) {
  if (steps == 2) {
    widen_twos(to, from, rows, to_row, from_row);
    return;
  }
  for (; rows > 0; --rows, to += to_row, from += from_row) widen(to, from, steps);
}

/// The part of a task that is the same for all tiles, whose filters have `steps` steps.
template <weights_in Form, class Plan>
ETCH_GLUE void start_task(row_task& task, const Plan& p, const tap_segment* segments, int x_words,
                          int y_pixel, int steps) {
  task.x_step = 4u * static_cast<std::uint32_t>(x_words);
  task.y_step = static_cast<std::uint32_t>(y_pixel);
  task.segments = segments;
  task.weights_step = 4u * static_cast<std::uint32_t>(steps / steps_of_word(Form));
  task.pairs_step = static_cast<std::uint32_t>(p.pair_bytes);
  task.headroom = p.headroom;
  task.give_back = p.give_back;
}
/// One segment of `steps` steps.
template <weights_in Form>
ETCH_GLUE void set_segment(tap_segment* to, const std::uint32_t* words, int steps) {
  to[0] = make_segment(Form, static_cast<int>(reinterpret_cast<std::uintptr_t>(words)), steps);
  to[1] = {0, 0, 0};
}

/// A convolution by a window_plan at work: its memory, and the task of the next row or patches.
template <weights_in Form>
struct window_run {
  const window_plan& plan;
  strided_rows<const std::int8_t> x;  // (N H, W C)
  std::int8_t* y;                     // (N OH, OW OC)
  std::uint32_t* words;
  tap_segment* segments;
  std::int8_t* rows;  ///< padded copies
  int offset[4];      ///< of the pixels of a tile, in pixels of a row
  row_task task;

  // Offsets and task are written before they are read: clearing them would be a call of memset.
  ETCH_GLUE window_run(const window_plan& p, const void* pairs, const std::uint32_t* weights,
                       strided_rows<const std::int8_t> from, std::int8_t* to,
                       unsigned char* scratch)
      : plan(p),
        x(from),
        y(to),
        words(reinterpret_cast<std::uint32_t*>(scratch)),
        segments(reinterpret_cast<tap_segment*>(words + window_words(p))),
        rows(reinterpret_cast<std::int8_t*>(segments + segment_count(p))) {
    start_task<Form>(task, p, segments, p.tile_words, p.y_pixel, p.steps * p.kh);
    task.weights = weights;
    task.pairs = pairs;
    task.pairs_end = static_cast<const char*>(pairs) + p.pairs * p.pair_bytes;
  }

  /// Without segments and without a task, which another loop has.
  ETCH_GLUE window_run(const window_plan& p, strided_rows<const std::int8_t> from, std::int8_t* to,
                       unsigned char* scratch, int input_words)
      : plan(p),
        x(from),
        y(to),
        words(reinterpret_cast<std::uint32_t*>(scratch)),
        segments(nullptr),
        rows(reinterpret_cast<std::int8_t*>(words + input_words)) {}

  /// Where the four pixels of the first of t tiles over `pixels` pixels lie, the first three
  /// evenly. The parts of t pixels overlap where 4 t > pixels.
  ETCH_GLUE void spread_tiles(int pixels, int t) {
    const int step = minimum(t, (pixels - t) / 2);
    for (int q = 0; q < 3; ++q) offset[q] = q * step;
    offset[3] = pixels - t;
  }
  /// The part of the task that follows: t tiles from pixel `begin` of the output on.
  ETCH_GLUE void set_tiles(int begin, int t) {
    task.row = y + begin * plan.y_pixel;
    task.row_span = static_cast<std::uint32_t>(t * plan.y_pixel);
    for (int q = 0; q < 3; ++q) {
      task.pixel[q] = static_cast<std::uint32_t>(offset[q + 1] * plan.y_pixel);
    }
  }
  /// All of a padded row as zero.
  ETCH_KERNEL void clear_row(std::int8_t* to) const {
    const std::uint32_t zeros = static_cast<std::uint8_t>(plan.zero) * 0x01010101u;
    for (int left = plan.padded; left > 0; left -= 4, to += 4) {
      reinterpret_cast<unaligned_word*>(to)->value = zeros;
    }
  }
  /// Row h of image n: where it lies, or a padded copy at `to`, whose margins are set already.
  ETCH_KERNEL const std::int8_t* input_row(int n, int h, std::int8_t* to) const {
    if (h < 0 || h >= plan.h) {
      clear_row(to);
      return to;
    }
    const std::int8_t* const row = x.row(n * plan.h + h);
    if (plan.padded == 0) return row;
    std::int8_t* const codes = to + plan.left;
    const int count = plan.x_row;  // a register: a member would be read again and again
    int i = 0;
    for (; i + 4 <= count; i += 4) {
      reinterpret_cast<unaligned_word*>(codes + i)->value = load_word(row + i);
    }
    for (; i < count; ++i) codes[i] = row[i];
    return to;
  }

  /// Brings the ring to output row r, which follows the row before, and completes its task. A ring
  /// that Keeps nothing from call to call is new at row `first`.
  template <bool Keeps>
  ETCH_KERNEL void prepare_row(int r, [[maybe_unused]] int first) {
    const window_plan& p = plan;
    const int address = static_cast<int>(reinterpret_cast<std::uintptr_t>(words));
    const int runs = p.how == arrangement::columns ? 1 : p.tiles;
    const int n = r / p.oh, i = r % p.oh;
    const int oldest = i * p.stride % p.kh;  // slot of the window's first row
    const auto slot_of = [&](int u) { return oldest + u < p.kh ? oldest + u : oldest + u - p.kh; };
    const bool is_new = i == 0 || (!Keeps && r == first);
    if (is_new) clear_row(rows);
    for (int u = is_new ? 0 : maximum(0, p.kh - p.stride); u < p.kh; ++u) {
      const std::int8_t* const row = input_row(n, i * p.stride + u - p.before, rows);
      for (int q = 0; q < 4; ++q) {
        std::uint32_t* to = words + slot_of(u) * p.slot_words + q;
        const std::int8_t* from = row + offset[q] * p.x_pixel;
        for (int k = 0; k < runs; ++k, to += p.tile_words, from += p.x_pixel) {
          widen(to, from, p.slot_steps);
        }
      }
    }
    tap_segment* s = segments;
    if (p.how == arrangement::tiles) {
      *s++ = make_segment(Form, address + 4 * oldest * p.slot_words, (p.kh - oldest) * p.steps);
      if (oldest > 0) *s++ = make_segment(Form, -4 * p.tile_words, oldest * p.steps);
    } else {
      int end = 0;
      for (int u = 0; u < p.kh; ++u) {
        const int start = address + 4 * slot_of(u) * p.slot_words;
        *s++ = make_segment(Form, start - end, p.steps);
        end = start + 16 * p.steps;
      }
    }
    *s = {0, 0, 0};
    set_tiles(r * p.ow, p.tiles);
  }
  /// Brings the padded copies, if there are any, to output row r; where they are those of the row
  /// before, rows of both move. Where the first row of the windows lies.
  ETCH_KERNEL const std::int8_t* copy_rows(int r, bool is_next) const {
    const window_plan& p = plan;
    const int n = r / p.oh, h = r % p.oh * p.stride - p.before;
    int u = 0;
    if (is_next && p.padded > 0 && p.stride < p.kh && r % p.oh > 0) {
      u = p.kh - p.stride;
      cortex_m::copy_codes(rows, rows + p.stride * p.padded, u * p.padded);
    }
    const std::int8_t* const codes = u == 0 ? input_row(n, h, rows) : rows;
    for (u = maximum(u, 1); u < p.kh; ++u) input_row(n, h + u, rows + u * p.padded);
    return codes;
  }
  /// Gathers the windows of `pixels` pixels from `begin` on.
  ETCH_KERNEL void gather_patches(int begin, int pixels) {
    const window_plan& p = plan;
    const int t = ceil_div(pixels, 4);
    spread_tiles(pixels, t);
    bool is_next = false;
    for (int r = begin / p.ow; r * p.ow < begin + pixels; ++r, is_next = true) {
      const int first = r * p.ow - begin;  // pixel 0 of the row, from `begin`
      const std::int8_t* const codes = copy_rows(r, is_next);
      const int pitch = p.padded == 0 ? x.stride : p.padded;  // bytes from row to row
      for (int q = 0; q < 4; ++q) {
        const int i = maximum(0, first - offset[q]);
        const int count = minimum(t, first + p.ow - offset[q]) - i;
        std::uint32_t* to = words + i * p.tile_words + q;
        const std::int8_t* from = codes + (offset[q] + i - first) * p.x_pixel;
        if (p.joint) {
          widen(to, from, count * p.steps);
        } else {
          for (int k = 0; k < count; ++k, to += p.tile_words, from += p.x_pixel) {
            widen_rows(to, from, p.slot_words, pitch, p.kh, p.steps);
          }
        }
      }
    }
  }
};

/// Writes rows of output from a ring of input rows, which is kept from call to call where Keeps.
template <void (*Epilogue)(), weights_in Form, bool Keeps = true>
ETCH_KERNEL void run_ring(const window_plan& p, const void* pairs, const std::uint32_t* weights,
                          strided_rows<const std::int8_t> x, std::int8_t* y, unsigned char* scratch,
                          row_block rows) {
  window_run<Form> run(p, pairs, weights, x, y, scratch);
  run.spread_tiles(p.ow, p.tiles);
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    run.template prepare_row<Keeps>(r, rows.first);
    row_of_tiles<Epilogue, tile_words::in_segments, Form>(&run.task);
  }
}

/// Writes rows of output by whole windows, some tiles at a time.
template <void (*Epilogue)(), weights_in Form>
ETCH_KERNEL void run_patches(const window_plan& p, const void* pairs, const std::uint32_t* weights,
                             strided_rows<const std::int8_t> x, std::int8_t* y,
                             unsigned char* scratch, row_block rows) {
  window_run<Form> run(p, pairs, weights, x, y, scratch);
  set_segment<Form>(run.segments, run.words, p.kh * p.steps);
  for (int u = 0; u < p.kh; ++u) run.clear_row(run.rows + u * p.padded);
  const int end = (rows.first + rows.count) * p.row_pixels;
  int pixels = 0;
  for (int begin = rows.first * p.row_pixels; begin < end; begin += pixels) {
    pixels = minimum(4 * p.tiles, end - begin);
    run.gather_patches(begin, pixels);
    run.set_tiles(begin, ceil_div(pixels, 4));
    row_of_tiles<Epilogue, tile_words::in_one_segment, Form>(&run.task);
  }
}

/// Writes rows of output by windows that are gathered four at a time and multiplied by the filters
/// of their group.
template <void (*Epilogue)(), weights_in Form, class Pair>
ETCH_KERNEL void run_gathered(const gathered_plan& p, const Pair* pairs,
                              const std::uint32_t* weights,
                              strided_rows<const std::int8_t> x,  // (N H, W C)
                              std::int8_t* y,                     // (N OH, OW OC)
                              unsigned char* scratch, row_block rows) {
  auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
  auto* const segments = reinterpret_cast<tap_segment*>(words + 4 * p.steps);
  auto* const window = reinterpret_cast<std::int8_t*>(segments + 2);
  set_segment<Form>(segments, words, p.steps);
  const int pitch = p.groups * p.filters;
  row_task task;
  start_task<Form>(task, p, segments, 0, pitch, p.steps);
  task.row_span = task.y_step;  // one tile
  cortex_m::pixel at(p, rows.first);
  y += rows.first * p.ow * pitch;
  for (int left = rows.count * p.ow; left > 0; left -= 4, y += 4 * pitch) {
    // a last tile of fewer pixels repeats its last one
    const int last = minimum(left, 4) - 1;
    for (int q = 0; q < 3; ++q) {
      task.pixel[q] = static_cast<std::uint32_t>(minimum(q + 1, last) * pitch);
    }
    cortex_m::pixel next;
    const Pair* pair = pairs;
    task.weights = weights;
    task.row = y;
    for (int group = 0; group < p.groups; ++group) {
      next = at;
      for (int q = 0; q < 4; ++q) {
        cortex_m::gather_window(p, window, {x.base + group * p.depth, x.stride}, next);
        widen(words + q, window, p.steps);
        if (q < last) next.next(p);
      }
      const Pair* const begin = pair;
      while (pair != pairs + p.pairs && pair->channel_a < (group + 1) * p.filters) ++pair;
      task.pairs = begin;
      task.pairs_end = pair;
      row_of_tiles<Epilogue, tile_words::in_one_segment, Form>(&task);
      task.weights += (pair - begin) * (p.steps / steps_of_word(Form));
    }
    next.next(p);
    at = next;
  }
}

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE

#endif
