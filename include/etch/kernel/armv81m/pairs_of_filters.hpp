// Pairs of filters times four windows: their constants, and the calls of tile_of_sums.hpp for a
// group of filters.
#pragma once

#include <etch/kernel/armv81m/strips.hpp>
#include <etch/kernel/armv81m/tile_of_sums.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Where tap t of filter f of a pair lies among its weights.
constexpr int place_of_tap(gathering how, const window_geometry& g, int f, int t) {
  const int depth = g.c / g.groups;
  if (how == gathering::strips) t = place_in_strip(g, strip_pitch(g), t);
  if (how != gathering::columns) return (t / 16 * 2 + f) * 16 + t % 16;
  const int c = t % depth, v = t / depth % g.kw, u = t / depth / g.kw;
  return (((c / 16 * g.kh + u) * g.kw + v) * 2 + f) * 16 + c % 16;
}
/// The constants of call C: `plan`, and pairs of filters; a group with an odd number of them ends
/// with one pair more, of its last two. Where windows are no patches, a weight beside those of one
/// is the zero point, so that sums of all codes of its vectors make up for it, whatever lies there.
template <class C, gathering How, class Plan>
constexpr auto pack_pairs(const Plan& plan) {
  constexpr byte_layer l = layer_of<C>;
  constexpr int filters = l.g.oc / l.g.groups, pairs = ceil_div(filters, 2), taps = l.taps();
  constexpr int count = pairs * l.g.groups;
  constexpr patch_plan p = make_patch_plan(l.g, l.x_zero);
  constexpr bool nibbles = in_nibbles<C>;
  constexpr int pair_bytes =
      (nibbles ? 16 : 32) * (How == gathering::columns ? l.g.kw : 1) * p.steps;
  layer_constants<Plan, tile_constants<2, l.end.shifts()>, count, count * pair_bytes> k{
      plan, numbers_of(l.end), {}, {}};
  if constexpr (l.w_zero != 0 && !__is_same(Plan, patch_plan)) {
    for (std::int8_t& weight : k.weights) weight = static_cast<std::int8_t>(l.w_zero);
  }
  const unsigned char* bytes = C::bytes(1);
  for (int i = 0; i < count; ++i) {
    const int first = minimum(i % pairs * 2, maximum(filters - 2, 0));
    for (int f = 0; f < 2; ++f) {
      const int o = i / pairs * filters + minimum(first + f, filters - 1);
      int sum = 0;
      for (int t = 0; t < taps; ++t) {
        const auto code = static_cast<std::int8_t>(bytes[o * taps + t]);
        set_weight<nibbles>(k.weights + i * pair_bytes, place_of_tap(How, l.g, f, t), code);
        sum += code;
      }
      set_filter<C>(k.tiles[i], f, o, sum - taps * l.w_zero);
    }
  }
  return k;
}

#if ETCH_HAS_MVE

/// Runs pairs of filters of one group over the windows of `task`, which is left at the next group;
/// `pair_bytes` of weights each. The last two of an odd number of filters are a pair once more.
/// Where takes_fours: for so many fours of pixels of `oc` codes.
template <tile T, epilogue_step S, bool Whole, int Count, bool Nibbles = false, bool More = false,
          int Apart = 16 * Count, int Rows = 0>
ETCH_GLUE void run_group(tile_task& task, int filters, int pair_bytes,
                         [[maybe_unused]] int fours = 1, [[maybe_unused]] int oc = 0) {
  std::int8_t* const y = task.y;
  const int count = filters / 2;
  const auto next = [&](int pairs) __attribute__((always_inline)) {
    task.count = pairs;
    if constexpr (takes_fours(T, Rows)) {
      task.fours = fours;
      task.y_step = 4 * oc - 2 * pairs;
    }
    tile_of_sums<T, S, Whole, Count, Nibbles, More, Apart, Rows>(&task);
    task.constants = static_cast<const tile_constants<2, is_shift(S)>*>(task.constants) + pairs;
    task.weights += pairs * pair_bytes;
  };
  if (count > 0) next(count);
  if (filters % 2 != 0) {
    task.y = y + maximum(filters - 2, 0);
    next(1);
  }
  task.y = y + filters;
}
/// Places of four pixels, `apart` from one another, and two filters, those after pixel `last` as
/// that one.
ETCH_GLUE void set_places(tile_task& task, const patch_plan& p, int last, int apart = 1) {
  const int second = p.filters > 1 ? 1 : 0;
  for (int q = 0; q < 4; ++q) {
    const int place = minimum(q, last) * apart * p.oc;
    task.places[2 * q] = static_cast<std::uint16_t>(place);
    task.places[2 * q + 1] = static_cast<std::uint16_t>(place + second);
  }
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
