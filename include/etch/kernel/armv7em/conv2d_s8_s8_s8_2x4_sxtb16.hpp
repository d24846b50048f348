// conv2d of 8-bit codes over rows that may lie apart: the windows of four pixels at a time are laid
// out, widened by SXTB16, and multiplied by two filters a step, by SMLAD. Scratch memory holds no
// more than these windows.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// accumulators that are proved exact; no gaps, no groups; windows of at most 12 rows; output rows
// of at least 4 pixels, and of which tiles of four waste so few that eight filters times one pixel
// (conv2d_s8_s8_s8_8x1_smlad) take more instructions. C, OC, window, padding and stride are free.
// Reads: x (N,H,W,C), weights (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv7em/listed_rows.hpp>
#include <etch/kernel/armv7em/windows.hpp>
#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// A convolution as its tile loop sees it. Lengths in codes.
struct tile_plan : cortex_m::window_shape {
  int filters;
  int steps;                ///< tap pairs of a filter
  int row_steps;            ///< in a row of the window; 0: rows are no whole groups of four
  int pairs, pair_bytes;    ///< of filters, and of their constants
  int headroom, give_back;  ///< as in row_task
};

/// Whether two filters times four pixels a step take fewer instructions than eight filters times
/// one: those of a row, of a step, of an epilogue, and of laying out a window.
constexpr bool prefers_tiles(const window_geometry& g) {
  const int taps = g.kh * g.kw * g.c;
  const long long tile = ceil_div(g.oc, 2) * (12LL * tap_pairs(taps) + 65) + 4 * (2LL * taps + 60);
  const long long pixel = ceil_div(g.oc, 8) * (32LL * ceil_div(taps, 4) + 115) + 60;
  return ceil_div(g.ow, 4) * tile < g.ow * pixel;
}

#if ETCH_HAS_DSP

/// Writes an output row whose windows read the rows x.
template <void (*Epilogue)()>
ETCH_KERNEL void write_row_by_tiles(const tile_plan& p, const void* pairs,
                                    const std::uint32_t* weights, const listed_rows& x,
                                    std::int8_t* y, unsigned char* scratch) {
  auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
  auto* const window = reinterpret_cast<std::int8_t*>(words + 4 * p.steps);
  tap_segment segments[2];
  set_segment<weights_in::halfwords>(segments, words, p.steps);
  row_task task;
  start_task<weights_in::halfwords>(task, p, segments, 0, p.filters, p.steps);
  task.weights = weights;
  task.pairs = pairs;
  task.pairs_end = static_cast<const char*>(pairs) + p.pairs * p.pair_bytes;
  task.row_span = task.y_step;  // one tile
  for (int q = 0; q < 3; ++q) task.pixel[q] = static_cast<std::uint32_t>((q + 1) * p.filters);
  for (int next = 0; next < p.ow; next += 4) {
    // the last tile overlaps the one before: what both write is the same
    const int j = minimum(next, p.ow - 4);
    for (int q = 0; q < 4; ++q) {
      const inner_columns in(p, j + q);
      std::uint32_t* to = words + q;
      if (p.row_steps > 0 && in.v.count == p.kw && x.count == p.kh) {
        for (int u = 0; u < p.kh; ++u, to += 4 * p.row_steps) {
          widen(to, x.of[u] + in.at, p.row_steps);
        }
      } else {
        copy_window(p, window, x, in);
        widen(to, window, p.steps);
      }
    }
    task.row = y + j * p.filters;
    row_of_tiles<Epilogue, tile_words::in_one_segment, weights_in::halfwords>(&task);
  }
}

#endif

/// Two filters times four pixels by SMLAD, over windows of one tile.
struct smlad_2x4_by_tiles : cortex_m::microkernel<smlad_2x4_by_tiles, core> {
  static constexpr bool takes(const byte_layer& l) {
    return microkernel::takes(l) && l.g.groups == 1 && !l.is_dilated() &&
           l.g.kh <= cortex_m::most_rows_apart && l.g.ow >= 4 && prefers_tiles(l.g);
  }
  template <class C>
  static constexpr int scratch =
      round_up(16 * tap_pairs(layer_of<C>.taps()) + round_up(layer_of<C>.taps(), 4), 16);
  template <class C>
  static constexpr bool reads_rows = true;

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int taps = l.taps(), steps = tap_pairs(taps), pairs = pairs_of<C>.count;
    constexpr int pair_bytes = sizeof(pair_constants_t<C>);
    cortex_m::layer_constants<tile_plan, pair_constants_t<C>, pairs, std::uint32_t, pairs * steps>
        k{{cortex_m::make_window_shape(l.g, l.x_zero), l.g.oc, steps,
           l.g.kw * l.g.c % 4 == 0 ? l.g.kw * l.g.c / 2 : 0, pairs, pair_bytes,
           255 - (l.end.high - l.end.low), l.end.high - 255},
          {},
          {}};
    for (int i = 0; i < pairs; ++i) {
      k.ends[i] = constants_of_pair<C>(i);
      put_pair<C>(k.weights, {i * steps}, pairs_of<C>.a[i] * taps, pairs_of<C>.b[i] * taps, taps,
                  steps);
    }
    return k;
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    const auto& constants = kernel_constants<K, C>(a);
    run_tiles<requantise<C>()>(constants.plan, constants.ends, constants.weights,
                               a.template rows<0>(), out_row<C>(a, rows.first), a.scratch(), rows);
#else
    static_assert(sizeof(A) == 0, "conv2d by SMLAD: compile with -mcpu=cortex-m4");
#endif
  }

#if ETCH_HAS_DSP
 private:
  template <void (*Epilogue)(), class Rows>
  ETCH_KERNEL static void run_tiles(const tile_plan& p, const void* pairs,
                                    const std::uint32_t* weights,
                                    Rows x,          // (N H, W C)
                                    std::int8_t* y,  // the first row of (N OH, OW OC)
                                    unsigned char* scratch, row_block rows) {
    for_each_row(p, x, y, rows,
                 [&](std::int8_t* to, const listed_rows& from) __attribute__((always_inline)) {
                   write_row_by_tiles<Epilogue>(p, pairs, weights, from, to, scratch);
                 });
  }
#endif
};

}  // namespace armv7em

/// conv2d of 8-bit codes by tiles over windows that are laid out for one at a time.
struct conv2d_s8_s8_s8_2x4_sxtb16
    : layer_kernel<conv2d_s8_s8_s8_2x4_sxtb16, ops::conv2d, armv7em::smlad_2x4_by_tiles> {
  static constexpr const char* name = "conv2d_s8_s8_s8_2x4_sxtb16";
};

}  // namespace ETCH_NAMESPACE
