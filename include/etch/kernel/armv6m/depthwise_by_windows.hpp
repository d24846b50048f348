// depthwise_conv2d of 8-bit codes without DSP instructions: the sums of up to sixteen
// channels of a pixel at a time. Scratch memory holds one window.
#pragma once

#include <etch/kernel/armv6m/memory_share.hpp>
#include <etch/kernel/armv6m/patch_plan.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// Constants of a depthwise convolution; weights as Sums places them.
template <class End, int Channels, int Weights>
struct depthwise_constants {
  patch_plan plan;
  End ends[Channels];
  std::int8_t weights[Weights];
};

#if ETCH_HAS_M_PROFILE

/// sums = sum of w x over `taps` of neighbouring channels, up to sums_end; both lie (KH,KW,C).
ETCH_KERNEL inline void add_taps(const std::int8_t* x, const std::int8_t* w, int taps, int channels,
                                 std::int32_t* sums, std::int32_t* sums_end) {
  for (; sums != sums_end; ++x, ++w) {
    std::int32_t sum = 0;
    const std::int8_t *at = x, *weight = w;
    for (int t = taps; t > 0; --t, at += channels, weight += channels) sum += *at * *weight;
    *sums++ = sum;
  }
}

/// Writes rows of output. Windows that leave the input are gathered.
template <class Sums, epilogue_code E, class End>
ETCH_KERNEL void depthwise_rows(const patch_plan& p, const End* ends, const std::int8_t* weights,
                                strided_rows<const std::int8_t> x,  // (N H, W C)
                                std::int8_t* y,                     // (N OH, OW C)
                                unsigned char* scratch, row_block rows) {
  constexpr int most = 16;
  std::int32_t sums[most];
  const layer_end& to = p.to;
  auto* const gathered = reinterpret_cast<std::int8_t*>(scratch);
  pixel at(p, rows.first);
  y += rows.first * p.ow * p.c;
  for (int i = rows.count * p.ow; i > 0; --i, at.next(p)) {
    const corner first(p, at);
    const bool inside = p.gathers == 0 && first.is_inside(p);
    const std::int8_t* window = gathered;
    if (inside) window = x.row(at.n * p.h + first.h) + first.w * p.c;
    else gather_window(p, gathered, x, at);
    const int x_row = inside ? x.stride : 3 * p.c;
    const std::int8_t* w = weights;
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
      for (int m = count; m > 0; --m) *y++ = Sums::template end<E>(to, *k++, *sum++);
    }
  }
}

#endif

/// depthwise_conv2d by sums of kind Sums.
template <class Sums>
struct depthwise_by_windows {
  static constexpr bool takes(const byte_layer& l) {
    return cortex_m::takes_epilogue(l) && l.has_filter_per_channel();
  }
  template <class C>
  static constexpr bool proves = cortex_m::accumulators_of<C>.are_exact;
  template <class C>
  static constexpr int scratch = round_up(layer_of<C>.taps() * layer_of<C>.g.c, 16);
  template <class C>
  static constexpr bool affords = is_small_share<C>(scratch<C>);

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr window_geometry g = l.g;
    constexpr int channels = g.c, taps = l.taps();
    // whether windows are those of Sums::add_window
    constexpr bool is_3x3 = g.kh == 3 && g.kw == 3 && g.dilation_h == 1 && g.dilation_w == 1;
    depthwise_constants<sum_end_t<C>, channels, channels * taps> k{
        make_patch_plan(g, l.x_zero, is_3x3 ? 0 : 1, taps, make_layer_end<C, Sums::lifts>()),
        {},
        {}};
    for (int c = 0; c < channels; ++c) {
      k.ends[c] = make_sum_end<C, Sums::lifts>(c);
      for (int t = 0; t < taps; ++t) {
        const int to = is_3x3 && Sums::by_channel ? c * taps + t : t * channels + c;
        k.weights[to] = static_cast<std::int8_t>(C::bytes(1)[t * channels + c]);
      }
    }
    return k;
  }

  template <class C, const auto& Packed, class A>
  ETCH_GLUE static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    static_assert(sizeof(A) == 0 || Sums::is_available,
                  "depthwise_conv2d by windows: compile with -mcpu=cortex-m0 or -mcpu=cortex-m3");
#if ETCH_HAS_M_PROFILE
    depthwise_rows<Sums, cortex_m::code_of_call<C>>(Packed.plan, Packed.ends, Packed.weights,
                                                    a.template rows<0>(), a.template out<0>(),
                                                    a.scratch(), rows);
#endif
  }
};

}  // namespace armv6m

}  // namespace ETCH_NAMESPACE
