// conv2d of 8-bit codes whose windows have at most 48: the weights of two filters stay in
// registers, windows pass by (held_weights.hpp).
//
// Needs: MVE; hwc; no groups; windows of at most 48 codes; an even number of filters; factors below
// 1/2, shifts of 0 .. 30 to the right. Window, padding, stride, dilation and C are free. Reads: x
// (N,H,W,C), weights (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv81m/held_weights.hpp>
#include <etch/kernel/armv81m/strips.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

inline constexpr int most_windows = 64;  ///< at a time, in scratch memory

/// Columns of strips have no gaps, so that windows are as short as can be. Few pixels a row are not
/// worth a strip.
constexpr int held_pitch(const window_geometry& g) { return g.kh * g.c; }
constexpr bool makes_held_strips(const window_geometry& g) {
  return g.kh * g.kw * g.c > 8 && g.ow >= 16 && held_pitch(g) * g.stride_w <= 127 &&
         makes_strips(g, held_pitch(g));
}
/// How windows are found, and where strips are made how: pixels of a strip, their distance,
/// channels.
struct held_form {
  bool in_place;
  int strip_pixels, stride, channels;
};

#if ETCH_HAS_MVE

/// The codes of `pixels` windows, Apart bytes from one to the next, at `x`.
template <window_length N, epilogue_step S, bool Whole, int Apart = bytes_of(N)>
ETCH_GLUE void run_windows(held_task task, const std::int8_t* x, std::int8_t* y, int oc,
                           int pixels) {
  held_task rest = task;
  if (pixels >= 4) {
    task.x = x;
    task.y = y;
    task.fours = pixels / 4;
    pairs_of_filters<N, S, Whole, Apart>(&task);
    if (pixels % 4 == 0) return;
  }
  // The last four overlap those before: what both write is the same.
  const int first = maximum(pixels - 4, 0), last = minimum(pixels, 4) - 1;
  for (int q = 0; q < 4; ++q) {
    const int place = minimum(q, last) * oc;
    rest.places[2 * q] = static_cast<std::uint16_t>(place);
    rest.places[2 * q + 1] = static_cast<std::uint16_t>(place + 1);
  }
  rest.x = x + first * Apart;
  rest.y = y + first * oc;
  rest.fours = 1;
  pairs_of_filters<N, S, Whole, Apart>(&rest);
}

/// Writes rows of output.
template <window_length N, held_form Of, int KH, int Cells, int Run, epilogue_step S, bool Whole,
          class Pair>
ETCH_KERNEL void conv2d_by_pairs(const line_plan& p, const epilogue_numbers& end, const Pair* pairs,
                                 const std::int8_t* weights,
                                 const std::int8_t* x,  // (N,H,W,C)
                                 std::int8_t* y,        // (N,OH,OW,O)
                                 [[maybe_unused]] unsigned char* scratch, row_block rows) {
  held_task task;  // windows and places are written before they are read
  task.constants = pairs;
  task.end = pairs + p.oc / 2;
  task.weights = weights;
  task.y_step = 4 * p.oc;
  task.to_end = {end.zero_or_shift, end.low, end.high};
  for (int q = 0; q < 4; ++q) {
    task.places[2 * q] = static_cast<std::uint16_t>(q * p.oc);
    task.places[2 * q + 1] = static_cast<std::uint16_t>(q * p.oc + 1);
  }
  const int begin = rows.first * p.row_pixels, pixels = rows.count * p.row_pixels;
  y += begin * p.oc;
  if constexpr (Of.strip_pixels > 0) {
    constexpr int pitch = KH * Of.channels;
    auto* const strip = reinterpret_cast<std::int8_t*>(scratch);
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      pixel_place at;
      at.r = r;
      at.j = 0;
      set_row(p, at);
      for (int left = p.row_pixels; left > 0; left -= Of.strip_pixels) {
        const int count = minimum(left, Of.strip_pixels);
        scatter_columns<KH, Of.channels, pitch>(p, strip, x, at, (count - 1) * Of.stride + Cells);
        run_windows<N, S, Whole, Of.stride * pitch>(task, strip, y, p.oc, count);
        y += count * p.oc;
        at.j += count * Of.stride;
      }
    }
  } else if constexpr (Of.in_place) {
    run_windows<N, S, Whole>(task, x + begin * bytes_of(N), y, p.oc, pixels);
  } else {
    auto* const lines = reinterpret_cast<std::int8_t*>(scratch);
    pixel_place at = place_of(p, begin);
    for (int left = pixels; left > 0; left -= most_windows, y += most_windows * p.oc) {
      const int count = minimum(left, most_windows);
      gather_lines<KH, Cells, Run>(p, lines, bytes_of(N), x, at, count);
      fill_four_lines(lines, bytes_of(N), count);
      run_windows<N, S, Whole>(task, lines, y, p.oc, count);
    }
  }
}

#endif

/// Two filters, whose weights stay in registers, times four pixels by VMLADAV.
struct vmladav_2x4 {
  static constexpr bool takes(const byte_layer& l) {
    return takes_epilogue(l) && !l.by_channel && l.g.groups == 1 && l.g.oc % 2 == 0 &&
           l.taps() <= 48 && fits_patch_plan(l.g);
  }
  template <class C>
  static constexpr bool proves = has_small_factors<C>;

  template <class C>
  static constexpr window_length length = length_of(layer_of<C>.taps());
  template <class C>
  static constexpr bool in_place = holds_lines(layer_of<C>.g, bytes_of(length<C>));
  template <class C>
  static constexpr held_form form = [] {
    constexpr window_geometry g = layer_of<C>.g;
    const int pixels = makes_held_strips(g) ? strip_pixels(g, held_pitch(g)) : 0;
    return held_form{in_place<C>, pixels, g.stride_w, g.c};
  }();
  template <class C>
  static constexpr int scratch = [] {
    constexpr window_geometry g = layer_of<C>.g;
    if (form<C>.strip_pixels > 0) return strip_scratch(g, form<C>.strip_pixels, held_pitch(g));
    return in_place<C> ? 0 : line_scratch(g, bytes_of(length<C>), most_windows);
  }();
  template <class C>
  static constexpr bool takes_idle_memory = form<C>.strip_pixels == 0;
  template <class C>
  static constexpr bool takes_spare_memory = !takes_idle_memory<C>;

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int pairs = l.g.oc / 2, taps = l.taps(), vectors = vectors_of_pair(length<C>);
    constexpr int filter_bytes = 8 * vectors;
    constexpr bool strips = form<C>.strip_pixels > 0;
    layer_constants<line_plan, tile_constants<2, l.end.shifts()>, pairs, pairs * 16 * vectors> k{
        strips ? make_strip_plan(l.g, l.x_zero) : make_line_plan(l.g, l.x_zero),
        numbers_of(l.end),
        {},
        {}};
    const unsigned char* bytes = C::bytes(1);
    for (int o = 0; o < l.g.oc; ++o) {
      int sum = 0;
      std::int8_t* const to = k.weights + o * filter_bytes;
      for (int t = 0; t < taps; ++t) {
        const auto code = static_cast<std::int8_t>(bytes[o * taps + t]);
        to[strips ? place_in_strip(l.g, held_pitch(l.g), t) : t] = code;
        if (length<C> == window_length::half) to[24 + t] = code;
        sum += code;
      }
      set_filter<C>(k.tiles[o / 2], o % 2, o, sum);
    }
    return k;
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    constexpr epilogue e = layer_of<C>.end;
    constexpr line_plan p = make_line_plan(layer_of<C>.g, 0);
    constexpr int cells = p.straight && form<C>.strip_pixels == 0 ? 1 : p.kw;
    const auto& constants = kernel_constants<K, C>(a);
    conv2d_by_pairs<length<C>, form<C>, p.kh, cells, p.run, step_of(e), e.saturates_to_int8()>(
        constants.plan, constants.end, constants.tiles, constants.weights, a.template in<0>(),
        a.template out<0>(), a.scratch(), rows);
#else
    static_assert(sizeof(A) == 0, "conv2d by VMLADAV: compile with -mcpu=cortex-m55");
#endif
  }
};

}  // namespace armv81m

/// conv2d of 8-bit codes by pairs of filters whose weights stay in registers.
struct conv2d_s8_s8_s8_2x4_vmladav
    : layer_kernel<conv2d_s8_s8_s8_2x4_vmladav, ops::conv2d, armv81m::vmladav_2x4> {
  static constexpr const char* name = "conv2d_s8_s8_s8_2x4_vmladav";
};

}  // namespace ETCH_NAMESPACE
