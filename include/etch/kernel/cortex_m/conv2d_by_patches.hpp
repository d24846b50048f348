// conv2d by patches, without DSP instructions: the windows of four output pixels are laid out at a
// time, so that scratch memory does not grow with the width of a row.
#pragma once

#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/kernel/cortex_m/sums.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// conv2d by tiles of kind Tile, a Core: it lays out the windows of Tile::together pixels at a time
/// and sums over four of them.
template <class Tile>
struct conv2d_by_patches : microkernel<conv2d_by_patches<Tile>, Tile> {
  static constexpr bool takes(const byte_layer& l) {
    return takes_epilogue<Tile>(l) && !l.by_channel && l.g.groups == 1;
  }
  template <class C>
  static constexpr bool proves = [] {
    constexpr int taps = layer_of<C>.taps();
    for (int o = 0; o < layer_of<C>.filters(); ++o) {
      if (!Tile::is_exact(accumulators_of<C>.of[o], C::bytes(1) + o * taps, taps)) return false;
    }
    return accumulators_of<C>.are_exact;
  }();

  /// Taps of a filter, filled up for the loop over them.
  template <class C>
  static constexpr int filled = round_up(layer_of<C>.taps(), Tile::tap_multiple);
  /// The words of four windows, and codes of those that are gathered at a time.
  template <class C>
  static constexpr int scratch =
      round_up(8 * filled<C> + Tile::together * round_up(filled<C>, 4), 16);
  template <class C>
  static constexpr bool takes_spare_memory = true;

  /// Weights plus 128, filled up with zeros.
  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int taps = l.taps(), together = Tile::filters_together;
    constexpr int filters = round_up(l.filters(), together);
    constexpr bool reads = l.g.dilation_w == 1 && l.g.c % Tile::code_multiple == 0;
    layer_constants<sum_plan, sum_end_t<C>, l.filters(), std::int8_t, filters * filled<C>> k{
        make_sum_plan<C, Tile>(reads, filled<C>), {}, {}};
    for (int o = 0; o < l.filters(); ++o) {
      k.ends[o] = make_sum_end<C, Tile>(o, Tile::bias_of_code);
    }
    using from = place_of_weights<C>;
    for (int o = 0, w = from::begin; o < filters; ++o) {
      const int to = o / together * together * filled<C> + o % together;
      const int end = o < l.filters() ? taps : 0;
      for (int t = 0; t < end; ++t, ++w) {
        k.weights[to + (t ^ Tile::order_of_taps) * together] =
            static_cast<std::int8_t>(from::array[w] + 128);
      }
      for (int t = end; t < filled<C>; ++t) {
        k.weights[to + (t ^ Tile::order_of_taps) * together] = -128;
      }
    }
    return k;
  }

#if ETCH_HAS_M_PROFILE
  template <epilogue_code E, class End>
  ETCH_KERNEL static void write_rows(const sum_plan& p, const End* ends, const std::int8_t* weights,
                                     strided_rows<const std::int8_t> x,  // (N H, W C)
                                     std::int8_t* y,                     // (N OH, OW OC)
                                     unsigned char* scratch, row_block rows) {
    auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
    auto* const gathered = reinterpret_cast<std::int8_t*>(words + 2 * p.taps);
    const int end = (rows.first + rows.count) * p.ow, row_taps = p.kw * p.c;
    int begin = rows.first * p.ow;
    const bool few = end - begin < 4;
    [[maybe_unused]] const bool is_flat = p.kh == 1 && p.kw == 1 && p.ow == p.w && p.oh == p.h &&
                                          p.stride_h == 1 && p.stride_w == 1 &&
                                          x.stride == p.w * p.c;
    for (pixel at(p, rows.first); begin < end; begin += few ? 1 : 4) {
      // the last tile has some pixels of the one before
      for (; !few && begin > end - 4; --begin) at.previous(p);
      if constexpr (requires { requires Tile::finds_rows_of_windows; }) {
        // windows beside each other, most often
        const std::int8_t* from = is_flat ? x.row(0) + begin * p.c : nullptr;
        if (!is_flat && p.gathers == 0 && at.j + 4 <= p.ow) {
          const corner first(p, at), last{first.h, first.w + 3 * p.stride_w};
          if (first.is_inside(p) && last.is_inside(p)) {
            from = x.row(at.n * p.h + first.h) + first.w * p.c;
          }
        }
        if (!few && from != nullptr) {
          const int pixel_step = p.stride_w * p.c, row_step = p.dilation_h * x.stride;
          for (int i = 0; i < 4; i += Tile::together, from += Tile::together * pixel_step) {
            std::uint32_t* to = words + i / Tile::together;
            const std::int8_t* row = from;
            for (int u = p.kh; u > 0; --u, to += 2 * row_taps, row += row_step) {
              const std::int8_t* window[Tile::together];
              for (int k = 0; k < Tile::together; ++k) window[k] = row + k * pixel_step;
              Tile::lay_out(to, window, row_taps);
            }
          }
          at.j += 3;
          at.next(p);
          Tile::template run<E>(p, words, ends, weights, y + begin * p.filters, p.filters);
          continue;
        }
      }
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
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
