// conv2d of 8-bit codes: two filters times four pixels a step, by VMLADAVA.
//
// Needs: MVE; hwc; factors below 1/2, shifts of 0 .. 30 to the right; of weights of at most 4 bits,
// which take as many in flash, accumulators that are proved to have 28 bits. Window, padding,
// stride, dilation, groups, C, OC and the zero point of weights of 8 bits are free. Reads: x
// (N,H,W,C), weights (O,KH,KW,C/G), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv81m/conv2d_s8_s8_s8_2x4_vmladava_lines.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

#if ETCH_HAS_MVE

/// The sums of the codes of four windows of KW columns, which are laid out as gathering::columns.
template <int KW>
ETCH_GLUE void sum_columns(std::int32_t (&to)[4], const std::int8_t* x, int steps) {
  std::int32_t column[columns_of_four(KW)];
  unroll<columns_of_four(KW)>([&]<int I>() __attribute__((always_inline)) { column[I] = 0; });
  for (; steps > 0; --steps) {
    unroll<columns_of_four(KW)>([&]<int I>() __attribute__((always_inline)) {
      column[I] = vaddvaq_s8(column[I], vldrbq_s8(x));
      x += 16;
    });
  }
  unroll<4>([&]<int Q>() __attribute__((always_inline)) {
    to[Q] = 0;
    unroll<KW>([&]<int V>() __attribute__((always_inline)) { to[Q] += column[Q + V]; });
  });
}
/// The same of windows of `taps` codes, [step][pixel][16].
ETCH_GLUE void sum_windows(std::int32_t (&to)[4], const std::int8_t* x, int taps) {
  for (int q = 0; q < 4; ++q, x += 16) {
    const std::int8_t* at = x;
    std::int32_t sum = 0;
    for (int left = taps; left > 0; left -= 16, at += 64) {
      sum = vaddvaq_p_s8(sum, vldrbq_s8(at), vctp8q(static_cast<std::uint32_t>(left)));
    }
    to[q] = sum;
  }
}

/// Writes rows of output. Zero: of the weights. KW: of columns; Spread: their windows have gaps or
/// groups; Rows: of windows of 16 channels, where they are few, which are read where they lie.
template <gathering How, int KW, bool Spread, int Rows, epilogue_step S, bool Whole, bool Nibbles,
          int Zero, class Pair>
ETCH_KERNEL void conv2d_rows(const patch_plan& p, const epilogue_numbers& end, const Pair* pairs,
                             const std::int8_t* weights,
                             const std::int8_t* x,  // (N,H,W,C)
                             std::int8_t* y,        // (N,OH,OW,O)
                             unsigned char* scratch, row_block rows) {
  auto* const patch = reinterpret_cast<std::int8_t*>(scratch);
  tile_task task;  // places are written before they are read
  task.x = patch;
  task.to_end = {end.zero_or_shift, end.low, end.high};
  set_places(task, p, 3, Spread ? p.dilation_w : 1);
  constexpr int pair_bytes = Nibbles ? 16 : 32;
  constexpr bool in_place = Rows > 0 && !Spread && Zero == 0;
  if constexpr (How == gathering::columns) {
    task.steps = Rows > 0 ? 0 : p.steps;
    pixel_place at;
    for (at.r = rows.first; at.r < rows.first + rows.count; ++at.r) {
      set_row(p, at);
      const int apart = Spread ? p.dilation_w : 1, groups = Spread ? p.groups : 1;
      for (int first = 0; first < apart; ++first) {
        const int pixels = Spread ? ceil_div(p.ow - first, apart) : p.ow;
        int fours = 1;
        for (int next = 0; next < pixels; next += 4 * fours) {
          // The last four overlap those before: what both write is the same.
          at.j = first + apart * minimum(next, pixels - 4);
          task.constants = pairs;
          task.weights = weights;
          task.y = y + (at.r * p.ow + at.j) * p.oc;
          if constexpr (in_place) {
            const int left = at.j - p.pad_left, more = p.w - left - columns_of_four(KW);
            const bool inside = at.inside && left >= 0 && more >= 0;
            fours = inside ? more / 4 + 1 : 1;
            task.x = inside ? x + at.row + left * 16 : patch;
            task.steps = inside ? p.x_row - 16 * columns_of_four(KW) : 0;
            if (!inside) gather_columns<columns_of_four(KW), false, Rows>(p, x, patch, at);
            run_group<tile::columns, S, Whole, KW, Nibbles, false, 16, Rows>(
                task, p.filters, pair_bytes * KW * Rows, fours, p.oc);
            continue;
          }
          for (int group = 0; group < groups; ++group) {
            gather_columns<columns_of_four(KW), Spread, 0>(p, x + group * p.depth, patch, at);
            if constexpr (Zero != 0) {  // the sum of the codes is the same for all filters
              sum_columns<KW>(task.more, patch, p.steps);
              for (std::int32_t& sum : task.more) sum *= -Zero;
            }
            run_group<tile::columns, S, Whole, KW, Nibbles, (Zero != 0), 16, Rows>(
                task, p.filters, pair_bytes * KW * p.steps);
          }
        }
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
        if constexpr (Zero != 0) {
          sum_windows(task.more, patch, p.kh * p.kw * p.depth);
          for (std::int32_t& sum : task.more) sum *= -Zero;
        }
        run_group<tile::windows, S, Whole, 0, Nibbles, (Zero != 0)>(task, p.filters,
                                                                    pair_bytes * p.steps);
      }
    }
  }
}

#endif

/// Two filters times four pixels by VMLADAVA.
struct vmladava_2x4 {
  static constexpr bool widens_weights = true, takes_zeros = true;

  static constexpr bool takes(byte_layer l) {
    l.is_bytes = l.is_signed;
    return takes_epilogue(l) && !l.by_channel && fits_patch_plan(l.g);
  }
  template <class C>
  static constexpr bool proves = fits_tile<C> && (layer_of<C>.w_zero == 0 || !in_nibbles<C>);

  template <class C>
  static constexpr patch_plan plan = make_patch_plan(layer_of<C>.g, layer_of<C>.x_zero);
  template <class C>
  static constexpr gathering how = pick_gathering(layer_of<C>.g);
  /// Of windows that overlap.
  template <class C>
  static constexpr int columns = how<C> == gathering::columns ? layer_of<C>.g.kw : 0;
  template <class C>
  static constexpr bool is_spread = columns<C> > 0 &&
                                    (layer_of<C>.g.groups > 1 || layer_of<C>.g.dilation_w > 1);
  template <class C>
  static constexpr int few_rows =
      columns<C> > 0 && plan<C>.depth == 16 && plan<C>.kh <= 3 ? plan<C>.kh : 0;
  /// Where lines need not be cut into vectors.
  using lines = vmladava_of_lines<few_lines>;
  template <class C>
  static constexpr bool is_by_lines = how<C> == gathering::lines && lines::takes(layer_of<C>);
  template <class C>
  static constexpr int scratch = [] {
    if constexpr (is_by_lines<C>) return lines::template scratch<C>;
    else return patch_scratch(plan<C>, how<C>);
  }();

  template <class C>
  static constexpr auto pack() {
    if constexpr (is_by_lines<C>) return lines::template pack<C>();
    else return pack_pairs<C, how<C>>(plan<C>);
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    if constexpr (is_by_lines<C>) {
      lines::template run<C, K>(a, rows);
    } else {
      constexpr epilogue e = layer_of<C>.end;
      const auto& constants = kernel_constants<K, C>(a);
      conv2d_rows<how<C>, columns<C>, is_spread<C>, few_rows<C>, step_of(e), e.saturates_to_int8(),
                  in_nibbles<C>, layer_of<C>.w_zero>(constants.plan, constants.end, constants.tiles,
                                                     constants.weights, a.template in<0>(),
                                                     a.template out<0>(), a.scratch(), rows);
    }
#else
    static_assert(sizeof(A) == 0, "conv2d by VMLADAVA: compile with -mcpu=cortex-m55");
#endif
  }
};

}  // namespace armv81m

/// conv2d of 8-bit codes by pairs of filters.
struct conv2d_s8_s8_s8_2x4_vmladava
    : layer_kernel<conv2d_s8_s8_s8_2x4_vmladava, ops::conv2d, armv81m::vmladava_2x4> {
  static constexpr const char* name = "conv2d_s8_s8_s8_2x4_vmladava";
};

}  // namespace ETCH_NAMESPACE
