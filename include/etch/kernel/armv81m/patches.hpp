// Windows of four output pixels in scratch memory, 16 taps of each beside one another, as dot_2x4
// reads them. Cells outside the input are its zero point, so that the bias alone takes it off.
#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/op/window.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>
#endif

namespace etch::inline ETCH_ABI {

namespace armv81m {

/// A convolution as its loops see it. Lengths in codes.
struct patch_plan {
  std::int16_t h, w, oh, ow, c, oc;
  std::int16_t depth, filters;  ///< of a group
  std::int16_t kh, kw, stride_h, stride_w, dilation_h, dilation_w, pad_top, pad_left;
  std::int16_t groups;
  std::int16_t steps;  ///< of 16 taps
  std::int16_t run;    ///< codes of a window that lie in a row, kw depth or depth
  std::int8_t zero;    ///< of the input
};

constexpr int longest_side = 32767;

constexpr bool fits_patch_plan(const window_geometry& g) {
  const int sides[]{g.h,  g.w,  g.oh,       g.ow,       g.c,          g.oc,
                    g.kh, g.kw, g.stride_h, g.stride_w, g.dilation_h, g.dilation_w};
  for (const int side : sides) {
    if (side > longest_side) return false;
  }
  return g.kh * g.kw * (g.c / g.groups) <= longest_side && 3 * g.oc < longest_side;
}
constexpr patch_plan make_patch_plan(const window_geometry& g, int zero) {
  const auto half = [](int n) { return static_cast<std::int16_t>(n); };
  const int depth = g.c / g.groups;
  const bool in_a_row = g.groups == 1 && g.dilation_w == 1;
  return {half(g.h),
          half(g.w),
          half(g.oh),
          half(g.ow),
          half(g.c),
          half(g.oc),
          half(depth),
          half(g.oc / g.groups),
          half(g.kh),
          half(g.kw),
          half(g.stride_h),
          half(g.stride_w),
          half(g.dilation_h),
          half(g.dilation_w),
          half(g.pad_top),
          half(g.pad_left),
          half(g.groups),
          half(ceil_div(g.kh * g.kw * depth, 16)),
          half(in_a_row ? g.kw * depth : depth),
          static_cast<std::int8_t>(zero)};
}
/// Bytes of scratch memory: four windows, and one as its codes lie where they are no multiples
/// of 16, with the vector that may reach beyond it.
constexpr int patch_scratch(const patch_plan& p) {
  return 64 * p.steps + (p.depth % 16 != 0 ? 16 * p.steps + 16 : 0);
}

#if ETCH_HAS_MVE

/// `count` codes, with up to 15 more behind them that are 0.
ETCH_GLUE void copy_codes(std::int8_t* to, const std::int8_t* from, int count) {
  for (; count > 0; count -= 16, to += 16, from += 16) {
    vstrbq_s8(to, vldrbq_z_s8(from, vctp8q(static_cast<std::uint32_t>(count))));
  }
}
/// Whole vectors from codes in a row to every fourth vector.
ETCH_GLUE void spread_codes(std::int8_t* to, const std::int8_t* from, int vectors) {
  do {
    vstrbq_s8(to, vldrbq_s8(from));
    from += 16;
    to += 64;
  } while (--vectors > 0);
}

/// The window of pixel (r, j) of a group whose first channel x points to; Aligned: the depth is a
/// multiple of 16.
template <bool Aligned>
ETCH_GLUE void gather_window(const patch_plan& p, const std::int8_t* x,  // (N H,W,C)
                             std::int8_t* to, std::int8_t* line, int r, int j) {
  const int image = r / p.oh;
  int row = (r - image * p.oh) * p.stride_h - p.pad_top;
  const int left = j * p.stride_w - p.pad_left;
  const bool straight = p.run > p.depth || p.kw == 1;
  const bool inside = straight && left >= 0 && left + p.kw <= p.w;
  const int x_row = p.w * p.c;
  const std::int8_t* from = x + (image * p.h + row) * x_row + left * p.c;
  std::int8_t* at = Aligned ? to : line;
  for (int u = p.kh; u > 0; --u, row += p.dilation_h, from += p.dilation_h * x_row) {
    const bool row_inside = static_cast<unsigned>(row) < static_cast<unsigned>(p.h);
    if (inside && row_inside) {
      if constexpr (Aligned) spread_codes(at, from, p.run / 16);
      else copy_codes(at, from, p.run);
      at += Aligned ? 4 * p.run : p.run;
      continue;
    }
    int column = left;
    const std::int8_t* cell = from;
    for (int v = p.kw; v > 0; --v, column += p.dilation_w, cell += p.dilation_w * p.c) {
      if (row_inside && static_cast<unsigned>(column) < static_cast<unsigned>(p.w)) {
        if constexpr (Aligned) spread_codes(at, cell, p.depth / 16);
        else copy_codes(at, cell, p.depth);
      } else {
        for (int k = 0; k < p.depth; k += 16) {
          vstrbq_s8(at + (Aligned ? 4 * k : k), vdupq_n_s8(p.zero));
        }
      }
      at += Aligned ? 4 * p.depth : p.depth;
    }
  }
  if constexpr (!Aligned) spread_codes(to, line, p.steps);
}

/// The windows of pixels pixel .. pixel + 3, of which those after `last` are as that one.
template <bool Aligned>
ETCH_KERNEL void gather_windows(const patch_plan& p, const std::int8_t* x, std::int8_t* patch,
                                int pixel, int last) {
  int r = pixel / p.ow, j = pixel - r * p.ow;
  for (int q = 0; q < 4; ++q) {
    gather_window<Aligned>(p, x, patch + 16 * q, patch + 64 * p.steps, r, j);
    if (pixel++ < last && ++j == p.ow) j = 0, ++r;
  }
}

#endif

}  // namespace armv81m

}  // namespace etch::inline ETCH_ABI
