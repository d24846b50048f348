// depthwise_conv2d of 8-bit codes without DSP instructions: the sums of up to sixteen channels of a
// pixel at a time. Scratch memory holds one window.
#pragma once

#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/kernel/cortex_m/sums.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

#if ETCH_HAS_M_PROFILE

/// Whether rows r, r + 1 and r + 2 of x are equally far apart, `step` codes; row r is `first`.
template <class Rows>
ETCH_GLUE bool are_even(const Rows& x, int r, const std::int8_t*& first, int& step) {
  if constexpr (requires { x.stride; }) {
    first = x.row(r);
    step = x.stride;
    return true;
  } else {
    const std::int8_t *const top = x.row(r), *const middle = x.row(r + 1);
    if (x.row(r + 2) - middle != middle - top) return false;
    first = top;
    step = static_cast<int>(middle - top);
    return true;
  }
}

/// sums = sum of w x over `taps` of neighbouring channels, up to sums_end; both lie (KH,KW,C).
template <class W>
ETCH_KERNEL void add_taps(const std::int8_t* x, const W* w, int taps, int channels,
                          std::int32_t* sums, std::int32_t* sums_end) {
  for (; sums != sums_end; ++x, ++w) {
    std::int32_t sum = 0;
    const std::int8_t* at = x;
    const W* weight = w;
    for (int t = taps; t > 0; --t, at += channels, weight += channels) sum += *at * *weight;
    *sums++ = sum;
  }
}

#endif

/// Constants of depthwise_conv2d C by sums of kind Sums: the weight of channel c and tap t, less
/// its zero point, lies at place(c, t).
template <class C, class Sums, class W = std::int8_t, class Place>
constexpr auto pack_depthwise(bool is_3x3, const Place& place) {
  constexpr int channels = layer_of<C>.g.c, taps = layer_of<C>.taps();
  layer_constants<sum_plan, sum_end_t<C>, channels, W, channels * taps> k{
      make_sum_plan<C, Sums>(is_3x3, taps), {}, {}};
  for (int c = 0; c < channels; ++c) {
    k.ends[c] = make_sum_end<C, Sums>(c, 0);
    for (int t = 0; t < taps; ++t) {
      const int w = static_cast<signed char>(C::bytes(1)[t * channels + c]);
      k.weights[place(c, t)] = static_cast<W>(w - layer_of<C>.w_zero);
    }
  }
  return k;
}

/// depthwise_conv2d by sums of kind Sums, a Core, over windows of 3 x 3, by add_taps over others.
template <class Sums>
struct depthwise_by_windows : microkernel<depthwise_by_windows<Sums>, Sums> {
  static constexpr bool widens_weights = true;

  static constexpr bool takes(const byte_layer& l) {
    return takes_epilogue<Sums>(l) && l.has_filter_per_channel();
  }
  template <class C>
  static constexpr int scratch = round_up(layer_of<C>.taps() * layer_of<C>.g.c, 16);
  template <class C>
  static constexpr bool takes_spare_memory = true;
  template <class C>
  static constexpr bool reads_rows = true;
  template <class C>
  static constexpr bool writes_spaced = true;

  template <class C>
  static constexpr auto pack() {
    constexpr window_geometry g = layer_of<C>.g;
    constexpr int taps = layer_of<C>.taps();
    constexpr bool is_3x3 = g.kh == 3 && g.kw == 3 && g.dilation_h == 1 && g.dilation_w == 1;
    return pack_depthwise<C, Sums, typename Sums::weight>(is_3x3, [](int c, int t) {
      return is_3x3 && Sums::by_channel ? c * taps + t : t * g.c + c;
    });
  }

#if ETCH_HAS_M_PROFILE
  template <epilogue_code E, class End, class Rows, class Y>
  ETCH_KERNEL static void write_rows(const sum_plan& p, const End* ends,
                                     const typename Sums::weight* weights,
                                     Rows x,  // (N H, W C)
                                     Y y,     // (N OH, OW C)
                                     unsigned char* scratch, row_block rows) {
    constexpr int most = 16;
    std::int32_t sums[most];
    const layer_end& to = p.to;
    auto* const gathered = reinterpret_cast<std::int8_t*>(scratch);
    pixel at(p, rows.first);
    for (int i = rows.count * p.ow; i > 0; --i, at.next(p)) {
      const corner first(p, at);
      bool inside = p.gathers == 0 && first.is_inside(p);
      const std::int8_t* window = gathered;
      int x_row = 3 * p.c;
      if (inside) inside = are_even(x, at.n * p.h + first.h, window, x_row);
      if (inside) window += first.w * p.c;
      else gather_window(p, gathered, x, at);
      const typename Sums::weight* w = weights;
      const End* k = ends;
      for (int left_over = p.c; left_over > 0; left_over -= most, window += most) {
        const int count = minimum(most, left_over);
        if (p.gathers == 0) {
          Sums::add_window(window, w, x_row, p.c, sums, sums + count);
          w += Sums::by_channel ? 9 * most : most;
        } else {
          add_taps(window, w, p.taps, p.c, sums, sums + count);
          w += most;
        }
        const std::int32_t* sum = sums;
        for (int m = count; m > 0; --m) *y++ = end_sum<Sums, E>(to, *k++, *sum++);
      }
    }
  }
#endif
};

/// The same of weights with a zero point, which take two bytes without it.
template <class Sums>
struct depthwise_of_differences : depthwise_by_windows<Sums> {
  static constexpr bool takes_zeros = true;

  static constexpr bool takes(const byte_layer& l) {
    return l.w_zero != 0 && has_epilogue<Sums>(l) && l.has_filter_per_channel();
  }
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
