// depthwise_conv2d of 8-bit codes without DSP instructions and without scratch memory: the window
// of sixteen channels of a pixel at a time is copied to the stack. For rows that lie apart.
#pragma once

#include <etch/kernel/cortex_m/depthwise_by_windows.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

inline constexpr int channels_of_block = 16;
inline constexpr int most_block_taps = 16;

#if ETCH_HAS_M_PROFILE

/// The cells of the window of a pixel, null where they lie outside the input.
template <class Rows>
ETCH_GLUE void list_cells(const sum_plan& p, const std::int8_t** to, Rows x, const pixel& at) {
  const corner first(p, at);
  for (int u = 0, h = first.h; u < p.kh; ++u, h += p.dilation_h) {
    const std::int8_t* const row = h < 0 || h >= p.h ? nullptr : x.row(at.n * p.h + h);
    for (int v = 0, w = first.w; v < p.kw; ++v, w += p.dilation_w) {
      *to++ = row == nullptr || w < 0 || w >= p.w ? nullptr : row + w * p.c;
    }
  }
}

/// Copies `count` codes, at most those of a block, from each of `taps` cells, which are moved on.
ETCH_KERNEL inline void copy_cells(std::int8_t* to, const std::int8_t** cells, int taps, int count,
                                   int zero) {
  for (; taps > 0; --taps, ++cells) {
    const std::int8_t* const from = *cells;
    if (from == nullptr) {
      to = fill_codes(to, zero, count);
      continue;
    }
    *cells = from + count;
    if (count % 8 == 0 && (reinterpret_cast<std::uintptr_t>(from) & 3) == 0) {
      const std::int8_t* at = from;
      const auto copy_eight = [&]() __attribute__((always_inline)) {
        __asm volatile("ldmia %1!,{r3,r4}\n\tstmia %0!,{r3,r4}"
                       : "+l"(to), "+l"(at)::"r3", "r4", "memory");
      };
      copy_eight();
      if (count > 8) copy_eight();
    } else {
      to = copy_codes(to, from, count);
    }
  }
}

#endif

/// depthwise_conv2d by sums of kind Sums, a Core, as depthwise_by_windows. Weights lie block by
/// block.
template <class Sums>
struct depthwise_by_blocks : microkernel<depthwise_by_blocks<Sums>, Sums> {
  static constexpr bool widens_weights = true;

  static constexpr bool takes(const byte_layer& l) {
    return takes_epilogue<Sums>(l) && l.has_filter_per_channel() && l.taps() <= most_block_taps;
  }
  template <class C>
  static constexpr bool reads_rows = true;
  template <class C>
  static constexpr bool writes_spaced = true;

  template <class C>
  static constexpr auto pack() {
    constexpr window_geometry g = layer_of<C>.g;
    constexpr int taps = layer_of<C>.taps();
    constexpr bool known = adds_windows<C, Sums>;
    return pack_depthwise<C, Sums>(known, [](int c, int t) {
      const int i = c % channels_of_block, first = c - i;
      const int count = minimum(g.c - first, channels_of_block);
      return first * taps + (known && Sums::by_channel ? i * taps + t : t * count + i);
    });
  }

#if ETCH_HAS_M_PROFILE
  template <epilogue_code E, class Plan, class End, class Rows, class Y>
  ETCH_KERNEL static void write_rows(const Plan& p, const End* ends, const std::int8_t* weights,
                                     Rows x,  // (N H, W C)
                                     Y y,     // the first row of (N OH, OW C)
                                     unsigned char*, row_block rows) {
    alignas(4) std::int8_t window[most_block_taps * channels_of_block];
    const std::int8_t* cells[most_block_taps];
    std::int32_t sums[channels_of_block];
    pixel at(p, rows.first);
    for (int i = rows.count * p.ow; i > 0; --i, at.next(p)) {
      list_cells(p, cells, x, at);
      const std::int8_t* w = weights;
      const End* k = ends;
      for (int left = p.c; left > 0; left -= channels_of_block, w += p.taps * channels_of_block) {
        const int count = minimum(channels_of_block, left);
        copy_cells(window, cells, p.taps, count, p.zero);
        if constexpr (requires { Plan::rows; }) {
          Sums::template add_window<Plan::rows, Plan::columns>(window, w, Plan::columns * count,
                                                               count, sums, sums + count);
        } else {
          add_taps(window, w, p.taps, count, sums, sums + count);
        }
        y = end_channels<Sums, E>(p.to, k, sums, count, y);
        k += count;
      }
    }
  }
#endif
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
