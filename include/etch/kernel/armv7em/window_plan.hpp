// How a convolution lays its input out for row_of_tiles: widened to 16 bits, padded with the zero
// point, the four pixels of a tile beside one another.
#pragma once

#include <etch/kernel/armv7em/instructions.hpp>
#include <etch/kernel/armv7em/row_of_tiles.hpp>
#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Three ways to lay it out, where a tile is four output pixels:
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
/// instructions: 12 a step, 2 a code that is laid out.
constexpr bool prefers_patches(const window_geometry& g, int steps) {
  if (g.kh * g.kw == 1) return true;
  const long long spared = g.n * (g.oh * ceil_div(g.ow, 4) - ceil_div(g.oh * g.ow, 4));
  const long long laid_out = static_cast<long long>(g.n) * g.oh * g.ow * g.kh * g.kw * g.c;
  return spared * (12 * steps * g.kh) * ceil_div(g.oc, 2) > 2 * laid_out;
}

/// The plan for geometry g, with no more than the input's zero point of its numbers.
constexpr window_plan make_window_plan(const window_geometry& g, int zero) {
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
  p.steps = tap_pairs(g.kw * g.c);
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

#if ETCH_HAS_DSP

/// The three parts of scratch memory.
struct window_memory {
  std::uint32_t* words;
  tap_segment* segments;
  std::int8_t* rows;
};
ETCH_GLUE window_memory divide(const window_plan& p, unsigned char* scratch) {
  auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
  auto* const segments = reinterpret_cast<tap_segment*>(words + window_words(p));
  return {words, segments, reinterpret_cast<std::int8_t*>(segments + segment_count(p))};
}

/// Where the four pixels of the first of t tiles over `pixels` pixels lie. The parts of t pixels
/// overlap where 4 t > pixels.
ETCH_GLUE void spread_tiles(int (&offset)[4], int pixels, int t) {
  for (int q = 0; q < 4; ++q) offset[q] = minimum(q * t, pixels - t);
}

/// Lays out `steps` tap pairs of the codes at `from`, four words apart.
ETCH_GLUE void widen(std::uint32_t* to, const std::int8_t* from, int steps) {
  std::uint32_t a, b, c;
  for (; steps >= 4; steps -= 4) {
    __asm volatile(
        "ldr %2,[%1],#4\n\tldr %3,[%1],#4\n\t"
        "sxtb16 %4,%2\n\tstr %4,[%0],#16\n\tsxtb16 %2,%2,ror #8\n\tstr %2,[%0],#16\n\t"
        "sxtb16 %4,%3\n\tstr %4,[%0],#16\n\tsxtb16 %3,%3,ror #8\n\tstr %3,[%0],#16"
        : "+r"(to), "+r"(from), "=&r"(a), "=&r"(b), "=&r"(c)::"memory");
  }
  for (; steps > 0; steps -= 2, from += 4, to += 8) {
    a = load_word(from);
    to[0] = widen_even(a);
    if (steps > 1) to[4] = widen_odd(a);
  }
}

/// All of a padded row as `zero`.
ETCH_GLUE void clear_row(const window_plan& p, std::int8_t* to) {
  const std::uint32_t zeros = static_cast<std::uint8_t>(p.zero) * 0x01010101u;
  for (int i = 0; i < p.padded; i += 4) {
    reinterpret_cast<unaligned_word*>(to + i)->value = zeros;
  }
}
/// A padded copy of an input row, or of `zero` where there is none; its margins are set already.
ETCH_KERNEL inline void pad_row(const window_plan& p, std::int8_t* to, const std::int8_t* row) {
  if (row == nullptr) return clear_row(p, to);
  to += p.left;
  int i = 0;
  for (; i + 4 <= p.x_row; i += 4) {
    reinterpret_cast<unaligned_word*>(to + i)->value = load_word(row + i);
  }
  for (; i < p.x_row; ++i) to[i] = row[i];
}

/// The part of a task that is the same for all rows.
ETCH_GLUE void start_task(row_task& task, const window_plan& p, const void* pairs,
                          const std::uint32_t* weights) {
  task.x_step = 4u * static_cast<std::uint32_t>(p.tile_words);
  task.y_step = static_cast<std::uint32_t>(p.y_pixel);
  task.weights = weights;
  task.pairs = pairs;
  task.weights_step = 4u * static_cast<std::uint32_t>(p.steps * p.kh);
  task.pairs_step = static_cast<std::uint32_t>(p.pair_bytes);
  task.pairs_end = static_cast<const char*>(pairs) + p.pairs * p.pair_bytes;
  task.headroom = p.headroom;
  task.give_back = p.give_back;
}
/// The part that follows from the tiles: t of them at these offsets, output from `row` on.
ETCH_GLUE void set_tiles(row_task& task, const window_plan& p, std::int8_t* row,
                         const int (&offset)[4], int t) {
  task.row = row;
  task.row_span = static_cast<std::uint32_t>(t * p.y_pixel);
  for (int q = 0; q < 3; ++q) {
    task.pixel[q] = static_cast<std::uint32_t>(offset[q + 1] * p.y_pixel);
  }
}

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
