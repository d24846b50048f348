// conv2d of 8-bit codes pixel by pixel: eight filters times one window by VMLADAVA, and the last
// one to seven. For rows that lie apart: what tiles of four pixels would leave unused of a short
// row is no loss here, and codes are read where they lie.
//
// Needs: MVE; hwc; no groups; factors below 1/2, shifts of 0 .. 30 to the right. Window, padding,
// stride, dilation, C and OC are free. Reads: x (N,H,W,C), weights (O,KH,KW,C), bias (O). Writes: y
// (N,OH,OW,O).
#pragma once

#include <etch/kernel/armv81m/copy_run.hpp>
#include <etch/kernel/armv81m/filters_by_eights.hpp>
#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Where the codes of a window are read.
enum class reading : std::int8_t {
  cell,  ///< it is one cell of whole vectors
  runs,  ///< its cells are whole vectors
  line,  ///< elsewhere: they are copied, one behind the other
};
inline constexpr int most_cells = 25;  ///< of a window of runs
inline constexpr int short_line = 64;  ///< bytes: a longer one lies in scratch memory
constexpr reading pick_reading(const window_geometry& g) {
  if (g.c % 16 != 0) return reading::line;
  if (reads_single_cells(g)) return reading::cell;
  return g.kh * g.kw <= most_cells ? reading::runs : reading::line;
}

/// A convolution as its loop sees it.
struct pixel_plan : window_sides {
  std::int16_t oc;
  std::int16_t steps;  ///< vectors of a filter
  std::int8_t zero;    ///< of the input
};

#if ETCH_HAS_MVE

/// The cells of a window inside the input: rows u, the first of which is input row `top`, and
/// columns v from column `left` on.
struct window_place {
  cell_run u, v;
  int top, left;
};

/// The window at `at`, one code behind the other, zero where it lies outside the input.
template <class Rows>
ETCH_GLUE void copy_window(const pixel_plan& p, std::int8_t* to, Rows x, const window_place& at) {
  if (at.u.count * at.v.count != p.kh * p.kw) {
    for (int k = 0; k < 16 * p.steps; k += 16) vstrbq_s8(to + k, vdupq_n_s8(p.zero));
  }
  to += (at.u.first * p.kw + at.v.first) * p.c;
  for (int u = 0; u < at.u.count; ++u, to += p.kw * p.c) {
    const std::int8_t* from = x.row(at.top + u * p.dilation_h) + at.left * p.c;
    if (p.dilation_w == 1) {
      copy_run(to, from, at.v.count * p.c);
    } else {
      for (int v = 0; v < at.v.count; ++v, from += p.dilation_w * p.c)
        copy_run(to + v * p.c, from, p.c);
    }
  }
}

/// The addresses of the runs of the window at `at`, whose cells outside the input are `zeros`, and
/// a null. Returns how many vectors each has.
template <class Rows>
ETCH_GLUE int list_runs(const pixel_plan& p, const std::int8_t** to, Rows x, const window_place& at,
                        const std::int8_t* zeros) {
  const bool inside = at.u.count * at.v.count == p.kh * p.kw;
  if (inside && p.dilation_w == 1) {
    for (int u = 0; u < p.kh; ++u) *to++ = x.row(at.top + u * p.dilation_h) + at.left * p.c;
  } else {
    for (int u = 0; u < p.kh; ++u) {
      const int row = u - at.u.first;
      const bool has_row = static_cast<unsigned>(row) < static_cast<unsigned>(at.u.count);
      const std::int8_t* const from =
          has_row ? x.row(at.top + row * p.dilation_h) + at.left * p.c : zeros;
      for (int v = 0; v < p.kw; ++v) {
        const int column = v - at.v.first;
        const bool is_inside =
            has_row && static_cast<unsigned>(column) < static_cast<unsigned>(at.v.count);
        *to++ = is_inside ? from + column * p.dilation_w * p.c : zeros;
      }
    }
  }
  *to = nullptr;
  return (inside && p.dilation_w == 1 ? p.kw * p.c : p.c) / 16;
}

/// Writes rows of output from y on.
template <reading How, epilogue_step S, bool Whole, bool Eights, int Rest, class Eight, class Rows>
ETCH_KERNEL void conv2d_by_pixels(const pixel_plan& p, const epilogue_numbers& end,
                                  const Eight* filters, const std::int8_t* weights,
                                  Rows x,          // (N H, W C)
                                  std::int8_t* y,  // (N OH, OW OC)
                                  [[maybe_unused]] unsigned char* scratch, row_block rows) {
  constexpr tile kind = How == reading::runs ? tile::runs : tile::filters;
  const int eights = p.oc / 8;
  tile_task task;  // without places
  task.steps = p.steps;
  task.to_end = {end.zero_or_shift, end.low, end.high};
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int image = r / p.oh, top = (r - image * p.oh) * p.stride_h - p.pad_top;
    if constexpr (How == reading::cell) {
      task.x = x.row(image * p.h + top);
      for (int j = p.ow; j > 0; --j, task.x += p.stride_w * p.c, y += p.oc) {
        run_filters<kind, S, Whole, Eights, Rest>(task, eights, p.steps, filters, weights, y);
      }
    } else {
      const cell_run u = count_cells_inside(top, p.kh, p.dilation_h, p.h);
      const int first_row = image * p.h + top + u.first * p.dilation_h;
      int left = -p.pad_left;
      for (int j = p.ow; j > 0; --j, left += p.stride_w, y += p.oc) {
        const cell_run v = count_cells_inside(left, p.kw, p.dilation_w, p.w);
        const window_place at{u, v, first_row, left + v.first * p.dilation_w};
        if constexpr (How == reading::runs) {
          const std::int8_t* runs[most_cells + 1];
          const std::int8_t* const zeros = weights + p.oc * p.steps * 16;
          task.steps = list_runs(p, runs, x, at, zeros);
          task.x = reinterpret_cast<const std::int8_t*>(runs);
          __asm volatile("" ::: "memory");  // tile_of_sums reads the list
          run_filters<kind, S, Whole, Eights, Rest>(task, eights, p.steps, filters, weights, y);
        } else {
          alignas(16) std::int8_t line[short_line];
          auto* const to =
              16 * p.steps <= short_line ? line : reinterpret_cast<std::int8_t*>(scratch);
          copy_window(p, to, x, at);
          task.x = to;
          run_filters<kind, S, Whole, Eights, Rest>(task, eights, p.steps, filters, weights, y);
        }
      }
    }
  }
}

#endif

/// Eight filters times one pixel by VMLADAVA.
struct vmladava_8x1_by_pixels {
  static constexpr bool takes(const byte_layer& l) {
    return takes_epilogue(l) && !l.by_channel && l.g.groups == 1 && has_sides_up_to(32767, l.g) &&
           steps_of(l) <= 32767;
  }
  template <class C>
  static constexpr bool proves = has_small_factors<C>;
  template <class C>
  static constexpr bool reads_rows = true;
  template <class C>
  static constexpr reading how = pick_reading(layer_of<C>.g);
  template <class C>
  static constexpr int line_bytes = how<C> == reading::line ? 16 * steps_of(layer_of<C>) : 0;
  template <class C>
  static constexpr int scratch = line_bytes<C> <= short_line ? 0 : line_bytes<C>;

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    return pack_by_eights < C, how<C> == reading::runs
                                   ? l.g.c
                                   : 0 > (pixel_plan{sides_of(l.g), half(l.g.oc), half(steps_of(l)),
                                                     static_cast<std::int8_t>(l.x_zero)});
  }

  template <class C, class K, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    constexpr epilogue e = layer_of<C>.end;
    constexpr int filters = layer_of<C>.filters();
    const auto& constants = kernel_constants<K, C>(a);
    conv2d_by_pixels<how<C>, step_of(e), e.saturates_to_int8(), (filters >= 8), filters % 8>(
        constants.plan, constants.end, constants.tiles, constants.weights, a.template rows<0>(),
        out_row<C>(a, rows.first), a.scratch(), rows);
#else
    static_assert(sizeof(A) == 0, "conv2d by VMLADAVA: compile with -mcpu=cortex-m55");
#endif
  }
};

}  // namespace armv81m

/// conv2d of 8-bit codes by eight filters.
struct conv2d_s8_s8_s8_8x1_vmladava
    : layer_kernel<conv2d_s8_s8_s8_8x1_vmladava, ops::conv2d, armv81m::vmladava_8x1_by_pixels> {
  static constexpr const char* name = "conv2d_s8_s8_s8_8x1_vmladava";
};

}  // namespace ETCH_NAMESPACE
