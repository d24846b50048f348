// Windows as parts of a strip of columns in scratch memory: where windows side by side overlap,
// each code is copied once. A column has the rows of a window, one behind the other, channels in
// order.
#pragma once

#include <etch/kernel/armv81m/lines.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Bytes from column to column: vectors begin at words, so that columns may have a gap.
constexpr int strip_pitch(const window_geometry& g) {
  int pitch = g.kh * (g.c / g.groups);
  while (pitch * g.stride_w % 4 != 0) ++pitch;
  return pitch;
}
/// Whether the cells of columns are scattered, a vector of a row at a time: its last code lies in
/// reach, and columns with gaps are no more vectors.
constexpr bool scatters_columns(const window_geometry& g, int pitch) {
  const int taps = g.kh * g.kw * g.c;
  return g.groups == 1 && g.c <= 4 && (16 / g.c - 1) * pitch + g.c <= 256 &&
         ceil_div(g.kw * pitch, 16) == ceil_div(taps, 16);
}
/// Whether windows become a strip of columns.
constexpr bool makes_strips(const window_geometry& g, int pitch) {
  const bool takes_columns = g.groups > 1 ? g.c / g.groups % 4 == 0 : scatters_columns(g, pitch);
  return takes_columns && g.kh > 1 && g.dilation_w == 1 && g.stride_w < g.kw && make_fours(g.ow, 1);
}
/// Where tap t lies among columns.
constexpr int place_in_strip(const window_geometry& g, int pitch, int t) {
  const int depth = g.c / g.groups;
  return t / depth % g.kw * pitch + t / depth / g.kw * depth + t % depth;
}
/// Columns under windows of `pixels`.
constexpr int strip_columns(const window_geometry& g, int pixels) {
  return (pixels - 1) * g.stride_w + g.kw;
}
/// Groups whose strips are made together: where a vector has a cell of two.
constexpr int groups_at_once(const window_geometry& g) {
  return g.groups % 2 == 0 && g.c / g.groups == 8 && g.c <= 504 ? 2 : 1;
}
/// Bytes of scratch memory for strips; what is beyond them is read and written as well.
constexpr int strip_scratch(const window_geometry& g, int pixels, int pitch) {
  return round_up(groups_at_once(g) * strip_columns(g, pixels) * pitch + 16, 16);
}
/// Pixels in a strip, in fours, that takes little scratch memory.
constexpr int strip_pixels(const window_geometry& g, int pitch) {
  int pixels = 4;
  while (pixels < g.ow && strip_scratch(g, pixels + 4, pitch) <= 1024) pixels += 4;
  return pixels;
}
/// The columns of strips as windows.
constexpr line_plan make_strip_plan(window_geometry g, int zero) {
  const int row_pixels = g.ow;
  g.ow = strip_columns(g, g.ow);
  g.kw = g.stride_w = 1;
  line_plan p = make_line_plan(g, zero);
  p.row_pixels = half(row_pixels);
  return p;
}

#if ETCH_HAS_MVE

/// Puts cells of a row where they belong in columns Pitch bytes apart.
template <int Pitch, int Channels>
ETCH_GLUE void scatter_cells(std::int8_t* to, const std::int8_t* from, uint8x16_t places,
                             int cells) {
  constexpr int each = 16 / Channels;
  const int rest = cells % each;
  int whole = cells / each;
  int8x16_t codes;
  mve_pred16_t lanes;
  if (whole > 0) {
    __asm volatile(
        ETCH_KEEP_PREDICATE
        "vctp.8 %[each]\n1:\n\tvpstt\n\tvldrbt.8 %q[v],[%[from]],%[codes]\n\t"
        "vstrbt.8 %q[v],[%[to],%q[places]]\n\tadd %[to],%[next]\n\t"
        "subs %[n],#1\n\tbne 1b" ETCH_GIVE_PREDICATE_BACK
        : ETCH_PREDICATE(lanes), [v] "=&w"(codes), [to] "+r"(to), [from] "+l"(from), [n] "+l"(whole)
        : [places] "w"(places), [each] "r"(each * Channels), [codes] "i"(each * Channels),
          [next] "i"(each * Pitch)
        : "cc", "memory");
  }
  const mve_pred16_t some = vctp8q(static_cast<std::uint32_t>(rest * Channels));
  vstrbq_scatter_offset_p_s8(to, places, vldrbq_z_s8(from, some), some);
}
/// Sets `bytes` of Strips strips, or some more, to zeros; the strips are `next` bytes apart.
template <int Strips>
ETCH_GLUE void clear_strips(std::int8_t* to, int8x16_t zeros, int bytes, int next = 0) {
  for (; bytes > 0; bytes -= 16, to += 16) {
    vstrbq_s8(to, zeros);
    if constexpr (Strips > 1) vstrbq_s8(to + next, zeros);
  }
}
/// A strip of `columns` columns from `at` on.
template <int KH, int Channels, int Pitch>
ETCH_KERNEL void scatter_columns(const line_plan& p, std::int8_t* strip, const std::int8_t* x,
                                 const pixel_place& at, int columns) {
  const int8x16_t zeros = vdupq_n_s8(p.zero);
  const int left = at.j - p.pad_left;
  const cell_run inside = find_cells_inside(left, columns, 1, p.w);
  const int before = at.inside ? inside.first * Pitch : 0, bytes = columns * Pitch;
  const int behind = at.inside ? (inside.first + inside.count) * Pitch : 0;
  clear_strips<1>(strip, zeros, before);
  clear_strips<1>(strip + behind, zeros, bytes - behind);
  if (inside.count == 0) return;
  // Code i of a vector is channel i % Channels of cell i / Channels.
  const uint8x16_t code = vidupq_n_u8(0, 1);
  constexpr int factor = Channels == 3 ? 11 : 4 / Channels;
  constexpr int shift = Channels == 3 ? 5 : 2;
  const uint8x16_t cell = vshrq_n_u8(vmulq_n_u8(code, factor), shift);
  const uint8x16_t places = vaddq_u8(code, vmulq_n_u8(cell, Pitch - Channels));
  const std::int8_t* from = x + at.row + (left + inside.first) * Channels;
  std::int8_t* to = strip + inside.first * Pitch;
  int top = at.top;
  for (int u = KH; u > 0; --u, top += p.dilation_h, from += p.x_next, to += Channels) {
    if (static_cast<unsigned>(top) < static_cast<unsigned>(p.h))
      scatter_cells<Pitch, Channels>(to, from, places, inside.count);
  }
}
/// Strips of two groups of eight channels, one `bytes` behind the other.
template <int KH, int C>
ETCH_KERNEL void scatter_two_groups(const line_plan& p, std::int8_t* strip, int bytes,
                                    const std::int8_t* x, const pixel_place& at, int columns) {
  constexpr int pitch = 8 * KH;
  const int8x16_t zeros = vdupq_n_s8(p.zero);
  const int left = at.j - p.pad_left;
  const cell_run inside = find_cells_inside(left, columns, 1, p.w);
  const int before = at.inside ? inside.first * pitch : 0, end = columns * pitch;
  const int behind = at.inside ? (inside.first + inside.count) * pitch : 0;
  clear_strips<2>(strip, zeros, before, bytes);
  clear_strips<2>(strip + behind, zeros, end - behind, bytes);
  if (inside.count == 0) return;
  const std::int8_t* from = x + at.row + (left + inside.first) * C;
  const std::int8_t* to = strip + (inside.first - 1) * pitch;
  int top = at.top;
  for (int u = KH; u > 0; --u, top += p.dilation_h, from += p.x_next, to += 8) {
    if (static_cast<unsigned>(top) >= static_cast<unsigned>(p.h)) continue;
    const auto first = reinterpret_cast<std::uintptr_t>(to);
    const std::int8_t* cell = from;
    int cells = inside.count;
    uint32x4_t places = vdupq_n_u32(first);
    places = vsetq_lane_u32(first + static_cast<unsigned>(bytes), places, 2);
    int8x16_t codes;
    __asm volatile(
        ".macro etch_cell\n\tvldrw.32 %q[v],[%[from]],%[cell]\n\t"
        "vstrd.64 %q[v],[%q[to],%[pitch]]!\n\t.endm\n\t"
        "lsrs %[n],%[n],#1\n\tbcc 1f\n\tetch_cell\n1:\n\tbeq 3f\n\tdls lr,%[n]\n2:\n\t"
        "etch_cell\n\tetch_cell\n\tle lr,2b\n3:\n\t.purgem etch_cell"
        : [v] "=&w"(codes), [from] "+r"(cell), [to] "+w"(places), [n] "+r"(cells)
        : [cell] "i"(C), [pitch] "i"(pitch)
        : "lr", "cc", "memory");
  }
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
