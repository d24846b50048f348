// The row loop of convolutions without DSP instructions: the windows of four output pixels are laid
// out at a time, so that scratch memory does not grow with the width of a row.
#pragma once

#include <etch/kernel/armv6m/sum_ends.hpp>
#include <etch/op/window.hpp>

namespace etch::inline ETCH_ABI {

namespace armv6m {

/// A convolution as its row loop sees it. Lengths in codes.
struct patch_plan {
  int h, w, oh, ow, c;
  int kh, kw, stride_h, stride_w, dilation_h, dilation_w, pad_top, pad_left;
  int zero;     ///< the code of real 0
  int gathers;  ///< 0: windows inside the input are read where they lie; 1: all are gathered
  int filters;
  int taps;  ///< of a filter, filled up for the loop over them
  layer_end to;
};
constexpr patch_plan make_patch_plan(const window_geometry& g, int zero, int gathers, int taps,
                                     layer_end to) {
  return {g.h,        g.w,        g.oh,       g.ow,         g.c,          g.kh,
          g.kw,       g.stride_h, g.stride_w, g.dilation_h, g.dilation_w, g.pad_top,
          g.pad_left, zero,       gathers,    g.oc,         taps,         to};
}

#if ETCH_HAS_M_PROFILE

struct [[gnu::may_alias]] aligned_word {
  std::uint32_t value;
};

/// Copies `count` codes; whole words where both lie so.
ETCH_GLUE std::int8_t* copy_codes(std::int8_t* to, const std::int8_t* from, int count) {
  if (((reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from)) & 3) == 0) {
    for (; count >= 12; count -= 12) {
      __asm volatile("ldmia %1!,{r3,r4,r5}\n\tstmia %0!,{r3,r4,r5}"
                     : "+l"(to), "+l"(from)::"r3", "r4", "r5", "memory");
    }
    for (; count >= 4; count -= 4, to += 4, from += 4) {
      reinterpret_cast<aligned_word*>(to)->value =
          reinterpret_cast<const aligned_word*>(from)->value;
      __asm volatile("" ::: "memory");  // no call of memcpy
    }
  }
  for (; count > 0; --count) {
    *to++ = *from++;
    __asm volatile("" ::: "memory");
  }
  return to;
}
ETCH_GLUE std::int8_t* fill_codes(std::int8_t* to, int code, int count) {
  if ((reinterpret_cast<std::uintptr_t>(to) & 3) == 0) {
    const std::uint32_t four = static_cast<std::uint8_t>(code) * 0x01010101u;
    for (; count >= 4; count -= 4, to += 4) {
      reinterpret_cast<aligned_word*>(to)->value = four;
      __asm volatile("" ::: "memory");  // no call of memset
    }
  }
  for (; count > 0; --count) {
    *to++ = static_cast<std::int8_t>(code);
    __asm volatile("" ::: "memory");
  }
  return to;
}

/// Output pixel (n, i, j), and the ways to its neighbours.
struct pixel {
  int n, i, j;
  pixel() = default;
  /// The first of an output row. Cortex-M0 does not divide.
  ETCH_GLUE pixel(const patch_plan& p, int row) : n(0), i(row), j(0) {
    for (; i >= p.oh; i -= p.oh) ++n;
  }
  ETCH_GLUE void next(const patch_plan& p) {
    if (++j < p.ow) return;
    j = 0;
    if (++i < p.oh) return;
    i = 0;
    ++n;
  }
  ETCH_GLUE void previous(const patch_plan& p) {
    if (--j >= 0) return;
    j = p.ow - 1;
    if (--i >= 0) return;
    i = p.oh - 1;
    --n;
  }
};

/// Row and column of the input that the window of a pixel begins at.
struct corner {
  int h, w;
  ETCH_GLUE corner(const patch_plan& p, const pixel& at)
      : h(at.i * p.stride_h - p.pad_top), w(at.j * p.stride_w - p.pad_left) {}
  /// Whether the whole window lies inside the input.
  ETCH_GLUE bool is_inside(const patch_plan& p) const {
    return h >= 0 && w >= 0 && h + (p.kh - 1) * p.dilation_h < p.h &&
           w + (p.kw - 1) * p.dilation_w < p.w;
  }
};

/// The window of a pixel, one code after the other, zero where it lies outside the input.
ETCH_KERNEL inline void gather_window(const patch_plan& p, std::int8_t* to,
                                      strided_rows<const std::int8_t> x,  // (N H, W C)
                                      const pixel& at) {
  const int left = at.j * p.stride_w - p.pad_left;
  for (int u = 0; u < p.kh; ++u) {
    const int h = at.i * p.stride_h - p.pad_top + u * p.dilation_h;
    if (h < 0 || h >= p.h) {
      to = fill_codes(to, p.zero, p.kw * p.c);
      continue;
    }
    const std::int8_t* const row = x.row(at.n * p.h + h);
    if (p.dilation_w == 1) {
      const int before = clamp(-left, 0, p.kw), end = clamp(p.w - left, before, p.kw);
      to = fill_codes(to, p.zero, before * p.c);
      to = copy_codes(to, row + (left + before) * p.c, (end - before) * p.c);
      to = fill_codes(to, p.zero, (p.kw - end) * p.c);
    } else {
      int w = left;
      for (int v = 0; v < p.kw; ++v, w += p.dilation_w) {
        if (w < 0 || w >= p.w) to = fill_codes(to, p.zero, p.c);
        else to = copy_codes(to, row + w * p.c, p.c);
      }
    }
  }
}

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

}  // namespace etch::inline ETCH_ABI
