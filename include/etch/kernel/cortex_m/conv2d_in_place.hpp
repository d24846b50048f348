// conv2d without DSP instructions and without scratch memory, pixel by pixel: a window is some runs
// of codes that are read where they lie, or a copy of a few, of a group of channels of all. For
// rows that lie apart.
#pragma once

#include <etch/kernel/cortex_m/rows_by_eights.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// Where a window is read.
enum class window_reading : std::int8_t {
  cell,  ///< it is one cell inside the input
  copy,  ///< in a copy on the stack
  runs,  ///< in the rows of the input, and in zeros where it leaves it
};
inline constexpr int most_copied = 64;             ///< codes
inline constexpr int most_copied_of_group = 1024;  ///< where each cell would be a run
inline constexpr int most_runs = 24;  ///< of a window: inside the input and on both sides of it
constexpr window_reading pick_reading(const window_geometry& g) {
  if (reads_single_cells(g)) return window_reading::cell;
  const bool copies = g.groups > 1 || g.kh * g.kw * g.c <= most_copied;
  return copies ? window_reading::copy : window_reading::runs;
}
/// Codes on the stack for a copy of a window of `taps`: one of few sizes, each of which is code of
/// its own.
constexpr int room_of_copy(int taps) {
  int room = most_copied;
  while (room < taps) room *= 4;
  return room;
}

/// A convolution of plan Plan whose windows are read so, Copied codes at most on the stack.
template <class Plan, window_reading Reading, int Copied>
struct in_place_plan : Plan {
  static constexpr window_reading reading = Reading;
  static constexpr int copied = Copied;
};

#if ETCH_HAS_M_PROFILE

/// Rows of a picture from channel `first` on.
template <class Rows>
struct rows_of_group {
  Rows x;
  int first;
  ETCH_GLUE const std::int8_t* row(int r) const { return x.row(r) + first; }
};

/// The window of a pixel as runs; what it has outside the input is read at `zeros`.
template <class Rows>
ETCH_GLUE code_runs list_runs(const window_shape& p, code_run* to, Rows x, const pixel& at,
                              const std::int8_t* zeros) {
  const corner first(p, at);
  const cell_run v = count_cells_inside(first.w, p.kw, 1, p.w);
  const int before = v.first * p.c, inside = v.count * p.c, row = p.kw * p.c;
  const code_run* const begin = to;
  const auto put = [&](const std::int8_t* from, int count) __attribute__((always_inline)) {
    if (count > 0) *to++ = {from, count};
  };
  for (int u = 0, h = first.h; u < p.kh; ++u, h += p.dilation_h) {
    if (h < 0 || h >= p.h || inside <= 0) {
      put(zeros, row);
    } else {
      put(zeros, before);
      put(x.row(at.n * p.h + h) + (first.w + v.first) * p.c, inside);
      put(zeros, row - before - inside);
    }
  }
  return {begin, static_cast<int>(to - begin)};
}

#endif

/// conv2d by blocks of kind Block.
template <class Block>
struct conv2d_in_place : of_width<conv2d_in_place<Block>, Block> {
  static constexpr bool takes_zeros = Block::takes_zeros;
  static constexpr bool takes(const byte_layer& l) {
    if (!takes_bytes<Block>(l, takes_zeros) || l.by_channel) return false;
    if (l.g.groups > 1) return l.taps() <= most_copied_of_group;
    // filters beside those of eights cost two to three times as much
    if (Block::weight_bits < 8 && l.g.oc % 8 > l.g.oc / 8 * 2) return false;
    if (pick_reading(l.g) != window_reading::runs) return true;
    return l.g.dilation_w == 1 && 3 * l.g.kh <= most_runs;
  }
  template <class C>
  static constexpr bool reads_rows = true;

  template <class C>
  static constexpr auto pack() {
    constexpr window_geometry g = layer_of<C>.g;
    constexpr int taps = layer_of<C>.taps(), filters = layer_of<C>.filters();
    constexpr window_reading reading = pick_reading(g);
    constexpr int weights = g.groups > 1
                                ? g.groups * bytes_of_group<Block>(taps, filters / g.groups)
                                : bytes_of_filters<Block>(taps, filters),
                  zeros = reading == window_reading::runs ? g.kw * g.c : 0;
    using plan = in_place_plan<decltype(make_pixel_plan<C, Block>()), reading,
                               reading == window_reading::copy ? room_of_copy(taps) : 0>;
    layer_constants<plan, sum_end_t<C>, filters, std::int8_t, weights + zeros> k{
        {make_pixel_plan<C, Block>()}, {}, {}};
    place_by_eights<C, Block>(k.ends, k.weights);
    for (int i = 0; i < zeros; ++i) {
      k.weights[weights + i] = static_cast<std::int8_t>(layer_of<C>.x_zero);
    }
    return k;
  }

#if ETCH_HAS_M_PROFILE
  template <epilogue_code E, class Plan, class End, class Rows>
  ETCH_KERNEL static void write_rows(const Plan& p, const End* ends, const std::int8_t* weights,
                                     Rows x,          // (N H, W C)
                                     std::int8_t* y,  // the first row of (N OH, OW OC)
                                     unsigned char*, row_block rows) {
    constexpr bool has_groups = requires { p.groups; };
    pixel at(p, rows.first);
    for (int i = rows.count * p.ow; i > 0; --i, at.next(p)) {
      if constexpr (has_groups) {
        alignas(4) std::int8_t copy[maximum(Plan::copied, 1)];
        const corner first(p, at);
        const std::int8_t* w = weights;
        const End* end = ends;
        rows_of_group<Rows> from{x, 0};
        for (int group = p.groups; group > 0; --group, from.first += p.depth, y += p.filters) {
          const std::int8_t* window = copy;
          if constexpr (Plan::reading == window_reading::cell) {
            window = from.row(at.n * p.h + first.h) + first.w * p.c;
          } else {
            gather_window(p, copy, from, at);
          }
          row_by_eights<Block, E>(p.to, p.taps, p.filters, end, w, window, y, zero_of(p));
          w += bytes_of_group<Block>(p.taps, p.filters);
          end += p.filters;
        }
      } else {
        write_pixel<E>(p, ends, weights, x, y, at);
        y += p.filters;
      }
    }
  }

 private:
  /// All filters of a pixel.
  template <epilogue_code E, class Plan, class End, class Rows>
  ETCH_GLUE static void write_pixel(const Plan& p, const End* ends, const std::int8_t* weights,
                                    Rows x, std::int8_t* y, const pixel& at) {
    if constexpr (Plan::reading == window_reading::runs) {
      code_run runs[most_runs];
      const std::int8_t* const zeros = weights + bytes_of_filters<Block>(p.taps, p.filters);
      row_by_eights<Block, E>(p.to, p.taps, p.filters, ends, weights,
                              list_runs(p, runs, x, at, zeros), y, zero_of(p));
    } else {
      const corner first(p, at);
      alignas(4) std::int8_t copy[most_copied];
      const std::int8_t* window = copy;
      if (Plan::reading == window_reading::cell || (p.gathers == 0 && first.is_inside(p))) {
        window = x.row(at.n * p.h + first.h) + first.w * p.c;
      } else {
        gather_window(p, copy, x, at);
      }
      row_by_eights<Block, E>(p.to, p.taps, p.filters, ends, weights, window, y, zero_of(p));
    }
  }
#endif
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
