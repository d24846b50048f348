// How a tile of output pixels walks through the rows of a window by SDOT, worked out at compile
// time: which 16 bytes to load, and which lane of them belongs to which pixel.
//
// In memory order (N,H,W,C) the cells of one window row are KW*C bytes in a row, and those of the
// next pixel begin stride*C bytes later. SDOT by lane multiplies a word (4 bytes) of the input
// with 4 bytes of each of 4 filters. A step is a few words of the window row: for each of its
// words and each pixel of the tile, the plan names a load and one of its four lanes. Loads are
// shared by all pixels and taps that fall into the same 16 bytes.
#pragma once

#include <etch/base/math.hpp>
#include <etch/op/window.hpp>

namespace etch::inline ETCH_ABI {
namespace sdot {

/// One row of a window, in bytes of the input row, cut into steps.
struct window_row {
  int length = 0;  ///< KW * C
  int pixel = 0;   ///< from one output pixel to the next: stride * C
  int stride = 1;
  int taps = 1;   ///< window columns that a step takes together
  int tap = 0;    ///< from one of them to the next: C
  int depth = 0;  ///< of a tap, a multiple of 4
  int chunk = 0;  ///< of a tap, in each step but the last
  int steps = 0;  ///< of `chunk` bytes; what is left of `depth` is one shorter step
  bool operator==(const window_row&) const = default;

  constexpr int tail() const { return depth - steps * chunk; }
  /// Words of a step that takes `bytes` of each tap.
  constexpr int words(int bytes) const { return taps * bytes / 4; }
  /// Words of all steps.
  constexpr int all_words() const { return words(depth); }
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
  /// Where word t of a step that takes `bytes` of each tap lies, from the first byte of the step.
  constexpr int word(int t, int bytes) const {
    return column(t / (bytes / 4)) * tap + t % (bytes / 4) * 4;
  }
};

/// Bytes that a step takes at most, so that it is no more than 320 instructions SDOT for 16 sums.
/// Where 64 filters share a word, longer steps leave the compilers too few registers.
constexpr int longest_step(int quads) { return quads <= 4 ? 80 : 16; }

/// Bytes of each tap that a step takes: all of them, else a multiple of 16 that leaves no rest.
constexpr int step_bytes(int taps, int depth, int longest) {
  if (taps * depth <= longest) return depth;
  int best = 16;
  for (int bytes = 32; taps * bytes <= minimum(longest, 64); bytes += 16) {
    if (depth % bytes == 0 || (depth % 16 != 0 && bytes <= depth)) best = bytes;
  }
  return best;
}

/// The window rows of g for groups of 4 quads filters. Channels that are no multiple of 4 make the
/// row one tap of KW*C bytes, rounded up to words; the bytes behind it meet weights of 0.
constexpr window_row row_of(const window_geometry& g, int quads) {
  window_row r{.length = g.kw * g.c, .pixel = g.stride_w * g.c, .stride = g.stride_w};
  const int longest = longest_step(quads);
  const bool by_taps = g.c % 4 == 0 && g.kw * minimum(g.c, 16) <= longest;
  r.taps = by_taps ? g.kw : 1;
  r.tap = g.c;
  r.depth = by_taps ? g.c : round_up(r.length, 4);
  r.chunk = step_bytes(r.taps, r.depth, longest);
  r.steps = r.depth / r.chunk;
  return r;
}

/// The loads of one step of Words words for Pixels pixels.
template <int Words, int Pixels>
struct step_plan {
  static constexpr int most = Words * Pixels;
  int loads = 0;
  int offset[most]{};      ///< from the first byte of the step in the row of pixel 0
  int width[most]{};       ///< 16, 8 or 4 bytes
  int first_word[most]{};  ///< the word that needs the load first
  int source[most]{};      ///< the load that holds word t of pixel p, at [t * Pixels + p]
  int lane[most]{};        ///< and where
};

/// Whether bytes [at, at + 4) are a lane of load i.
template <int Words, int Pixels>
constexpr bool holds(const step_plan<Words, Pixels>& plan, int i, int at) {
  const int into = at - plan.offset[i];
  return into >= 0 && into % 4 == 0 && into + 4 <= plan.width[i];
}

/// A plan that reads nothing at or behind `limit`. `on_grid` starts loads at multiples of 16 (plus
/// what separates the word from a multiple of 4), else each at the word that needs it.
template <int Words, int Pixels>
constexpr step_plan<Words, Pixels> plan_loads(const window_row& row, int bytes, int limit,
                                              bool on_grid) {
  step_plan<Words, Pixels> plan;
  for (int t = 0; t < Words; ++t) {
    const int word = row.word(t, bytes);
    for (int p = 0; p < Pixels; ++p) {
      const int at = p * row.pixel + word;
      int i = 0;
      while (i < plan.loads && !holds(plan, i, at)) ++i;
      if (i == plan.loads) {
        int from = on_grid ? at / 16 * 16 + at % 4 : at;
        int width = 16;
        if (from + 16 > limit && limit >= 16) {
          from = limit - 16;
        } else if (from + 16 > limit) {
          from = at;
          width = at + 8 <= limit ? 8 : 4;
        }
        plan.offset[i] = from;
        plan.width[i] = width;
        plan.first_word[i] = t;
        ++plan.loads;
      }
      plan.source[t * Pixels + p] = i;
      plan.lane[t * Pixels + p] = (at - plan.offset[i]) / 4;
    }
  }
  return plan;
}

/// The plan with fewer loads, with or without the grid.
template <int Words, int Pixels>
constexpr step_plan<Words, Pixels> plan_step(const window_row& row, int bytes, int limit) {
  const auto grid = plan_loads<Words, Pixels>(row, bytes, limit, true);
  const auto free = plan_loads<Words, Pixels>(row, bytes, limit, false);
  return grid.loads <= free.loads ? grid : free;
}

/// Pixels of a tile where a kernel names `pixels`: one more where five leave no rest and a window
/// row is a step of few words, whose registers then still suffice.
constexpr int tile_pixels(const window_geometry& g, const window_row& row, int pixels) {
  return pixels == 4 && g.ow % 5 == 0 && row.all_words() <= 4 ? 5 : pixels;
}

/// `pixels` output pixels as `count` tiles of nearly equal width: `wide` pixels in the first
/// `wide_count` of them, one less in the rest.
struct tiling {
  int wide, wide_count, narrow, narrow_count;
};
constexpr tiling tiles(int pixels, int widest) {
  const int count = ceil_div(pixels, widest);
  const int narrow = pixels / count, rest = pixels % count;
  if (rest == 0) return {narrow, count, narrow, 0};
  return {narrow + 1, rest, narrow, count - rest};
}

}  // namespace sdot
}  // namespace etch::inline ETCH_ABI
