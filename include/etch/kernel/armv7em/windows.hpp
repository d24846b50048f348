// The row loops of convolutions: lay input out by a window_plan, call row_of_tiles.
#pragma once

#include <etch/kernel/armv7em/window_plan.hpp>

#if ETCH_HAS_DSP

namespace ETCH_NAMESPACE {

namespace armv7em {

/// A convolution at work: its plan, its memory, and the task of the next row or patches.
struct window_run {
  const window_plan& p;
  window_memory memory;
  int offset[4];  ///< of the pixels of a tile, in pixels of a row
  row_task task;

  // Offsets and task are written before they are read: clearing them would be a call of memset.
  window_run(const window_plan& plan, unsigned char* scratch)
      : p(plan), memory(divide(plan, scratch)) {}
};

/// Brings the ring to output row r, which follows the row before, and completes its task.
ETCH_KERNEL inline void prepare_row(window_run& run,
                                    strided_rows<const std::int8_t> x,  // (N H, W C)
                                    std::int8_t* y, int r) {            // (N OH, OW OC)
  const window_plan& p = run.p;
  const window_memory& memory = run.memory;
  const int address = static_cast<int>(reinterpret_cast<std::uintptr_t>(memory.words));
  const int runs = p.how == arrangement::columns ? 1 : p.tiles;
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
      const std::int8_t* words = from + run.offset[q] * p.x_pixel;
      for (int k = 0; k < runs; ++k, to += p.tile_words, words += p.x_pixel) {
        widen(to, words, p.slot_steps);
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
  set_tiles(run.task, p, y + r * p.ow * p.y_pixel, run.offset, p.tiles);
}

/// Writes rows of output from a ring of input rows that is kept from call to call.
template <void (*Finish)()>
ETCH_KERNEL void run_ring(const window_plan& p, const void* pairs, const std::uint32_t* weights,
                          strided_rows<const std::int8_t> x,  // (N H, W C)
                          std::int8_t* y,                     // (N OH, OW OC)
                          unsigned char* scratch, row_block rows) {
  window_run run(p, scratch);
  spread_tiles(run.offset, p.ow, p.tiles);
  start_task(run.task, p, pairs, weights);
  run.task.segments = run.memory.segments;
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    prepare_row(run, x, y, r);
    row_of_tiles<Finish>(&run.task);
  }
}

/// Gathers the windows of `pixels` pixels from `begin` on, and completes their task.
ETCH_KERNEL inline void prepare_patches(window_run& run,
                                        strided_rows<const std::int8_t> x,  // (N H, W C)
                                        std::int8_t* y,                     // (N OH, OW OC)
                                        int begin, int pixels) {
  const window_plan& p = run.p;
  const window_memory& memory = run.memory;
  const int t = ceil_div(pixels, 4);
  spread_tiles(run.offset, pixels, t);
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
        int i = maximum(0, first - run.offset[q]);
        const int last = minimum(t, first + p.ow - run.offset[q]);
        std::uint32_t* to = memory.words + i * p.tile_words + u * p.slot_words + q;
        const std::int8_t* words = from + (run.offset[q] + i - first) * p.x_pixel;
        if (p.joint) {
          widen(to, words, (last - i) * p.steps);
        } else {
          for (; i < last; ++i, to += p.tile_words, words += p.x_pixel) widen(to, words, p.steps);
        }
      }
    }
  }
  set_tiles(run.task, p, y + begin * p.y_pixel, run.offset, t);
}

/// Writes rows of output by whole windows, some tiles at a time.
template <void (*Finish)()>
ETCH_KERNEL void run_patches(const window_plan& p, const void* pairs, const std::uint32_t* weights,
                             strided_rows<const std::int8_t> x,  // (N H, W C)
                             std::int8_t* y,                     // (N OH, OW OC)
                             unsigned char* scratch, row_block rows) {
  window_run run(p, scratch);
  start_task(run.task, p, pairs, weights);
  run.task.segments = run.memory.segments;
  run.memory.segments[0] = make_segment(
      static_cast<int>(reinterpret_cast<std::uintptr_t>(run.memory.words)), p.kh * p.steps);
  run.memory.segments[1] = {0, 0, 0};
  for (int u = 0; u < p.kh; ++u) clear_row(p, run.memory.rows + u * p.padded);
  const int end = (rows.first + rows.count) * p.row_pixels;
  int pixels = 0;
  for (int begin = rows.first * p.row_pixels; begin < end; begin += pixels) {
    pixels = minimum(4 * p.tiles, end - begin);
    prepare_patches(run, x, y, begin, pixels);
    row_of_tiles<Finish>(&run.task);
  }
}

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE

#endif
