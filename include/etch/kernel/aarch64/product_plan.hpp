// How a tile of output pixels walks through the rows of a window, worked out at compile time: which
// 16 bytes to load, and which part of them belongs to which pixel.
//
// In memory order (N,H,W,C) the cells of one window row are KW*C bytes in a row, and those of the
// next pixel begin stride*C bytes later. An instruction multiplies a word of the input, 4 bytes or
// with SMMLA 8, with as many of each of some filters. A step is a few words of the window row: for
// each of its words and each pixel of the tile, the plan names a load and where in it the word
// lies. Loads are shared by all pixels and taps that fall into the same 16 bytes.
#pragma once

#include <etch/base/math.hpp>
#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// The instruction that multiplies. `smull` is what `smlal` does where two products could leave 16
/// bits.
enum class multiply { smull, smlal, sdot, smmla };

/// The tile of a kernel: Pixels pixels x 4 Quads filters.
struct tile_shape {
  multiply by;
  int pixels, quads;

  /// Bytes of a word.
  constexpr int word() const { return by == multiply::smmla ? 8 : 4; }
  constexpr bool widens() const { return by == multiply::smull || by == multiply::smlal; }
  /// Pixels in a vector of sums: a constant of a filter lies in memory once for each.
  constexpr int pixels_at_once() const { return by == multiply::smmla ? 2 : 1; }
  /// The filter whose constant lies at a place: by SMMLA those of filters 0 1 0 1, 2 3 2 3 ...
  constexpr int filter_of(int place) const {
    return by == multiply::smmla ? place / 4 * 2 + place % 2 : place;
  }
};

/// One row of a window, in bytes of the input row, cut into steps.
struct window_row {
  int unit = 4;    ///< bytes of a word
  int length = 0;  ///< of weights: KW * C, C of a group
  int pixel = 0;   ///< from one output pixel to the next: stride * C
  int stride = 1;
  int taps = 1;   ///< window columns that a step takes together
  int tap = 0;    ///< from one of them to the next: dilation * C
  int cell = 0;   ///< the same in the weights
  int depth = 0;  ///< of a tap, whole words
  int chunk = 0;  ///< of a tap, in each step but the last
  int slab = 0;   ///< of a chunk, before the next column's turn
  int steps = 0;  ///< of `chunk` bytes; what is left of `depth` is one shorter step
  int half = 0;   ///< from the upper halves of codes of 16 bits to the lower ones, where there are
  int plane = 0;  ///< from 8 channels to the next, where rows lie in planes (product_planes.hpp)
  int columns = 0;  ///< of a plane

  constexpr int tail() const { return depth - steps * chunk; }
  /// Words of a step that takes `bytes` of each tap.
  constexpr int words(int bytes) const { return taps * bytes / unit; }
  /// Column i of a step: those that share input pixels (the same remainder by the stride) follow
  /// one another, so that a register is used up before the next is needed.
  constexpr int column(int i) const {
    for (int phase = 0; phase < stride; ++phase) {
      for (int v = phase; v < taps; v += stride) {
        if (i-- == 0) return v;
      }
    }
    return 0;
  }
  /// Where word t of a step that takes `bytes` of each tap lies, from the first byte of the step,
  /// if columns are `column_bytes` apart: `tap`, or `cell` in the weights. Of all columns the first
  /// `slab` bytes come first, then the next.
  constexpr int place(int t, int bytes, int column_bytes) const {
    const int most = slab / unit, first = t / (taps * most) * most;
    const int words = minimum(most, bytes / unit - first), i = t - taps * first;
    return column(i / words) * column_bytes + (first + i % words) * unit;
  }
  /// Where channel `c` of a cell lies in the input row, from the first one on.
  constexpr int channel_at(int c) const { return plane == 0 ? c : c / unit * plane; }
  /// Where a plane has the columns that `phase` others precede in a stride.
  constexpr int phase_at(int phase) const {
    int before = 0;
    for (int i = 0; i < phase; ++i) before += ceil_div(columns - i, stride);
    return before * unit;
  }
  /// Where word t of such a step lies in the input row.
  constexpr int in_input(int t, int bytes) const {
    const int at = place(t, bytes, tap);
    if (plane == 0) return at;
    return phase_at(at / cell % stride) + at / cell / stride * unit + channel_at(at % cell);
  }
  /// Where column p of a tile lies, of operands `next` bytes apart; of halves those of a pixel make
  /// two.
  constexpr int column_at(int p, int next) const {
    return half == 0 ? p * next : p / 2 * pixel + p % 2 * half;
  }
  /// From the first byte of a pixel's window row to the end of its last cell.
  constexpr int end() const { return taps == 1 ? length : (taps - 1) * tap + cell; }
};

/// Bytes that a step takes at most, so that it is no more than 320 instructions SDOT for 16 sums,
/// of which SMLAL needs three each. Where 64 filters share a word, longer steps leave the compilers
/// too few registers.
constexpr int longest_step(tile_shape t) {
  if (t.quads > 4) return 16;
  return t.widens() ? 48 : 80;
}

/// Bytes of each tap that a step takes: all of them, else a multiple of 16 that leaves no rest.
constexpr int step_bytes(int taps, int depth, int longest) {
  if (taps * depth <= longest) return depth;
  int best = 16;
  for (int bytes = 32; taps * bytes <= minimum(longest, 64); bytes += 16) {
    if (depth % bytes == 0 || (depth % 16 != 0 && bytes <= depth)) best = bytes;
  }
  return best;
}

/// The window rows of g for tiles t. Channels that are no whole words make the row one tap of KW*C
/// bytes, rounded up to words; the bytes behind it meet weights of 0.
constexpr window_row row_of(const window_geometry& g, tile_shape t) {
  const int unit = t.word(), longest = longest_step(t), depth = g.c / g.groups;
  window_row r;
  r.unit = unit;
  r.length = g.kw * depth;
  r.pixel = g.stride_w * g.c;
  r.stride = g.stride_w;
  const bool by_taps = depth % unit == 0 && g.kw * minimum(depth, 16) <= longest;
  r.taps = by_taps ? g.kw : 1;
  r.tap = g.dilation_w * g.c;
  r.cell = depth;
  r.depth = by_taps ? depth : round_up(r.length, unit);
  r.chunk = step_bytes(r.taps, r.depth, longest);
  // By SMMLA pairs of pixels need registers beside the loads: no more of these than one a pixel.
  r.slab = t.by == multiply::smmla && r.chunk % 16 == 0 ? 16 : r.chunk;
  r.steps = r.depth / r.chunk;
  return r;
}

/// Row r of g where input rows of `columns` columns lie in planes.
constexpr window_row in_planes(window_row r, const window_geometry& g, int columns) {
  r.pixel = r.slab = r.unit;
  r.tap = g.dilation_w * r.cell;
  r.plane = columns * r.unit;
  r.columns = columns;
  return r;
}

/// Whether tiles t can walk through the windows of g: a row that is one tap lies in one piece, and
/// every window has a row inside the input.
constexpr bool has_rows(const window_geometry& g, tile_shape t) {
  if (g.kw > 1 && (g.dilation_w > 1 || g.groups > 1) && row_of(g, t).taps == 1) return false;
  return has_rows_inside(g);
}

/// What a plan finds in loads: operands of `bytes`, those of the next column `next` bytes later. A
/// column is a pixel, or two neighbours that one load brings at once.
struct operand_form {
  int bytes, next;
};

/// The loads of one step of Words words for Columns columns.
template <int Words, int Columns>
struct step_plan {
  static constexpr int most = Words * Columns;
  int loads = 0;
  int offset[most]{};      ///< from the first byte of the step in the row of pixel 0
  int width[most]{};       ///< 16, 8 or 4 bytes
  int first_word[most]{};  ///< the word that needs the load first
  int source[most]{};      ///< the load that holds word t of column p, at [t * Columns + p]
  int lane[most]{};        ///< and where, counted in operands
};

/// A plan that reads nothing at or behind `limit`. `on_grid` starts loads at multiples of 16 (plus
/// what separates the operand from a multiple of its size), else each at the one that needs it.
template <int Words, int Columns>
constexpr step_plan<Words, Columns> plan_loads(const window_row& row, operand_form form, int bytes,
                                               int limit, bool on_grid) {
  step_plan<Words, Columns> plan;
  // Whether an operand at byte `at` is a lane of load i.
  const auto holds = [&](int i, int at) {
    const int into = at - plan.offset[i];
    return into >= 0 && into % form.bytes == 0 && into + form.bytes <= plan.width[i];
  };
  for (int t = 0; t < Words; ++t) {
    const int word = row.in_input(t, bytes);
    for (int p = 0; p < Columns; ++p) {
      const int at = row.column_at(p, form.next) + word;
      int i = 0;
      while (i < plan.loads && !holds(i, at)) ++i;
      if (i == plan.loads) {
        int from = on_grid ? at / 16 * 16 + at % form.bytes : at;
        if (from + 16 > limit) from = limit >= 16 ? limit - 16 : at;
        plan.offset[i] = from;
        plan.width[i] = from + 16 <= limit ? 16 : from + 8 <= limit ? 8 : 4;
        plan.first_word[i] = t;
        ++plan.loads;
      }
      plan.source[t * Columns + p] = i;
      plan.lane[t * Columns + p] = (at - plan.offset[i]) / form.bytes;
    }
  }
  return plan;
}

/// The plan with fewer loads, with or without the grid.
template <int Words, int Columns>
constexpr step_plan<Words, Columns> plan_step(const window_row& row, operand_form form, int bytes,
                                              int limit) {
  const auto grid = plan_loads<Words, Columns>(row, form, bytes, limit, true);
  const auto free = plan_loads<Words, Columns>(row, form, bytes, limit, false);
  return grid.loads <= free.loads ? grid : free;
}

/// `pixels` output pixels as `count` tiles of nearly equal width: `wide` pixels in the first
/// `wide_count` of them, one less in the rest.
struct tiling {
  int wide, wide_count, narrow, narrow_count;
};

/// The tiles of an output row of g by tiles t. SMMLA takes two pixels at once, so that whole tiles
/// and a rest leave fewer of them alone. By SDOT a tile has a pixel more where five leave no rest
/// and a window row is a step of few words, whose registers then still suffice.
constexpr tiling tiles_of(const window_geometry& g, const window_row& row, tile_shape t) {
  if (t.by == multiply::smmla) {
    const int wide = minimum(t.pixels, g.ow), rest = g.ow % wide;
    return {wide, g.ow / wide, rest, rest == 0 ? 0 : 1};
  }
  const bool five = t.by == multiply::sdot && t.pixels == 4 && g.ow % 5 == 0;
  const int count = ceil_div(g.ow, five && row.words(row.depth) <= 4 ? 5 : t.pixels);
  const int narrow = g.ow / count, rest = g.ow % count;
  if (rest == 0) return {narrow, count, narrow, 0};
  return {narrow + 1, rest, narrow, count - rest};
}

}  // namespace products
}  // namespace ETCH_NAMESPACE
