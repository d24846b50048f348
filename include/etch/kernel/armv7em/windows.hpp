// The row loops of convolutions: lay input out by a window_plan, call row_of_tiles.
#pragma once

#include <etch/kernel/armv7em/window_plan.hpp>

#if ETCH_HAS_DSP

namespace etch::inline ETCH_ABI {

namespace armv7em {

/// Writes rows of output from a ring of input rows that is kept from call to call.
ETCH_KERNEL inline void run_ring(const window_plan& p, const void* pairs,
                                 const std::uint32_t* weights, void (*finish)(),
                                 strided_rows<const std::int8_t> x,  // (N H, W C)
                                 std::int8_t* y,                     // (N OH, OW OC)
                                 unsigned char* scratch, row_block rows) {
  const window_memory memory = divide(p, scratch);
  const int address = static_cast<int>(reinterpret_cast<std::uintptr_t>(memory.words));
  const int runs = p.how == arrangement::columns ? 1 : p.tiles;
  int offset[4];
  spread_tiles(offset, p.ow, p.tiles);
  row_task task;
  start_task(task, p, pairs, weights, finish);
  task.segments = memory.segments;
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / p.oh, i = r % p.oh;
    const int oldest = i * p.stride % p.kh;  // slot of the window's first row
    const auto slot_of = [&](int u) { return oldest + u < p.kh ? oldest + u : oldest + u - p.kh; };
    if (i == 0) clear_row(p, memory.rows);
    for (int u = i == 0 ? 0 : maximum(0, p.kh - p.stride); u < p.kh; ++u) {
      const int row = i * p.stride + u - p.before;
      const std::int8_t* from = row >= 0 && row < p.h ? x.row(n * p.h + row) : nullptr;
      if (p.padded > 0) {
        pad_row(p, memory.rows, from);
        from = memory.rows;
      }
      for (int q = 0; q < 4; ++q) {
        std::uint32_t* to = memory.words + slot_of(u) * p.slot_words + q;
        const std::int8_t* run = from + offset[q] * p.x_pixel;
        for (int k = 0; k < runs; ++k, to += p.tile_words, run += p.x_pixel) {
          widen(to, run, p.slot_steps);
        }
      }
    }
    tap_segment* s = memory.segments;
    if (p.how == arrangement::tiles) {
      *s++ = make_segment(address + 4 * oldest * p.slot_words, (p.kh - oldest) * p.steps);
      if (oldest > 0) *s++ = make_segment(-4 * p.tile_words, oldest * p.steps);
    } else {
      int end = 0;
      for (int u = 0; u < p.kh; ++u) {
        const int start = address + 4 * slot_of(u) * p.slot_words;
        *s++ = make_segment(start - end, p.steps);
        end = start + 16 * p.steps;
      }
    }
    *s = {0, 0, 0};
    set_tiles(task, p, y + r * p.ow * p.y_pixel, offset, p.tiles);
    row_of_tiles(&task);
  }
}

/// Writes rows of output by whole windows, some tiles at a time.
ETCH_KERNEL inline void run_patches(const window_plan& p, const void* pairs,
                                    const std::uint32_t* weights, void (*finish)(),
                                    strided_rows<const std::int8_t> x,  // (N H, W C)
                                    std::int8_t* y,                     // (N OH, OW OC)
                                    unsigned char* scratch, row_block rows) {
  const window_memory memory = divide(p, scratch);
  row_task task;
  start_task(task, p, pairs, weights, finish);
  task.segments = memory.segments;
  memory.segments[0] = make_segment(
      static_cast<int>(reinterpret_cast<std::uintptr_t>(memory.words)), p.kh * p.steps);
  memory.segments[1] = {0, 0, 0};
  for (int u = 0; u < p.kh; ++u) clear_row(p, memory.rows + u * p.padded);
  const int end = (rows.first + rows.count) * p.row_pixels;
  int pixels = 0;
  for (int begin = rows.first * p.row_pixels; begin < end; begin += pixels) {
    pixels = minimum(4 * p.tiles, end - begin);
    const int t = ceil_div(pixels, 4);
    int offset[4];
    spread_tiles(offset, pixels, t);
    for (int r = begin / p.ow; r * p.ow < begin + pixels; ++r) {
      const int n = r / p.oh, first = r * p.ow - begin;  // pixel 0 of the row, from `begin`
      for (int u = 0; u < p.kh; ++u) {
        const int row = r % p.oh * p.stride + u - p.before;
        const std::int8_t* from = row >= 0 && row < p.h ? x.row(n * p.h + row) : nullptr;
        if (p.padded > 0) {
          pad_row(p, memory.rows + u * p.padded, from);
          from = memory.rows + u * p.padded;
        }
        for (int q = 0; q < 4; ++q) {
          int i = maximum(0, first - offset[q]);
          const int last = minimum(t, first + p.ow - offset[q]);
          std::uint32_t* to = memory.words + i * p.tile_words + u * p.slot_words + q;
          const std::int8_t* run = from + (offset[q] + i - first) * p.x_pixel;
          if (p.joint) {
            widen(to, run, (last - i) * p.steps);
          } else {
            for (; i < last; ++i, to += p.tile_words, run += p.x_pixel) widen(to, run, p.steps);
          }
        }
      }
    }
    set_tiles(task, p, y + begin * p.y_pixel, offset, t);
    row_of_tiles(&task);
  }
}

}  // namespace armv7em

}  // namespace etch::inline ETCH_ABI

#endif
