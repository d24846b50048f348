// conv2d of 8-bit codes: two filters times four pixels a step, by VMLADAVA.
//
// Needs: MVE; hwc; factors below 1/2, shifts of 0 .. 30 to the right. Window, padding, stride,
// dilation, groups, C and OC are free.
// Reads: x (N,H,W,C), weights (O,KH,KW,C/G), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv81m/patches.hpp>
#include <etch/kernel/armv81m/tile_of_sums.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

#if ETCH_HAS_MVE

/// Runs pairs of filters of one group over the windows of `task`, which is left at the next group;
/// `pair_bytes` of weights each. The last two of an odd number of filters are a pair once more.
template <tile T, epilogue_step S, bool Whole, int KW = 0>
ETCH_GLUE void run_group(tile_task& task, int filters, int pair_bytes) {
  std::int8_t* const y = task.y;
  const int count = filters / 2;
  const auto next = [&](int pairs) __attribute__((always_inline)) {
    task.count = pairs;
    tile_of_sums<T, S, Whole, KW>(&task);
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
/// Places of four pixels and two filters, those after pixel `last` as that one.
ETCH_GLUE void set_places(tile_task& task, const patch_plan& p, int last) {
  const int second = p.filters > 1 ? 1 : 0;
  for (int q = 0; q < 4; ++q) {
    const int place = minimum(q, last) * p.oc;
    task.places[2 * q] = static_cast<std::uint16_t>(place);
    task.places[2 * q + 1] = static_cast<std::uint16_t>(place + second);
  }
}

/// Writes rows of output. KW: of columns.
template <gathering How, int KW, epilogue_step S, bool Whole, class Pair>
ETCH_KERNEL void conv2d_rows(const patch_plan& p, const epilogue_numbers& end, const Pair* pairs,
                             const std::int8_t* weights,
                             const std::int8_t* x,  // (N,H,W,C)
                             std::int8_t* y,        // (N,OH,OW,O)
                             unsigned char* scratch, row_block rows) {
  auto* const patch = reinterpret_cast<std::int8_t*>(scratch);
  tile_task task;  // places are written before they are read
  task.x = patch;
  task.to_end = {end.zero_or_shift, end.low, end.high};
  set_places(task, p, 3);
  if constexpr (How == gathering::columns) {
    task.steps = p.steps;
    pixel_place at;
    for (at.r = rows.first; at.r < rows.first + rows.count; ++at.r) {
      set_row(p, at);
      for (int next = 0; next < p.ow; next += 4) {
        // The last four overlap those before: what both write is the same.
        at.j = minimum(next, p.ow - 4);
        gather_columns<columns_of_four(KW)>(p, x, patch, at);
        task.constants = pairs;
        task.weights = weights;
        task.y = y + (at.r * p.ow + at.j) * p.oc;
        run_group<tile::columns, S, Whole, KW>(task, p.filters, 32 * KW * p.steps);
      }
    }
  } else {
    task.steps = p.steps - 1;
    const int begin = rows.first * p.row_pixels, end_pixel = begin + rows.count * p.row_pixels;
    pixel_place at = place_of(p, begin);
    int pixel = begin;
    for (int next = begin; next < end_pixel; next += 4) {
      if (next > begin) {
        // The last four overlap those before: what both write is the same.
        const int move = minimum(next, end_pixel - 4) - pixel;
        pixel += move;
        advance(p, at, move);
      }
      const int last = minimum(end_pixel - 1 - pixel, 3);
      if (last < 3) set_places(task, p, last);
      task.constants = pairs;
      task.weights = weights;
      task.y = y + pixel * p.oc;
      for (int group = 0; group < p.groups; ++group) {
        gather_windows<How>(p, x + group * p.depth, patch, at, last);
        run_group<tile::windows, S, Whole>(task, p.filters, 32 * p.steps);
      }
    }
  }
}

#endif

/// Two filters times four pixels by VMLADAVA.
struct vmladava_2x4 {
  static constexpr bool takes(const byte_layer& l) {
    return takes_epilogue(l) && !l.by_channel && fits_patch_plan(l.g);
  }
  template <class C>
  static constexpr bool proves = has_small_factors<C>;

  template <class C>
  static constexpr patch_plan plan = make_patch_plan(layer_of<C>.g, layer_of<C>.x_zero);
  template <class C>
  static constexpr gathering how = pick_gathering(layer_of<C>.g);
  /// Of windows that overlap.
  template <class C>
  static constexpr int columns = how<C> == gathering::columns ? layer_of<C>.g.kw : 0;
  template <class C>
  static constexpr int scratch = patch_scratch(plan<C>, how<C>);

  /// Pairs of filters; a group with an odd number of them ends with one pair more, of its last two.
  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int filters = l.g.oc / l.g.groups, pairs = ceil_div(filters, 2), taps = l.taps();
    constexpr int count = pairs * l.g.groups;
    constexpr int pair_bytes = 32 * maximum(columns<C>, 1) * plan<C>.steps;
    layer_constants<patch_plan, tile_constants<2, l.end.shifts()>, count, count * pair_bytes> k{
        plan<C>, numbers_of(l.end), {}, {}};
    const unsigned char* bytes = C::bytes(1);
    for (int i = 0; i < count; ++i) {
      const int first = minimum(i % pairs * 2, maximum(filters - 2, 0));
      for (int f = 0; f < 2; ++f) {
        const int o = i / pairs * filters + minimum(first + f, filters - 1);
        int sum = 0;
        for (int t = 0; t < taps; ++t) {
          const auto code = static_cast<std::int8_t>(bytes[o * taps + t]);
          k.weights[i * pair_bytes + place_of(how<C>, l.g, f, t)] = code;
          sum += code;
        }
        set_filter<C>(k.tiles[i], f, o, sum);
      }
    }
    return k;
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    constexpr epilogue e = layer_of<C>.end;
    const auto& constants = kernel_constants<K, C>(a);
    conv2d_rows<how<C>, columns<C>, step_of(e), e.saturates_to_int8()>(
        constants.plan, constants.end, constants.tiles, constants.weights, a.template in<0>(),
        a.template out<0>(), a.scratch(), rows);
#else
    static_assert(sizeof(A) == 0, "conv2d by VMLADAVA: compile with -mcpu=cortex-m55");
#endif
  }

 private:
  /// Where tap t of filter f of a pair lies among its weights.
  static constexpr int place_of(gathering how, const window_geometry& g, int f, int t) {
    if (how != gathering::columns) return (t / 16 * 2 + f) * 16 + t % 16;
    const int c = t % g.c, v = t / g.c % g.kw, u = t / g.c / g.kw;
    return (((c / 16 * g.kh + u) * g.kw + v) * 2 + f) * 16 + c % 16;
  }
};

}  // namespace armv81m

/// conv2d of 8-bit codes by pairs of filters.
struct conv2d_s8_s8_s8_2x4_vmladava
    : layer_kernel<conv2d_s8_s8_s8_2x4_vmladava, ops::conv2d, armv81m::vmladava_2x4> {
  static constexpr const char* name = "conv2d_s8_s8_s8_2x4_vmladava";
};

}  // namespace ETCH_NAMESPACE
