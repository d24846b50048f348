// Input rows of a convolution as row_of_tiles reads them: a ring of the last KH rows in scratch
// memory, widened to 16 bits, padded with the zero point, four pixels beside one another.
//
// A tile is the output pixels j, j + q1, j + q2, j + q3 of a row: the row is cut into four parts of
// T pixels, of which the last ones overlap where T does not divide it. A slot of the ring is
//  - by columns: every input column once, [column][tap pair][4]; the windows of neighbouring tiles
//    overlap and a segment is one slot;
//  - by tiles: the KW C taps of every tile, [tile][slot][tap pair][4], where columns are not shared
//    (KW <= stride) or C is no multiple of 4; the slots of a tile lie in a row, so that a segment
//    goes from the oldest slot to the last, another from the first slot to the newest.
#pragma once

#include <etch/kernel/armv7em/filter_pairs.hpp>
#include <etch/kernel/armv7em/instructions.hpp>
#include <etch/kernel/armv7em/row_of_tiles.hpp>
#include <etch/op/window.hpp>

namespace etch::inline ETCH_ABI {

namespace armv7em {

/// A convolution as its row loop sees it. Lengths are in codes where nothing else is said.
struct ring_plan {
  int h, oh;              ///< rows of input and output
  int x_row, y_row;       ///< codes of a row
  int y_pixel;            ///< output channels
  int kh, stride, before; ///< of rows
  int first_code;         ///< where the window of pixel 0 starts in the row: <= 0
  int x_pixel;            ///< from the window of a pixel to that of the next
  int tiles;              ///< T
  int pixel[3];           ///< q1, q2, q3
  int patches;            ///< runs of codes in a slot, for each of the four pixels
  int patch_groups;       ///< groups of four codes in a run
  int patch_words;        ///< words from run to run
  int slot_words;         ///< words from slot to slot
  int tile_words;         ///< words from tile to tile
  int steps;              ///< tap pairs of a filter in a slot
  int pairs;              ///< pairs of filters
  int pair_bytes;         ///< of constants of a pair
  int shift, headroom, give_back;  ///< as in ending
  std::int8_t zero;                ///< the code of real 0
  bool by_tiles;
  bool whole_groups;               ///< no group of four has codes inside and outside a row
};

/// The plan for geometry g, with no more than the input's zero point of its numbers.
constexpr ring_plan make_ring_plan(const window_geometry& g, int zero) {
  ring_plan p{};
  p.h = g.h;
  p.oh = g.oh;
  p.x_row = g.w * g.c;
  p.y_row = g.ow * g.oc;
  p.y_pixel = g.oc;
  p.kh = g.kh;
  p.stride = g.stride_h;
  p.before = g.pad_top;
  p.first_code = -g.pad_left * g.c;
  p.x_pixel = g.stride_w * g.c;
  p.tiles = ceil_div(g.ow, 4);
  for (int q = 0; q < 3; ++q) p.pixel[q] = minimum((q + 1) * p.tiles, g.ow - p.tiles);
  p.steps = 2 * ceil_div(g.kw * g.c, 4);
  p.whole_groups = g.c % 4 == 0;
  p.by_tiles = !p.whole_groups || g.kw <= g.stride_w;
  if (p.by_tiles) {
    p.patches = p.tiles;
    p.patch_groups = p.steps / 2;
    p.slot_words = 4 * p.steps;
    p.tile_words = p.slot_words * p.kh;
    p.patch_words = p.tile_words;
  } else {
    const int columns = (p.tiles - 1) * g.stride_w + g.kw;
    p.patches = 1;
    p.patch_groups = columns * g.c / 4;
    p.slot_words = 8 * p.patch_groups;
    p.tile_words = 2 * p.x_pixel;
  }
  p.zero = static_cast<std::int8_t>(zero);
  return p;
}

/// Segments of a window, with the end of the list.
constexpr int segment_count(const ring_plan& p) { return (p.by_tiles ? 2 : p.kh) + 1; }
constexpr int ring_bytes(const ring_plan& p) {
  return 4 * (p.by_tiles ? p.tile_words * p.tiles : p.slot_words * p.kh);
}
/// Bytes of scratch memory: the ring and the list of segments.
constexpr int ring_scratch(const ring_plan& p) {
  return round_up(ring_bytes(p) + segment_count(p) * static_cast<int>(sizeof(tap_segment)), 16);
}

#if ETCH_HAS_DSP

/// `groups` groups of one code, eight words apart, and the address after them.
ETCH_GLUE std::uint32_t* repeat(std::uint32_t* to, int groups, std::uint32_t pair) {
  for (; groups > 0; --groups, to += 8) to[0] = to[4] = pair;
  return to;
}
/// `groups` groups of four codes as tap pairs (0, 2) and (1, 3), four words apart.
ETCH_GLUE std::uint32_t* widen(std::uint32_t* to, const std::int8_t* from, int groups) {
  for (; groups >= 2; groups -= 2, from += 8, to += 16) {
    const std::uint32_t a = load_word(from), b = load_word(from + 4);
    to[0] = widen_even(a);
    to[4] = widen_odd(a);
    to[8] = widen_even(b);
    to[12] = widen_odd(b);
  }
  if (groups > 0) {
    const std::uint32_t a = load_word(from);
    to[0] = widen_even(a);
    to[4] = widen_odd(a);
    to += 8;
  }
  return to;
}

/// Codes first .. first + 4 groups - 1 of a row of `length`; outside of it they are `zero`.
ETCH_KERNEL inline void fill_border(std::uint32_t* to, const std::int8_t* row, int first, int length,
                                    int groups, int zero) {
  const auto code = [&](int k) {
    return static_cast<std::uint16_t>(k >= 0 && k < length ? row[k] : zero);
  };
  for (; groups > 0; --groups, first += 4, to += 8) {
    to[0] = code(first) | static_cast<std::uint32_t>(code(first + 2)) << 16;
    to[4] = code(first + 1) | static_cast<std::uint32_t>(code(first + 3)) << 16;
  }
}

/// Fills one slot from an input row; no row means padding.
ETCH_KERNEL inline void fill_slot(const ring_plan& p, std::uint32_t* slot, const std::int8_t* row) {
  const std::uint32_t zero = static_cast<std::uint16_t>(p.zero) * 0x10001u;
  for (int q = 0; q < 4; ++q) {
    std::uint32_t* to = slot + q;
    int first = p.first_code + (q == 0 ? 0 : p.pixel[q - 1]) * p.x_pixel;
    for (int i = 0; i < p.patches; ++i, to += p.patch_words, first += p.x_pixel) {
      const int groups = p.patch_groups;
      if (row == nullptr) {
        repeat(to, groups, zero);
      } else if (first >= 0 && first + 4 * groups <= p.x_row) {
        widen(to, row + first, groups);
      } else if (!p.whole_groups) {
        fill_border(to, row, first, p.x_row, groups, p.zero);
      } else {
        const int left = clamp(-first / 4, 0, groups);
        const int inside = clamp((p.x_row - first) / 4 - left, 0, groups - left);
        std::uint32_t* const middle = repeat(to, left, zero);
        repeat(widen(middle, row + first + 4 * left, inside), groups - left - inside, zero);
      }
    }
  }
}

/// Writes rows of output: keeps the ring filled and calls row_of_tiles for each.
ETCH_KERNEL inline void run_ring(const ring_plan& p, const void* pairs,
                                 const std::uint32_t* weights, void (*finish)(),
                                 strided_rows<const std::int8_t> x,  // (N H, W C)
                                 std::int8_t* y,                     // (N OH, OW OC)
                                 unsigned char* scratch, row_block rows) {
  auto* const ring = reinterpret_cast<std::uint32_t*>(scratch);
  auto* const segments = reinterpret_cast<tap_segment*>(scratch + ring_bytes(p));
  row_task task;
  task.x_step = 4u * static_cast<std::uint32_t>(p.tile_words);
  task.y_step = static_cast<std::uint32_t>(p.y_pixel);
  task.segments = segments;
  task.weights = weights;
  task.pairs = pairs;
  task.weights_step = 4u * static_cast<std::uint32_t>(p.steps * p.kh);
  task.pairs_step = static_cast<std::uint32_t>(p.pair_bytes);
  task.pairs_end = static_cast<const char*>(pairs) + p.pairs * p.pair_bytes;
  task.row_span = static_cast<std::uint32_t>(p.tiles * p.y_pixel);
  for (int q = 0; q < 3; ++q) task.pixel[q] = static_cast<std::uint32_t>(p.pixel[q] * p.y_pixel);
  task.shift[0] = static_cast<std::uint32_t>(p.shift);
  task.shift[1] = static_cast<std::uint32_t>(p.shift + 8);
  task.headroom = p.headroom;
  task.give_back = p.give_back;
  task.finish = finish;
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / p.oh, i = r % p.oh;
    const int oldest = i * p.stride % p.kh;  // slot of the window's first row
    for (int u = i == 0 ? 0 : maximum(0, p.kh - p.stride); u < p.kh; ++u) {
      const int row = i * p.stride + u - p.before;
      const int slot = oldest + u < p.kh ? oldest + u : oldest + u - p.kh;
      fill_slot(p, ring + slot * p.slot_words,
                row >= 0 && row < p.h ? x.row(n * p.h + row) : nullptr);
    }
    tap_segment* s = segments;
    const int address = static_cast<int>(reinterpret_cast<std::uintptr_t>(ring));
    if (p.by_tiles) {
      *s++ = make_segment(address + 4 * oldest * p.slot_words, (p.kh - oldest) * p.steps);
      if (oldest > 0) *s++ = make_segment(-4 * p.tile_words, oldest * p.steps);
    } else {
      int end = 0;
      for (int u = 0; u < p.kh; ++u) {
        const int slot = oldest + u < p.kh ? oldest + u : oldest + u - p.kh;
        const int start = address + 4 * slot * p.slot_words;
        *s++ = make_segment(start - end, p.steps);
        end = start + 16 * p.steps;
      }
    }
    *s = {0, 0, 0};
    task.row = y + r * p.y_row;
    row_of_tiles(&task);
  }
}

#endif

}  // namespace armv7em

}  // namespace etch::inline ETCH_ABI
