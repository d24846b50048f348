// How a convolution lays its input out for row_of_tiles: widened to 16 bits, padded with the zero
// point, the four pixels of a tile beside one another.
#pragma once

#include <etch/kernel/armv7em/row_of_tiles.hpp>
#include <etch/kernel/cortex_m/gather.hpp>
#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Four ways to lay it out, where a tile is four output pixels:
enum class arrangement : std::int8_t {
  /// A ring of KH rows, each input column once: [row][column][tap pair][4]. The pixels of a tile
  /// are a quarter of a row apart, so that windows of neighbouring tiles overlap. A window is KH
  /// segments. C is a multiple of 4.
  columns,
  /// A ring of KH rows, the taps of every tile: [tile][row][tap pair][4]. A window is one segment
  /// or, where the ring wraps, two. For any C, and for columns that windows do not share.
  tiles,
  /// The whole windows of a few tiles, [tile][tap pair][4]; no ring. For 1 x 1 windows and for
  /// narrow maps, whose rows are not a multiple of four pixels: tiles run on over rows.
  patches,
  /// Columns of couples of codes, where C is 1 and windows move by two: the words of whole_plan,
  /// [couple][row][4].
  couples,
};

/// A convolution as its row loop sees it. Lengths are in codes where nothing else is said.
struct window_plan {
  arrangement how;
  std::int8_t zero;  ///< the code of real 0
  bool joint;        ///< windows are 1 x 1 and lie one after the other, all rows in one
  int h, oh, ow;
  int row_pixels;           ///< pixels of an output row
  int x_row;                ///< codes of an input row
  int left;                 ///< codes of padding before a row
  int padded;               ///< bytes of a padded copy of a row; 0: windows lie inside rows
  int y_pixel;              ///< output channels
  int kh, stride, before;   ///< of rows
  int x_pixel;              ///< from the window of a pixel to that of the next
  int steps;                ///< tap pairs of a filter in a row of the window
  int tiles;                ///< in a row of output; patches: at most at a time
  int slot_steps;           ///< tap pairs of a run that is laid out at once
  int slot_words;           ///< of input words, from slot to slot of the ring
  int tile_words;           ///< from tile to tile
  int pairs;                ///< pairs of filters
  int pair_bytes;           ///< of constants of a pair
  int headroom, give_back;  ///< as in row_task
};

/// Words of two taps for a run of codes, in groups of four: (0, 2), (1, 3); a rest of one code
/// needs one word.
constexpr int tap_pairs(int codes) {
  return codes / 4 * 2 + (codes % 4 == 0 ? 0 : codes % 4 == 1 ? 1 : 2);
}

/// Whether rows of ow pixels waste so many places of tiles that patches are cheaper, by executed
/// instructions: 12 a step, 2 a code that is laid out. Windows of one cell that skip columns lie as
/// tiles do in rows.
constexpr bool prefers_patches(const window_geometry& g, int steps) {
  if (g.kh * g.kw == 1 && g.stride_w == 1) return true;
  const long long spared = g.n * (g.oh * ceil_div(g.ow, 4) - ceil_div(g.oh * g.ow, 4));
  const long long laid_out = static_cast<long long>(g.n) * g.oh * g.ow * g.kh * g.kw * g.c;
  return spared * (12 * steps * g.kh) * ceil_div(g.oc, 2) > 2 * laid_out;
}

/// The plan for geometry g, with no more than the input's zero point of its numbers; words of
/// weights have so many steps.
constexpr window_plan make_window_plan(const window_geometry& g, int zero, int steps_of_word) {
  constexpr int patch_bytes = 2048;  // room for more tiles at a time spares little
  window_plan p{};
  p.zero = static_cast<std::int8_t>(zero);
  p.h = g.h;
  p.oh = g.oh;
  p.ow = p.row_pixels = g.ow;
  p.x_row = g.w * g.c;
  p.left = g.pad_left * g.c;
  p.y_pixel = g.oc;
  p.kh = g.kh;
  p.stride = g.stride_h;
  p.before = g.pad_top;
  p.x_pixel = g.stride_w * g.c;
  p.steps = round_up(tap_pairs(g.kw * g.c), steps_of_word);
  const int end = (g.ow - 1) * p.x_pixel + round_up(g.kw * g.c, 4);
  const bool inside =
      g.pad_left == 0 && g.pad_top == 0 && end <= p.x_row && (g.oh - 1) * g.stride_h + g.kh <= g.h;
  p.padded = inside ? 0 : round_up(maximum(end, p.left + p.x_row), 4);
  p.slot_steps = p.steps;
  p.slot_words = 4 * p.steps;
  p.tile_words = p.slot_words * p.kh;
  p.tiles = ceil_div(g.ow, 4);
  if (prefers_patches(g, p.steps)) {
    p.how = arrangement::patches;
    p.tiles = clamp(patch_bytes / (4 * p.tile_words), 1, ceil_div(g.n * g.oh * g.ow, 4));
    p.joint = g.kh == 1 && g.h == g.oh && g.w == g.ow && p.x_pixel == 2 * p.steps && inside;
    if (p.joint) {
      p.h = p.oh = 1;
      p.ow = g.n * g.oh * g.ow;
    }
  } else if (g.c % 4 != 0 || g.kw <= g.stride_w) {
    p.how = arrangement::tiles;
  } else {
    p.how = arrangement::columns;
    p.slot_steps = ((p.tiles - 1) * g.stride_w + g.kw) * g.c / 2;
    p.slot_words = 4 * p.slot_steps;
    p.tile_words = 2 * p.x_pixel;
  }
  return p;
}

/// Segments of a window, with the end of the list.
constexpr int segment_count(const window_plan& p) {
  return 1 + (p.how == arrangement::columns ? p.kh : p.how == arrangement::tiles ? 2 : 1);
}
constexpr int window_words(const window_plan& p) {
  return p.how == arrangement::columns ? p.slot_words * p.kh : p.tile_words * p.tiles;
}
/// Bytes of scratch memory: input words, the list of segments, padded copies of rows.
constexpr int window_scratch(const window_plan& p) {
  return round_up(4 * window_words(p) + segment_count(p) * static_cast<int>(sizeof(tap_segment)) +
                      p.padded * (p.how == arrangement::patches ? p.kh : 1),
                  16);
}

/// A convolution with gaps or groups as its row loop sees it: a window is one segment, gathered
/// code after code (im2col).
struct gathered_plan : cortex_m::window_shape {
  int depth = 0;                    ///< channels of a group
  int groups = 1, filters = 0;      ///< of a group
  int steps = 0;                    ///< tap pairs of a filter
  int pairs = 0, pair_bytes = 0;    ///< of all groups; group after group
  int headroom = 0, give_back = 0;  ///< as in row_task
};
constexpr gathered_plan make_gathered_plan(const window_geometry& g, int zero, int steps_of_word) {
  const int depth = g.c / g.groups;
  return {cortex_m::make_window_shape(g, zero), depth, g.groups, g.oc / g.groups,
          round_up(tap_pairs(g.kh * g.kw * depth), steps_of_word)};
}
/// Bytes of scratch memory: input words of a tile, the list of segments, one window in whole words.
constexpr int window_scratch(const gathered_plan& p) {
  return round_up(
      16 * p.steps + 2 * static_cast<int>(sizeof(tap_segment)) + round_up(p.kh * p.kw * p.depth, 4),
      16);
}

/// The constants of call C by plan P. A filter is cut into Runs runs of steps: its rows, or one
/// where windows are gathered.
template <class C, const auto& P, int Runs>
constexpr auto pack_pairs() {
  constexpr int taps = layer_of<C>.taps(), run = taps / Runs;
  constexpr int words = P.steps / steps_of_word(form_of_weights<C>);
  using plan = typename detail::bare<decltype(P)>::type;
  cortex_m::layer_constants<plan, pair_constants_t<C>, P.pairs, std::uint32_t,
                            P.pairs * words * Runs>
      c{P, {}, {}};
  int to = 0;
  for (int i = 0; i < P.pairs; ++i) {
    c.ends[i] = constants_of_pair<C>(i);
    const int a = pairs_of<C>.a[i] * taps, b = pairs_of<C>.b[i] * taps;
    for (int at = 0; at < taps; at += run, to += words)
      put_pair<C>(c.weights, {to}, a + at, b < 0 ? b : b + at, run, words);
  }
  return c;
}

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
