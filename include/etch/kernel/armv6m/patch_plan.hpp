// The row loop of convolutions without DSP instructions: the windows of four output pixels are laid
// out at a time, so that scratch memory does not grow with the width of a row.
#pragma once

#include <etch/kernel/armv6m/sum_ends.hpp>
#include <etch/kernel/cortex_m/gather.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// A convolution as its row loop sees it. Lengths in codes.
struct patch_plan : cortex_m::window_shape {
  int gathers;  ///< 0: windows inside the input are read where they lie; 1: all are gathered
  int filters;
  int taps;  ///< of a filter, filled up for the loop over them
  layer_end to;
};
constexpr patch_plan make_patch_plan(const window_geometry& g, int zero, int gathers, int taps,
                                     layer_end to) {
  return {cortex_m::make_window_shape(g, zero), gathers, g.oc, taps, to};
}

#if ETCH_HAS_M_PROFILE

using cortex_m::aligned_word, cortex_m::corner, cortex_m::gather_window, cortex_m::pixel;

/// Writes rows of output. Tile lays out the windows of Tile::together pixels at a time and sums
/// over four of them.
template <class Tile, epilogue_code E, class End>
ETCH_KERNEL void run_patches(const patch_plan& p, const End* ends, const std::int8_t* weights,
                             strided_rows<const std::int8_t> x,  // (N H, W C)
                             std::int8_t* y,                     // (N OH, OW OC)
                             unsigned char* scratch, row_block rows) {
  auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
  auto* const gathered = reinterpret_cast<std::int8_t*>(words + 2 * p.taps);
  const int end = (rows.first + rows.count) * p.ow, row_taps = p.kw * p.c;
  int begin = rows.first * p.ow;
  const bool few = end - begin < 4;
  for (pixel at(p, rows.first); begin < end; begin += few ? 1 : 4) {
    // the last tile has some pixels of the one before
    for (; !few && begin > end - 4; --begin) at.previous(p);
    for (int i = 0; i < 4; i += Tile::together) {
      const std::int8_t* window[Tile::together];
      pixel from[Tile::together];
      bool inside = p.gathers == 0;
      for (int k = 0; k < Tile::together; ++k) {
        const corner first(p, from[k] = at);
        inside = inside && first.is_inside(p);
        window[k] = x.row(at.n * p.h + first.h) + first.w * p.c;
        if (!few) at.next(p);
      }
      std::uint32_t* to = words + i / Tile::together;
      if (inside) {
        for (int u = p.kh; u > 0; --u, to += 2 * row_taps) {
          Tile::lay_out(to, window, row_taps);
          for (const std::int8_t*& w : window) w += p.dilation_h * x.stride;
        }
      } else {
        for (int k = 0; k < Tile::together; ++k) {
          gather_window(p, gathered + k * p.taps, x, from[k]);
          window[k] = gathered + k * p.taps;
        }
        Tile::lay_out(to, window, p.kh * row_taps);
      }
    }
    if (few) at.next(p);
    Tile::template run<E>(p, words, ends, weights, y + begin * p.filters, few ? 0 : p.filters);
  }
}

#endif

}  // namespace armv6m

}  // namespace ETCH_NAMESPACE
