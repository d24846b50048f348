// Layers of 8-bit codes pixel by pixel, eight filters a pass, over windows that are read where they
// lie: for networks that have no memory to lay them out in.
#pragma once

#include <etch/kernel/armv7em/eight_sums.hpp>
#include <etch/kernel/armv7em/listed_rows.hpp>
#include <etch/kernel/cortex_m/microkernel.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// A layer as its pixel loop sees it. Lengths in codes.
template <products_of Of>
struct in_place_plan : cortex_m::window_shape {
  static constexpr products_of of = Of;
  int filters, pairs;
  int steps;       ///< of four taps, in a strip: a row of the window, or all of one that is copied
  int cell_steps;  ///< in a cell; 0: a cell is no whole number of steps, windows are copied
  int words;       ///< of weights of a pair
  int shift;
  code_range range;
};

/// Codes of a window, at most, that is copied.
inline constexpr int most_copied = 64;

#if ETCH_HAS_DSP

/// Writes an output row whose windows read the rows x.
template <epilogue_code E, products_of Of, class Pair>
ETCH_KERNEL void write_row_in_place(const in_place_plan<Of>& p, const Pair* pairs,
                                    const std::uint32_t* weights, const listed_rows& x,
                                    std::int8_t* y) {
  const std::int8_t* strips[cortex_m::most_rows_apart + 1];
  alignas(4) std::int8_t copy[most_copied];
  const int fours = p.pairs / 4;
  pixel_task task;
  task.y = y;
  task.weights_step = static_cast<std::uint32_t>(16 * p.words);
  task.pairs = &pairs->channel_a;
  task.pairs_end = &pairs[4 * fours].channel_a;
  task.strips = strips;
  const int taken_off = Of == products_of::differences ? p.zero : 0;
  task.minus_zero = (static_cast<std::uint32_t>(-taken_off) & 0xffff) * 0x10001u;
  task.headroom = 255 - p.range.range;
  task.give_back = p.range.low + p.range.range - 255;
  task.shift = p.shift;
  task.shift_of_b = p.shift + 8;
  for (int j = 0; j < p.ow; ++j, task.y += p.filters) {
    int count = 1, before = 0, steps = p.steps;  // strips; steps in front of the first, and of each
    const inner_columns in(p, j);
    if (p.cell_steps > 0) {
      before = x.top * p.steps + in.v.first * p.cell_steps;
      steps = in.v.count * p.cell_steps;
      count = in.v.count > 0 ? x.count : 0;
      for (int u = 0; u < count; ++u) strips[u] = x.of[u] + in.at;
    } else {
      copy_window(p, copy, x, in);
      strips[0] = copy;
    }
    strips[count] = nullptr;
    task.gap = (p.steps - steps) * bytes_of_four_pairs;
    task.bytes = steps * bytes_of_four_pairs;
    task.entry = entry_of(steps, Of);
    task.weights = reinterpret_cast<std::uintptr_t>(weights) +
                   static_cast<std::uint32_t>(before * bytes_of_four_pairs - task.gap);
    if (fours > 0) pixel_by_fours<E, Of>(&task);
    for (int i = 4 * fours; i < p.pairs; ++i) {
      pixel_by_one<E>(p, task, pairs[i], weights + i * p.words + 2 * before);
    }
  }
}

#endif

/// Eight filters times one pixel by SMLAD, over windows that lie in rows of the input.
struct smlad_8x1 : cortex_m::microkernel<smlad_8x1, core> {
  static constexpr bool takes(const byte_layer& l) {
    const bool in_rows = l.g.groups == 1 && !l.is_dilated() && l.g.kh <= cortex_m::most_rows_apart;
    return microkernel::takes(l) && in_rows && (l.g.c % 4 == 0 || l.taps() <= most_copied);
  }
  /// The rows of a dense layer's input are rows of its value where there is one.
  template <class C>
  static constexpr bool reads_rows =
      C::template in<0>::is.shape.rows() == layer_of<C>.g.n * layer_of<C>.g.h;

  /// Where cells outside the input are left out, they have to count as zero.
  template <class C>
  static constexpr products_of sums = [] {
    constexpr byte_layer l = layer_of<C>;
    constexpr window_geometry g = l.g;
    constexpr bool inside =
        g.pad_top == 0 && (g.oh - 1) * g.stride_h + g.kh <= g.h && inner_pixels(g) == g.ow;
    return inside || l.x_zero == 0 || g.c % 4 != 0 ? products_of::codes : products_of::differences;
  }();

  template <class C>
  static constexpr auto pack() {
    constexpr window_geometry g = layer_of<C>.g;
    constexpr int taps = layer_of<C>.taps(), pairs = pairs_of<C>.count;
    constexpr int strip = g.c % 4 == 0 ? g.kw * g.c : taps, steps = ceil_div(strip, 4);
    constexpr int words = taps / strip * steps * 2;
    constexpr products_of of = sums<C>;
    cortex_m::layer_constants<in_place_plan<of>, pair_constants_t<C>, pairs, std::uint32_t,
                              pairs * words>
        k{{cortex_m::make_window_shape(g, layer_of<C>.x_zero), g.oc, pairs, steps,
           g.c % 4 == 0 ? g.c / 4 : 0, words, cortex_m::shift_of(layer_of<C>.end),
           cortex_m::range_of(layer_of<C>.end)},
          {},
          {}};
    int to = 0;
    for (int first = 0, count = 0; first < pairs; first += count) {
      count = pairs - first >= 4 ? 4 : 1;
      for (int i = first; i < first + count; ++i) {
        k.ends[i] = constants_of_pair<C, of>(i);
      }
      for (int at = 0; at < taps; at += strip) {
        for (int i = first; i < first + count; ++i) {
          const int a = pairs_of<C>.a[i] * taps + at, b = pairs_of<C>.b[i];
          put_pair<C>(k.weights, {to + i - first, count, 2 * count}, a, b < 0 ? b : b * taps + at,
                      strip, 2 * steps);
        }
        to += 2 * steps * count;
      }
    }
    return k;
  }

#if ETCH_HAS_DSP
  template <epilogue_code E, class Plan, class Pair, class Rows>
  ETCH_KERNEL static void write_rows(const Plan& p, const Pair* pairs, const std::uint32_t* weights,
                                     Rows x,          // (N H, W C)
                                     std::int8_t* y,  // the first row of (N OH, OW OC)
                                     unsigned char*, row_block rows) {
    for_each_row(p, x, y, rows,
                 [&](std::int8_t* to, const listed_rows& from) __attribute__((always_inline)) {
                   write_row_in_place<E>(p, pairs, weights, from, to);
                 });
  }
#endif
};

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
