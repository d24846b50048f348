// conv2d by patches, without DSP instructions: the windows of four output pixels are laid out at a
// time, so that scratch memory does not grow with the width of a row. Where few channels leave no
// code of a window where a word could begin, windows beside each other are laid out row by row from
// the codes that they share, and of at most eight filters in parts, whose sums add up.
#pragma once

#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/kernel/cortex_m/sums.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// The plan of windows that are laid out row by row, `part_rows` of them at a time.
template <bool InParts>
struct line_plan : sum_plan {
  static constexpr bool in_parts = InParts;
  int part_rows = 0;
};
/// Codes of four windows beside each other, at most, and taps of a part.
inline constexpr int most_of_line = 64, most_of_part = 40;

/// Where the codes of a window lie: how many cells, and how far from the end of one to the next and
/// from the end of a row, where another cell would begin, to the next.
struct cells_of_window {
  int rows, cells, codes, to_next_cell, to_next_row;
};

/// conv2d by tiles of kind Tile, a Core: it lays out the windows of Tile::together pixels at a time
/// and sums over four of them.
template <class Tile>
struct conv2d_by_patches : microkernel<conv2d_by_patches<Tile>, Tile> {
  static constexpr bool takes_zeros = requires { requires Tile::takes_zeros; };
  static constexpr bool takes(const byte_layer& l) {
    if (!takes_bytes<Tile>(l, takes_zeros) || l.by_channel) return false;
    if (l.g.groups == 1) return true;
    // of few filters the windows of a group cost more than they serve
    return l.g.oc / l.g.groups >= 4 && 4 * round_up(l.taps(), Tile::tap_multiple) <= 5 * l.taps();
  }
  /// Taps of a filter, filled up for the loop over them.
  template <class C>
  static constexpr int filled = round_up(layer_of<C>.taps(), Tile::tap_multiple);
  /// Whether windows are laid out row by row.
  template <class C>
  static constexpr bool by_lines = [] {
    if constexpr (requires { requires Tile::lays_out_lines; }) {
      constexpr window_geometry g = layer_of<C>.g;
      return g.groups == 1 && g.c % Tile::code_multiple != 0 && g.kw * g.c % 4 == 0 &&
             g.dilation_w == 1 && g.ow >= 4 && (3 * g.stride_w + g.kw) * g.c <= most_of_line;
    } else {
      return false;
    }
  }();
  template <class C>
  static constexpr bool proves = [] {
    constexpr int taps = layer_of<C>.taps();
    if (layer_of<C>.w_zero != 0 && by_lines<C>) return false;
    for (int o = 0; o < layer_of<C>.filters(); ++o) {
      if (!Tile::is_exact(accumulators_of<C>.of[o], C::bytes(1) + o * taps, taps)) return false;
    }
    return accumulators_of<C>.are_exact;
  }();
  /// Rows of a part, and its taps.
  template <class C>
  static constexpr int part_rows = [] {
    constexpr window_geometry g = layer_of<C>.g;
    if (!by_lines<C> || g.oc > 8) return g.kh;
    int rows = minimum(most_of_part / (g.kw * g.c), g.kh);
    while (rows > 0 && rows < g.kh && rows * g.kw * g.c % Tile::tap_multiple != 0) --rows;
    return rows > 0 ? rows : g.kh;
  }();
  template <class C>
  static constexpr bool in_parts = part_rows<C> < layer_of<C>.g.kh;
  template <class C>
  static constexpr int part_taps =
      in_parts<C> ? part_rows<C> * layer_of<C>.g.kw * layer_of<C>.g.c : filled<C>;
  /// The words of four windows, and codes of those that are gathered at a time.
  template <class C>
  static constexpr int scratch =
      round_up(8 * part_taps<C> + (by_lines<C> ? 0 : Tile::together * round_up(filled<C>, 4)), 16);
  template <class C>
  static constexpr bool takes_spare_memory = true;

  /// Weights plus 128, filled up with zeros.
  /// The plan of call C, whose `filters` and `taps` are those of a group.
  template <class C>
  static constexpr auto make_plan() {
    constexpr window_geometry g = layer_of<C>.g;
    constexpr bool reads = g.c / g.groups % Tile::code_multiple == 0;
    constexpr sum_plan plan =
        make_sum_plan<C, Tile>(reads && (g.dilation_w == 1 || g.groups > 1), filled<C>);
    if constexpr (by_lines<C>) return line_plan<in_parts<C>>{plan, part_rows<C>};
    else if constexpr (g.groups > 1) return add_zero<C>(make_grouped_plan(plan, g));
    else return add_zero<C>(plan);
  }

  /// Weights plus 128, filled up with zeros.
  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int taps = l.taps(), together = Tile::filters_together;
    constexpr int some = l.filters() / l.g.groups, filters = round_up(some, together);
    layer_constants<decltype(make_plan<C>()), sum_end_t<C>, l.filters(), std::int8_t,
                    l.g.groups * filters * filled<C>>
        k{make_plan<C>(), {}, {}};
    for (int o = 0; o < l.filters(); ++o) {
      k.ends[o] = make_sum_end<C, Tile>(o, Tile::bias_of_code);
    }
    using from = place_of_weights<C>;
    for (int f = 0, w = from::begin; f < l.g.groups * filters; ++f) {
      const int o = f % filters, end = o < some ? taps : 0;
      for (int first = 0; first < filled<C>; first += part_taps<C>) {
        const int length = minimum(part_taps<C>, filled<C> - first);
        const int to =
            (f - o) * filled<C> + first * filters + o / together * together * length + o % together;
        for (int t = 0; t < length; ++t) {
          const int w_and_128 = first + t < end ? from::array[w++] + 128 : -128;
          k.weights[to + (t ^ Tile::order_of_taps) * together] =
              static_cast<std::int8_t>(w_and_128);
        }
      }
    }
    return k;
  }

#if ETCH_HAS_M_PROFILE
  template <epilogue_code E, class Plan, class End>
  ETCH_GLUE static void write_rows(const Plan& p, const End* ends, const std::int8_t* weights,
                                   strided_rows<const std::int8_t> x,  // (N H, W C)
                                   std::int8_t* y,                     // (N OH, OW OC)
                                   unsigned char* scratch, row_block rows) {
    if constexpr (requires { p.part_rows; }) {
      write_lines<E>(p, ends, weights, x, y, scratch, rows);
    } else {
      write_patches<E>(p, ends, weights, x, y, scratch, rows);
    }
  }

 private:
  template <epilogue_code E, bool InParts, class End>
  ETCH_KERNEL static void write_lines(const line_plan<InParts>& p, const End* ends,
                                      const std::int8_t* weights,
                                      strided_rows<const std::int8_t> x,  // (N H, W C)
                                      std::int8_t* y,                     // (N OH, OW OC)
                                      unsigned char* scratch, row_block rows) {
    auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
    const int end = (rows.first + rows.count) * p.ow;
    pixel at(p, rows.first);
    for (int begin = rows.first * p.ow; begin < end; begin += 4) {
      // the last tile has some pixels of the one before
      for (; begin > end - 4; --begin) at.previous(p);
      pixel next = at;
      if constexpr (InParts) {
        std::int32_t sums[4 * 8];
        const std::int8_t* w = weights;
        for (int first = 0; first < p.kh; first += p.part_rows) {
          const int count = minimum(p.part_rows, p.kh - first);
          next = lay_out_lines(p, words, x, at, first, count);
          const int taps = round_up(count * p.kw * p.c, Tile::tap_multiple);
          if (first == 0) Tile::template add_products<true>(words, taps, w, p.filters, sums);
          else Tile::template add_products<false>(words, taps, w, p.filters, sums);
          w += p.filters * taps;
        }
        Tile::template end_sums<E>(p, ends, p.filters, sums, y + begin * p.filters, p.filters);
      } else {
        next = lay_out_lines(p, words, x, at, 0, p.kh);
        Tile::template run<E>(p, words, ends, weights, y + begin * p.filters, p.filters);
      }
      at = next;
    }
  }

  template <epilogue_code E, class Plan, class End>
  ETCH_KERNEL static void write_patches(const Plan& p, const End* ends, const std::int8_t* weights,
                                        strided_rows<const std::int8_t> x,  // (N H, W C)
                                        std::int8_t* y,                     // (N OH, OW OC)
                                        unsigned char* scratch, row_block rows) {
    constexpr bool has_groups = requires { p.groups; };
    auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
    auto* const gathered = reinterpret_cast<std::int8_t*>(words + 2 * p.taps);
    int groups = 1;
    if constexpr (has_groups) groups = p.groups;
    const int end = (rows.first + rows.count) * p.ow, row_taps = p.kw * depth_of(p),
              taps = p.kh * row_taps, all = groups * p.filters;
    if constexpr (requires { p.w_zero; }) {  // what the sums of codes take besides
      for (int k = taps; k % 4 != 0; ++k) {
        for (int i = 0; i < Tile::together; ++i) gathered[i * p.taps + k] = 0;
      }
    }
    const int cells = has_groups ? p.kw : 1, codes = has_groups ? depth_of(p) : row_taps,
              cell_step = has_groups ? p.dilation_w * p.c : row_taps;
    const cells_of_window in_place{p.kh, cells, codes, cell_step - codes,
                                   p.dilation_h * x.stride - cells * cell_step},
        in_copy{1, 1, taps, taps, taps};  // nothing comes next; zeros would call memset at -Os
    // rows and columns that windows inside begin at
    const auto tops = static_cast<unsigned>(maximum(0, p.h - (p.kh - 1) * p.dilation_h));
    const auto lefts = static_cast<unsigned>(maximum(0, p.w - (p.kw - 1) * p.dilation_w));
    int begin = rows.first * p.ow;
    const bool few = end - begin < 4;
    [[maybe_unused]] const bool is_flat = p.kh == 1 && p.kw == 1 && p.ow == p.w && p.oh == p.h &&
                                          p.stride_h == 1 && p.stride_w == 1 &&
                                          x.stride == p.w * p.c;
    for (pixel at(p, rows.first); begin < end; begin += few ? 1 : 4) {
      // the last tile has some pixels of the one before
      for (; !few && begin > end - 4; --begin) at.previous(p);
      if constexpr (!has_groups && requires { requires Tile::finds_rows_of_windows; }) {
        // windows beside each other, most often
        const std::int8_t* from = is_flat ? x.row(0) + begin * p.c : nullptr;
        if (!is_flat && p.gathers == 0 && at.j + 4 <= p.ow) {
          const corner first(p, at), last{first.h, first.w + 3 * p.stride_w};
          if (first.is_inside(p) && last.is_inside(p)) {
            from = x.row(at.n * p.h + first.h) + first.w * p.c;
          }
        }
        if (!few && from != nullptr) {
          const int pixel_step = p.stride_w * p.c;
          for (int i = 0; i < 4; i += Tile::together, from += Tile::together * pixel_step) {
            std::uint32_t* to = words + i / Tile::together;
            const std::int8_t* window[Tile::together];
            for (int k = 0; k < Tile::together; ++k) window[k] = from + k * pixel_step;
            Tile::lay_out(to, window, &in_place);
          }
          at.j += 3;
          at.next(p);
          Tile::template run<E>(p, words, ends, weights, y + begin * p.filters, p.filters);
          continue;
        }
      }
      constexpr int sets = 4 / Tile::together;  // of windows that are laid out at a time
      pixel places[4];
      const std::int8_t* windows[4];
      bool inside[sets];
      for (int i = 0; i < sets; ++i) {
        inside[i] = p.gathers == 0;
        for (int k = i * Tile::together; k < (i + 1) * Tile::together; ++k) {
          places[k] = at;
          const corner first(p, at);
          inside[i] = inside[i] && static_cast<unsigned>(first.h) < tops &&
                      static_cast<unsigned>(first.w) < lefts;
          windows[k] = x.row(at.n * p.h + first.h) + first.w * p.c;
          if (!few) at.next(p);
        }
      }
      if (few) at.next(p);
      const End* end_of = ends;
      const std::int8_t* w = weights;
      std::int8_t* to_y = y + begin * all;
      for (int group = 0, first_code = 0;;) {
        for (int i = 0; i < sets; ++i) {
          const std::int8_t* window[Tile::together];
          for (int k = 0; k < Tile::together; ++k) {
            const int n = i * Tile::together + k;
            window[k] = windows[n] + first_code;
            if (!inside[i]) {
              gather_window(p, gathered + k * p.taps,
                            strided_rows<const std::int8_t>{x.base + first_code, x.stride},
                            places[n]);
              window[k] = gathered + k * p.taps;
            }
          }
          Tile::lay_out(words + i, window, inside[i] ? &in_place : &in_copy);
        }
        if constexpr (requires { p.w_zero; }) {
          Tile::template run<E>(p, words, end_of, w, to_y, few ? 0 : all, p.w_zero, taps);
        } else {
          Tile::template run<E>(p, words, end_of, w, to_y, few ? 0 : all);
        }
        if (!has_groups || ++group == groups) break;
        if constexpr (has_groups) {
          first_code += p.depth;
          end_of += p.filters;
          w += round_up(p.filters, Tile::filters_together) * p.taps;
          to_y += p.filters;
        }
      }
    }
  }

  /// Words of rows first .. first + count of the windows of four pixels from `at` on; returns the
  /// pixel behind them.
  template <class Plan>
  ETCH_KERNEL static pixel lay_out_lines(const Plan& p, std::uint32_t* words,
                                         strided_rows<const std::int8_t> x, pixel at, int first,
                                         int count) {
    const int taps = p.kw * p.c, step = p.stride_w * p.c;
    for (int done = 0, some = 0; done < 4; done += some) {  // pixels beside each other
      some = minimum(4 - done, p.ow - at.j);
      const int left = at.j * p.stride_w - p.pad_left, cells = (some - 1) * p.stride_w + p.kw;
      const bool is_inside = left >= 0 && left + cells <= p.w;
      int h = at.i * p.stride_h - p.pad_top + first * p.dilation_h;
      std::uint32_t* to = words + done;
      for (int u = count; u > 0; --u, h += p.dilation_h, to += 2 * taps) {
        alignas(4) std::int8_t line[most_of_line];
        const std::int8_t* from = line;
        if (h < 0 || h >= p.h) fill_codes(line, p.zero, cells * p.c);
        else if (const auto row = x.row(at.n * p.h + h); is_inside) from = row + left * p.c;
        else gather_cells(p, line, row, left, cells);
        Tile::lay_out_line(to, from, step, taps, some);
      }
      at.j += some - 1;
      at.next(p);
    }
    return at;
  }
#endif
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
