// depthwise_conv2d of 8-bit codes by PMADDWD: 8 channels at a time, two cells of the window
// interleaved, so that each step adds both to the sum of each channel.
//
// Needs: SSE2; hwc; one filter a channel; at least 8 channels; accumulators of 32 bits.
// Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/layer/pixels.hpp>
#include <etch/kernel/x86_64/epilogue.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

#if ETCH_HAS_X86

/// Sums of 8 channels.
struct channel_sums {
  __m128i low = _mm_setzero_si128(), high = _mm_setzero_si128();
  ETCH_GLUE void add_products(__m128i x_low, __m128i x_high, __m128i w_low, __m128i w_high) {
    low = lanes8::add_products(low, x_low, w_low);
    high = lanes8::add_products(high, x_high, w_high);
  }
};

/// Channels c .. c + 7 of Pixels pixels whose windows lie inside the input; x is cell (0, 0) of the
/// first.
template <window_geometry G, int Pixels, class P>
ETCH_GLUE void sum_inside(channel_sums (&sum)[Pixels], const std::int8_t* x, int zero, const P& p,
                          int c) {
  constexpr int taps = G.kh * G.kw;
  const __m128i off = _mm_set1_epi16(static_cast<std::int16_t>(zero));
  const auto cell = [](int t) {
    return (t / G.kw * G.dilation_h * G.w + t % G.kw * G.dilation_w) * G.c;
  };
  const auto pair = [&](int t) __attribute__((always_inline)) {
    // The cell after the last has weight 0.
    const bool alone = t + 1 == taps;
    const __m128i last = alone ? _mm_setzero_si128() : load_bytes(p.weights + (t + 1) * G.c + c);
    const __m128i w = _mm_unpacklo_epi8(load_bytes(p.weights + t * G.c + c), last);
    const __m128i w_low = widen_low(w), w_high = widen_high(w);
    const int first = cell(t) + c, second = cell(alone ? t : t + 1) + c;
    unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
      const std::int8_t* at = x + Q * G.stride_w * G.c;
      const __m128i both = _mm_unpacklo_epi8(load_bytes(at + first), load_bytes(at + second));
      sum[Q].add_products(_mm_sub_epi16(widen_low(both), off), _mm_sub_epi16(widen_high(both), off),
                          w_low, w_high);
    });
  };
  if constexpr (taps <= 25) {
    unroll<ceil_div(taps, 2)>([&]<int T>() __attribute__((always_inline)) { pair(2 * T); });
  } else {
    for (int t = 0; t < taps; t += 2) pair(t);
  }
}

/// Channels c .. c + 7 of one pixel, cells (top .. bottom, left .. right) of its window; x is cell
/// (0, 0).
template <window_geometry G, class P>
ETCH_GLUE void sum_cells(channel_sums& sum, const std::int8_t* x, const window_cells& in, int zero,
                         const P& p, int c) {
  const __m128i off = _mm_set1_epi16(static_cast<std::int16_t>(zero));
  const __m128i none = _mm_setzero_si128();
  for_each_cell<G>(in, [&](int at, int tap) __attribute__((always_inline)) {
    const __m128i cell = _mm_sub_epi16(lanes8::widen<8>(x + at + c), off);
    const __m128i weight = lanes8::widen<8>(p.weights + tap + c);
    sum.add_products(_mm_unpacklo_epi16(cell, none), _mm_unpackhi_epi16(cell, none),
                     _mm_unpacklo_epi16(weight, none), _mm_unpackhi_epi16(weight, none));
  });
}

#endif

/// 8 channels at a time by PMADDWD.
struct pmaddwd_channels : pmaddwd_rows<pmaddwd_channels> {
  static constexpr bool widens_weights = true;

  static constexpr bool takes(const byte_layer& l) {
    return takes_sums(l) && l.has_filter_per_channel() && l.g.c >= 8;
  }

#if ETCH_HAS_X86
  /// Output rows first .. first + count - 1 of the N OH rows.
  template <window_geometry G, epilogue_rule Rule, class P>
  ETCH_KERNEL static void make_rows(std::int8_t* y,        // (N,OH,OW,C)
                                    const std::int8_t* x,  // (N,H,W,C)
                                    int zero, const P& p, row_block rows) {
    const auto block =
        [&]<int Pixels>(std::int8_t* to, const std::int8_t* from, const window_cells& in, int c)
            __attribute__((always_inline)) {
              channel_sums sum[Pixels];
              if constexpr (Pixels > 1) sum_inside<G>(sum, from, zero, p, c);
              else sum_cells<G>(sum[0], from, in, zero, p, c);
              for (int q = 0; q < Pixels; ++q) {
                std::int8_t* codes = to + q * G.c + c;
                const auto bias = [&](int at) { return load_vector<__m128i>(p.bias + at); };
                requantise_four<Rule>(codes, _mm_add_epi32(sum[q].low, bias(c)), p.epilogue, c);
                requantise_four<Rule>(codes + 4, _mm_add_epi32(sum[q].high, bias(c + 4)),
                                      p.epilogue, c + 4);
              }
            };
    for_each_block_of_pixels<G, 8>(y, x, rows, block);
  }
#endif
};

}  // namespace x86

/// depthwise_conv2d of 8-bit codes by PMADDWD.
struct depthwise_conv2d_s8_s8_s8_pmaddwd
    : layer_kernel<depthwise_conv2d_s8_s8_s8_pmaddwd, ops::depthwise_conv2d,
                   x86::pmaddwd_channels> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
