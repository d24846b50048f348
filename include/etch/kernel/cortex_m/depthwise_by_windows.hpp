// depthwise_conv2d of 8-bit codes without DSP instructions: the sums of up to sixteen channels of a
// pixel at a time. Scratch memory holds one window.
#pragma once

#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/kernel/cortex_m/sums.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

#if ETCH_HAS_M_PROFILE

/// Whether `count` rows of x from r on, each `distance` rows after the one before, are equally far
/// apart, `step` codes; row r is `first`.
template <class Rows>
ETCH_GLUE bool are_even(const Rows& x, int r, int count, int distance, const std::int8_t*& first,
                        int& step) {
  first = x.row(r);
  if constexpr (requires { x.stride; }) {
    step = distance * x.stride;
  } else if (count > 1) {
    const std::int8_t* last = x.row(r + distance);
    step = static_cast<int>(last - first);
    for (int i = 2; i < count; ++i) {
      const std::int8_t* const next = x.row(r + i * distance);
      if (next - last != step) return false;
      last = next;
    }
  }
  return true;
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

/// Writes the codes of the sums of some channels; returns where the next goes.
template <class Core, epilogue_code E, class End, class Y>
ETCH_KERNEL Y end_channels(const layer_end& to, const End* ends, const std::int32_t* sums,
                           int count, Y y) {
  constexpr int some = ETCH_SAVES_FLASH ? 1 : 4;
  // codes may be written over it: a copy where there are registers for one
  element_t<list<const layer_end&, const layer_end>, ETCH_HAS_LONG_MULTIPLY ? 1 : 0> all = to;
  for (; count >= some; count -= some) {
    unroll<some>([&]<int I>() __attribute__((always_inline)) {
      *y++ = end_sum<Core, E>(all, ends[I], sums[I]);
    });
    ends += some;
    sums += some;
  }
  for (; count > 0; --count) *y++ = end_sum<Core, E>(all, *ends++, *sums++);
  return y;
}

#endif

/// The plan of windows that add_window of such sums knows.
template <int Rows, int Columns>
struct window_plan : sum_plan {
  static constexpr int rows = Rows, columns = Columns;
};
/// Whether Sums::add_window sums over the windows of call C.
template <class C, class Sums>
inline constexpr bool adds_windows = Sums::adds_window(layer_of<C>.g.kh, layer_of<C>.g.kw);

/// Constants of depthwise_conv2d C by sums of kind Sums: the weight of channel c and tap t, less
/// its zero point, lies at place(c, t).
template <class C, class Sums, class W = std::int8_t, class Place>
constexpr auto pack_depthwise(bool reads_in_place, const Place& place) {
  constexpr int channels = layer_of<C>.g.c, taps = layer_of<C>.taps();
  using plan = element_t<list<sum_plan, window_plan<layer_of<C>.g.kh, layer_of<C>.g.kw>>,
                         adds_windows<C, Sums> ? 1 : 0>;
  layer_constants<plan, sum_end_t<C>, channels, W, channels * taps> k{
      plan{make_sum_plan<C, Sums>(reads_in_place, taps)}, {}, {}};
  for (int c = 0; c < channels; ++c) {
    k.ends[c] = make_sum_end<C, Sums>(c, 0);
    for (int t = 0; t < taps; ++t) {
      const int w = static_cast<signed char>(C::bytes(1)[t * channels + c]);
      k.weights[place(c, t)] = static_cast<W>(w - layer_of<C>.w_zero);
    }
  }
  return k;
}

/// depthwise_conv2d by sums of kind Sums, a Core: by its add_window over windows that it knows, by
/// add_taps over others.
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
    constexpr bool known = adds_windows<C, Sums>;
    // columns of weights that lie as those of x are as far apart
    constexpr bool reads = known && (Sums::by_channel || g.dilation_w == 1 || g.kw == 1);
    return pack_depthwise<C, Sums, typename Sums::weight>(
        reads, [](int c, int t) { return known && Sums::by_channel ? c * taps + t : t * g.c + c; });
  }

#if ETCH_HAS_M_PROFILE
  template <epilogue_code E, class Plan, class End, class Rows, class Y>
  ETCH_KERNEL static void write_rows(const Plan& p, const End* ends,
                                     const typename Sums::weight* weights,
                                     Rows x,  // (N H, W C)
                                     Y y,     // (N OH, OW C)
                                     unsigned char* scratch, row_block rows) {
    constexpr int most = 16;
    std::int32_t sums[most];
    const layer_end& to = p.to;
    auto* const gathered = reinterpret_cast<std::int8_t*>(scratch);
    const int columns_apart = p.dilation_w * p.c;
    pixel at(p, rows.first);
    for (int i = rows.count * p.ow; i > 0; --i, at.next(p)) {
      const corner first(p, at);
      bool inside = p.gathers == 0 && first.is_inside(p);
      const std::int8_t* window = gathered;
      int x_row = 0, column = columns_apart;
      if (inside) inside = are_even(x, at.n * p.h + first.h, p.kh, p.dilation_h, window, x_row);
      if (inside) {
        window += first.w * p.c;
      } else {
        window = gathered;
        x_row = p.kw * p.c;
        column = p.c;
        gather_window(p, gathered, x, at);
      }
      const typename Sums::weight* w = weights;
      const End* k = ends;
      for (int left_over = p.c; left_over > 0; left_over -= most, window += most) {
        const int count = minimum(most, left_over);
        if constexpr (requires { Plan::rows; }) {
          Sums::template add_window<Plan::rows, Plan::columns>(window, w, x_row, column, sums,
                                                               sums + count);
          w += Sums::by_channel ? Plan::rows * Plan::columns * most : most;
        } else {
          add_taps(window, w, p.taps, p.c, sums, sums + count);
          w += most;
        }
        y = end_channels<Sums, E>(to, k, sums, count, y);
        k += count;
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
