// The row loop of convolutions with gaps or groups: the windows of four pixels are gathered one by
// one (im2col), widened to 16 bits side by side, and multiplied by the filters of their group.
#pragma once

#include <etch/kernel/armv7em/window_plan.hpp>
#include <etch/kernel/cortex_m/gather.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Such a convolution as its row loop sees it.
struct gathered_plan : cortex_m::window_shape {
  int depth = 0;                  ///< channels of a group
  int groups = 1, filters = 0;    ///< of a group
  int steps = 0;                  ///< tap pairs of a filter
  int pairs = 0, pair_bytes = 0;  ///< pairs of filters of all groups; bytes of constants of a pair
  int headroom = 0, give_back = 0;  ///< as in row_task
};
constexpr gathered_plan make_gathered_plan(const window_geometry& g, int zero) {
  const int depth = g.c / g.groups;
  gathered_plan p{};
  static_cast<cortex_m::window_shape&>(p) = cortex_m::make_window_shape(g, zero);
  p.depth = depth;
  p.groups = g.groups;
  p.filters = g.oc / g.groups;
  p.steps = tap_pairs(g.kh * g.kw * depth);
  return p;
}
/// Words of a tile; bytes of a gathered window, whole words of them.
constexpr int tile_words(const gathered_plan& p) { return 4 * p.steps; }
constexpr int gathered_bytes(const gathered_plan& p) { return round_up(p.kh * p.kw * p.depth, 4); }
/// Bytes of scratch memory: input words, the list of segments, one window.
constexpr int gathered_scratch(const gathered_plan& p) {
  return round_up(4 * tile_words(p) + 2 * static_cast<int>(sizeof(tap_segment)) + gathered_bytes(p),
                  16);
}

#if ETCH_HAS_DSP

/// Writes rows of output. Pairs of filters lie group after group.
template <void (*Finish)(), class Pair>
ETCH_KERNEL void run_gathered(const gathered_plan& p, const Pair* pairs,
                              const std::uint32_t* weights,
                              strided_rows<const std::int8_t> x,  // (N H, W C)
                              std::int8_t* y,                     // (N OH, OW OC)
                              unsigned char* scratch, row_block rows) {
  auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
  auto* const segments = reinterpret_cast<tap_segment*>(words + tile_words(p));
  auto* const window = reinterpret_cast<std::int8_t*>(segments + 2);
  segments[0] = make_segment(static_cast<int>(reinterpret_cast<std::uintptr_t>(words)), p.steps);
  segments[1] = {0, 0, 0};
  const int pitch = p.groups * p.filters;
  row_task task;
  task.x_step = 0;
  task.y_step = task.row_span = static_cast<std::uint32_t>(pitch);  // one tile
  task.segments = segments;
  task.weights_step = 4u * static_cast<std::uint32_t>(p.steps);
  task.pairs_step = static_cast<std::uint32_t>(p.pair_bytes);
  task.headroom = p.headroom;
  task.give_back = p.give_back;
  cortex_m::pixel at(p, rows.first);
  y += rows.first * p.ow * pitch;
  for (int left = rows.count * p.ow; left > 0; left -= 4, y += 4 * pitch) {
    // a last tile of fewer pixels repeats its last one
    const int last = minimum(left, 4) - 1;
    for (int q = 0; q < 3; ++q) {
      task.pixel[q] = static_cast<std::uint32_t>(minimum(q + 1, last) * pitch);
    }
    cortex_m::pixel next;
    const Pair* pair = pairs;
    task.weights = weights;
    task.row = y;
    for (int group = 0; group < p.groups; ++group) {
      next = at;
      for (int q = 0; q < 4; ++q) {
        cortex_m::gather_window(p, window, {x.base + group * p.depth, x.stride}, next);
        widen(words + q, window, p.steps);
        if (q < last) next.next(p);
      }
      const Pair* const begin = pair;
      while (pair != pairs + p.pairs && pair->channel_a < (group + 1) * p.filters) ++pair;
      task.pairs = begin;
      task.pairs_end = pair;
      row_of_tiles<Finish>(&task);
      task.weights += (pair - begin) * p.steps;
    }
    next.next(p);
    at = next;
  }
}

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
