// conv2d of 8-bit codes whose windows have 49 to 160: two filters times four pixels a step, by
// VMLADAVA, over windows one behind the other, which are made many at a time, or lie in the input.
//
// Needs: MVE; hwc; windows of 49 to 160 codes that do not overlap as columns of 16
// channels (patches.hpp); factors below 1/2, shifts of 0 .. 30 to the right. Padding, stride,
// dilation, groups, C, OC and the zero point of weights are free. Reads: x (N,H,W,C), weights
// (O,KH,KW,C/G), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv81m/pairs_of_filters.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Lines at a time, in idle memory and in no more scratch memory than gathering::lines has.
inline constexpr int most_lines = 32, few_lines = 8;

#if ETCH_HAS_MVE

/// What the zero point of weights adds to the sums of `pixels` windows, at least four.
template <int Steps, int Apart, int Zero>
ETCH_GLUE void sum_lines(std::int32_t* to, const std::int8_t* x, int pixels) {
  for (int left = maximum(pixels, 4); left > 0; --left, x += Apart) {
    std::int32_t sum = 0;
    unroll<Steps>([&]<int I>() __attribute__((always_inline)) {
      sum = vaddvaq_s8(sum, vldrbq_s8(x + 16 * I));
    });
    *to++ = -Zero * sum;
  }
}
/// The codes of `pixels` windows of Steps vectors at x, Apart codes apart, at least four of them
/// there. Zero: of the weights, of at most Most windows.
template <int Steps, int Apart, epilogue_step S, bool Whole, bool Nibbles, int Zero, int Most,
          class Pair>
ETCH_GLUE void run_lines(tile_task& task, const line_plan& p, const Pair* pairs,
                         const std::int8_t* weights, const std::int8_t* x, std::int8_t* y,
                         int pixels) {
  [[maybe_unused]] std::int32_t sums[Zero != 0 ? Most : 1];
  if constexpr (Zero != 0) sum_lines<Steps, Apart, Zero>(sums, x, pixels);
  const auto run = [&](int pixel, int fours) __attribute__((always_inline)) {
    task.x = x + pixel * Apart;
    task.constants = pairs;
    task.weights = weights;
    task.y = y + pixel * p.oc;
    if constexpr (Zero != 0) task.sums = sums + pixel;
    run_group<tile::lines, S, Whole, Steps, Nibbles, (Zero != 0), Apart>(
        task, p.filters, (Nibbles ? 16 : 32) * Steps, fours, p.oc);
  };
  if (pixels < 4) set_places(task, p, pixels - 1);
  if (pixels >= 4) run(0, pixels / 4);
  // The last four overlap those before: what both write is the same.
  if (pixels % 4 != 0) run(maximum(pixels - 4, 0), 1);
}

/// Writes rows of output, Lines windows at a time.
template <int Steps, int Lines, bool InPlace, int KH, int Cells, int Run, epilogue_step S,
          bool Whole, bool Nibbles, int Zero, class Pair>
ETCH_KERNEL void conv2d_by_lines(const line_plan& p, const epilogue_numbers& end, const Pair* pairs,
                                 const std::int8_t* weights,
                                 const std::int8_t* x,  // (N,H,W,C)
                                 std::int8_t* y,        // (N,OH,OW,O)
                                 [[maybe_unused]] unsigned char* scratch, row_block rows) {
  constexpr int length = 16 * Steps;
  tile_task task;  // places are written before they are read
  task.steps = Steps;
  task.to_end = {end.zero_or_shift, end.low, end.high};
  const int begin = rows.first * p.row_pixels, pixels = rows.count * p.row_pixels;
  y += begin * p.oc;
  if constexpr (InPlace) {
    set_places(task, p, 3);
    x += begin * length;
    const auto run = [&](int first, int count) __attribute__((always_inline)) {
      run_lines<Steps, length, S, Whole, Nibbles, Zero, Lines>(
          task, p, pairs, weights, x + first * length, y + first * p.oc, count);
    };
    if constexpr (Zero == 0) {
      run(0, pixels);
    } else {  // as many as have their sums on the stack
      for (int next = 0; next < pixels; next += Lines) {
        const int first = minimum(next, pixels - 4);
        run(first, minimum(pixels - first, Lines));
      }
    }
  } else {
    auto* const lines = reinterpret_cast<std::int8_t*>(scratch);
    const int pairs_of_group = ceil_div(p.filters, 2);
    for (int group = p.groups; group > 0; --group) {
      set_places(task, p, 3);
      pixel_place at = place_of(p, begin);
      std::int8_t* to = y;
      for (int left = pixels; left > 0; left -= Lines, to += Lines * p.oc) {
        const int count = minimum(left, Lines);
        gather_lines<KH, Cells, Run>(p, lines, length, x, at, count);
        fill_four_lines(lines, length, count);
        run_lines<Steps, length, S, Whole, Nibbles, Zero, Lines>(task, p, pairs, weights, lines, to,
                                                                 count);
      }
      pairs += pairs_of_group;
      weights += pairs_of_group * (Nibbles ? 16 : 32) * Steps;
      x += p.depth;
      y += p.filters;
    }
  }
}

/// The same by strips of so many pixels, C codes a pixel of the input.
template <int Steps, int Pixels, int Stride, int KH, int KW, int C, int Depth, int Pitch,
          int Together, bool Scatters, epilogue_step S, bool Whole, bool Nibbles, int Zero,
          class Pair>
ETCH_KERNEL void conv2d_by_strips(const line_plan& p, const epilogue_numbers& end,
                                  const Pair* pairs, const std::int8_t* weights,
                                  const std::int8_t* x,  // (N,H,W,C)
                                  std::int8_t* y,        // (N,OH,OW,O)
                                  unsigned char* scratch, row_block rows) {
  auto* const strip = reinterpret_cast<std::int8_t*>(scratch);
  constexpr int bytes = ((Pixels - 1) * Stride + KW) * Pitch;
  tile_task task;
  task.steps = Steps;
  task.to_end = {end.zero_or_shift, end.low, end.high};
  set_places(task, p, 3);
  const int pairs_of_group = ceil_div(p.filters, 2);
  for (int group = p.groups; group > 0; group -= Together) {
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      pixel_place at;
      at.r = r;
      at.j = 0;
      set_row(p, at);
      for (int next = 0; next < p.row_pixels; next += Pixels) {
        const int first = minimum<int>(next, p.row_pixels - 4);
        const int count = minimum<int>(p.row_pixels - first, Pixels);
        const int columns = (count - 1) * Stride + KW;
        at.j = first * Stride;
        if constexpr (Together == 2) scatter_two_groups<KH, C>(p, strip, bytes, x, at, columns);
        else if constexpr (Scatters) scatter_columns<KH, C, Pitch>(p, strip, x, at, columns);
        else {
          pixel_place place = at;
          gather_lines<KH, 1, Depth, true>(p, strip, Pitch, x, place, columns);
        }
        std::int8_t* const to = y + (r * p.row_pixels + first) * p.oc;
        for (int i = 0; i < Together; ++i) {
          run_lines<Steps, Stride * Pitch, S, Whole, Nibbles, Zero, Pixels>(
              task, p, pairs + i * pairs_of_group,
              weights + i * pairs_of_group * (Nibbles ? 16 : 32) * Steps, strip + i * bytes,
              to + i * p.filters, count);
        }
      }
    }
    pairs += Together * pairs_of_group;
    weights += Together * pairs_of_group * (Nibbles ? 16 : 32) * Steps;
    x += Together * p.depth, y += Together * p.filters;
  }
}

#endif

/// Two filters times four windows that lie one behind the other by VMLADAVA, at most Lines at a
/// time.
template <int Lines>
struct vmladava_of_lines {
  static constexpr bool takes_zeros = true;
  static constexpr bool takes(byte_layer l) {
    l.is_bytes = l.is_signed;
    return takes_epilogue(l) && !l.by_channel && l.taps() > 48 && l.taps() <= 160 &&
           pick_gathering(l.g) != gathering::columns && fits_patch_plan(l.g);
  }
  template <class C>
  static constexpr bool proves = has_small_factors<C>;

  template <class C>
  static constexpr int steps = ceil_div(layer_of<C>.taps(), 16);
  template <class C>
  static constexpr bool in_place = holds_lines(layer_of<C>.g, 16 * steps<C>);
  template <class C>
  static constexpr bool by_strips = makes_strips(layer_of<C>.g, strip_pitch(layer_of<C>.g));
  template <class C>
  static constexpr int scratch = [] {
    constexpr window_geometry g = layer_of<C>.g;
    constexpr int pitch = strip_pitch(g);
    if (by_strips<C>) return strip_scratch(g, strip_pixels(g, pitch), pitch);
    return in_place<C> ? 0 : line_scratch(g, 16 * steps<C>, Lines);
  }();

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    if constexpr (by_strips<C>)
      return pack_pairs<C, gathering::strips>(make_strip_plan(l.g, l.x_zero));
    else return pack_pairs<C, gathering::lines>(make_line_plan(l.g, l.x_zero));
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    constexpr epilogue e = layer_of<C>.end;
    constexpr window_geometry g = layer_of<C>.g;
    constexpr line_plan p = make_line_plan(g, 0);
    const auto& constants = kernel_constants<K, C>(a);
    if constexpr (by_strips<C>) {
      conv2d_by_strips<steps<C>, strip_pixels(g, strip_pitch(g)), g.stride_w, g.kh, g.kw, g.c,
                       p.depth, strip_pitch(g), groups_at_once(g),
                       scatters_columns(g, strip_pitch(g)), step_of(e), e.saturates_to_int8(),
                       in_nibbles<C>, layer_of<C>.w_zero>(
          constants.plan, constants.end, constants.tiles, constants.weights, a.template in<0>(),
          a.template out<0>(), a.scratch(), rows);
      return;
    }
    conv2d_by_lines<steps<C>, Lines, in_place<C>, p.kh, p.straight ? 1 : p.kw, p.run, step_of(e),
                    e.saturates_to_int8(), in_nibbles<C>, layer_of<C>.w_zero>(
        constants.plan, constants.end, constants.tiles, constants.weights, a.template in<0>(),
        a.template out<0>(), a.scratch(), rows);
#else
    static_assert(sizeof(A) == 0, "conv2d by VMLADAVA: compile with -mcpu=cortex-m55");
#endif
  }
};
/// The same where memory is idle.
struct vmladava_lines : vmladava_of_lines<most_lines> {
  template <class C>
  static constexpr bool takes_idle_memory = true;
  static constexpr bool takes(const byte_layer& l) {  // a strip is no longer where memory is idle
    return vmladava_of_lines::takes(l) && !makes_strips(l.g, strip_pitch(l.g));
  }
};

}  // namespace armv81m

/// conv2d of 8-bit codes by pairs of filters over windows one behind the other.
struct conv2d_s8_s8_s8_2x4_vmladava_lines
    : layer_kernel<conv2d_s8_s8_s8_2x4_vmladava_lines, ops::conv2d, armv81m::vmladava_lines> {
  static constexpr const char* name = "conv2d_s8_s8_s8_2x4_vmladava_lines";
};

}  // namespace ETCH_NAMESPACE
