// Layers of 8-bit codes pixel by pixel, eight filters a pass, over windows that are read where they
// lie: for networks that have no memory to lay them out in.
#pragma once

#include <etch/kernel/armv7em/eight_sums.hpp>
#include <etch/kernel/cortex_m/gather.hpp>
#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// A layer as its pixel loop sees it.
struct in_place_plan : cortex_m::window_shape {
  int filters, pairs;
  int steps;       ///< of four taps, in a row of the window
  int cell_steps;  ///< in a cell of it; 0: a cell is no whole number of steps
  int shift;
  code_range range;
};

/// Rows of a window, at most, and codes of one that is copied where it leaves the input.
inline constexpr int most_strips = 12, most_copied = 64;

#if ETCH_HAS_DSP

/// Neighbouring rows of the input, the first of them row `first`.
struct listed_rows {
  const std::int8_t* const* of;
  int first, count;
  ETCH_GLUE const std::int8_t* row(int r) const { return of[r - first]; }
};

/// Writes the output row that begins at pixel `at`, from the rows of x that its windows read.
template <epilogue_code E, class Pair>
ETCH_KERNEL void write_row_in_place(const in_place_plan& p, const Pair* pairs,
                                    const std::uint32_t* weights, const listed_rows& x,
                                    cortex_m::pixel at, std::int8_t* y) {
  const int top = x.first - at.n * p.h - cortex_m::corner(p, at).h;  // row of the window in x
  const std::int8_t* strips[most_strips + 1];
  std::int8_t copy[most_copied + 3];  // its last step may read codes behind the window
  window_strips in;
  in.strips = strips;
  in.minus_zero = (static_cast<std::uint32_t>(-p.zero) & 0xffff) * 0x10001u;
  for (; at.j < p.ow; ++at.j, y += p.filters) {
    const int left = cortex_m::corner(p, at).w;
    int count = x.count, begin = top * p.steps, steps = p.steps;
    if (p.cell_steps > 0) {
      const cell_run v = count_cells_inside(left, p.kw, 1, p.w);
      if (v.count == 0) count = 0;
      for (int u = 0; u < count; ++u) strips[u] = x.of[u] + (left + v.first) * p.c;
      begin += v.first * p.cell_steps;
      steps = v.count * p.cell_steps;
    } else if (left >= 0 && left * p.c + 4 * steps <= p.w * p.c) {
      for (int u = 0; u < count; ++u) strips[u] = x.of[u] + left * p.c;
    } else {
      cortex_m::gather_window(p, copy, x, at);
      count = p.kh;
      begin = 0;
      for (int u = 0; u < count; ++u) strips[u] = copy + u * p.kw * p.c;
    }
    strips[count] = nullptr;
    in.gap = (p.steps - steps) * bytes_of_four_pairs;
    in.bytes = steps * bytes_of_four_pairs;
    in.entry = entry_of(steps);

    const Pair* pair = pairs;
    const std::uint32_t* words = weights;  // of the next pairs, two a pair and step
    int left_over = p.pairs;
    std::int32_t sum[8];
    for (; left_over >= 4; left_over -= 4, pair += 4, words += 8 * p.kh * p.steps) {
      sum_four_pairs<static_cast<int>(sizeof(Pair))>(words + 8 * begin, pair, &in, sum);
      unroll<4>([&]<int I>() __attribute__((always_inline)) {
        end_pair<E>(p, pair[I], y, sum[I], sum[4 + I] - sum[I]);
      });
    }
    for (; left_over > 0; --left_over, ++pair, words += 2 * p.kh * p.steps) {
      sum_one_pair(words + 2 * begin, *pair, in, sum);
      end_pair<E>(p, *pair, y, sum[0], sum[1] - sum[0]);
    }
  }
}

#endif

/// Eight filters times one pixel by SMLAD, over windows that lie in rows of the input.
struct smlad_8x1 : cortex_m::microkernel<smlad_8x1, core> {
  /// Codes of a window's row, in whole steps.
  static constexpr int steps_of(const window_geometry& g) { return ceil_div(g.kw * g.c, 4); }
  static constexpr bool takes(const byte_layer& l) {
    const bool in_rows = l.g.groups == 1 && !l.is_dilated() && l.g.kh <= most_strips;
    return microkernel::takes(l) && in_rows && (l.g.c % 4 == 0 || l.taps() <= most_copied);
  }
  /// The rows of a dense layer's input are rows of its value where there is one.
  template <class C>
  static constexpr bool reads_rows =
      C::template in<0>::is.shape.rows() == layer_of<C>.g.n * layer_of<C>.g.h;

  template <class C>
  static constexpr auto pack() {
    constexpr window_geometry g = layer_of<C>.g;
    constexpr int steps = steps_of(g), taps = layer_of<C>.taps(), pairs = pairs_of<C>.count;
    cortex_m::layer_constants<in_place_plan, pair_constants_t<C>, pairs, std::uint32_t,
                              pairs * g.kh * steps * 2>
        k{{cortex_m::make_window_shape(g, layer_of<C>.x_zero), g.oc, pairs, steps,
           g.c % 4 == 0 ? g.c / 4 : 0, cortex_m::shift_of(layer_of<C>.end),
           cortex_m::range_of(layer_of<C>.end)},
          {},
          {}};
    std::uint32_t* to = k.weights;
    for (int first = 0, count = 0; first < pairs; first += count) {
      count = pairs - first >= 4 ? 4 : 1;
      for (int i = first; i < first + count; ++i) {
        k.ends[i] = constants_of_pair<C, products_of::differences>(i);
      }
      for (int at = 0; at < taps; at += g.kw * g.c) {
        for (int word = 0; word < 2 * steps; ++word) {
          for (int i = first; i < first + count; ++i) {
            const int a = pairs_of<C>.a[i] * taps + at, b = pairs_of<C>.b[i];
            *to++ = pair_word(C::bytes(1), a, b < 0 ? b : b * taps + at, word / 2 * 4 + word % 2,
                              g.kw * g.c);
          }
        }
      }
    }
    return k;
  }

#if ETCH_HAS_DSP
  template <epilogue_code E, class Pair, class Rows>
  ETCH_KERNEL static void write_rows(const in_place_plan& p, const Pair* pairs,
                                     const std::uint32_t* weights,
                                     Rows x,          // (N H, W C)
                                     std::int8_t* y,  // the first row of (N OH, OW OC)
                                     unsigned char*, row_block rows) {
    const std::int8_t* of[most_strips];
    for (int r = rows.first; r < rows.first + rows.count; ++r, y += p.ow * p.filters) {
      const cortex_m::pixel at(p, r);
      const int h = cortex_m::corner(p, at).h;
      const cell_run u = count_cells_inside(h, p.kh, 1, p.h);
      const int first = at.n * p.h + h + u.first;
      for (int i = 0; i < u.count; ++i) of[i] = x.row(first + i);
      write_row_in_place<E>(p, pairs, weights, {of, first, u.count}, at, y);
    }
  }
#endif
};

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
