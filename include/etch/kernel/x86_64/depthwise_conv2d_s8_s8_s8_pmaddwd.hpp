// depthwise_conv2d of 8-bit codes by PMADDWD: 8 channels at a time, two cells of the window
// interleaved, so that each step adds both to the sum of each channel.
//
// Needs: SSE2; hwc; one filter a channel; at least 8 channels; accumulators of 32 bits.
// Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/layer/weights.hpp>
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
  for (int u = in.top; u < in.bottom; ++u) {
    for (int v = in.left; v < in.right; ++v) {
      const int at = (u * G.dilation_h * G.w + v * G.dilation_w) * G.c + c;
      const __m128i cell = _mm_sub_epi16(lanes8::widen<8>(x + at), off);
      const __m128i weight = lanes8::widen<8>(p.weights + (u * G.kw + v) * G.c + c);
      sum.add_products(_mm_unpacklo_epi16(cell, none), _mm_unpackhi_epi16(cell, none),
                       _mm_unpacklo_epi16(weight, none), _mm_unpackhi_epi16(weight, none));
    }
  }
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, epilogue_rule Rule, class P>
ETCH_KERNEL void channel_rows(std::int8_t* y,        // (N,OH,OW,C)
                              const std::int8_t* x,  // (N,H,W,C)
                              int zero, const P& p, row_block rows) {
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / G.oh, i = r % G.oh, h = i * G.stride_h - G.pad_top;
    const cell_range v = cells_inside(h, G.kh, G.dilation_h, G.h);
    const bool whole = v.first == 0 && v.last == G.kh;
    const std::int8_t* row = x + (n * G.h + h) * G.w * G.c;
    std::int8_t* out = y + r * G.ow * G.oc;
    const auto finish = [&](int j, const channel_sums& sum, int c) __attribute__((always_inline)) {
      const auto bias = [&](int at) { return load_vector<__m128i>(p.bias + at); };
      finish_four<Rule>(out + j * G.c + c, _mm_add_epi32(sum.low, bias(c)), p.finish, c);
      finish_four<Rule>(out + j * G.c + c + 4, _mm_add_epi32(sum.high, bias(c + 4)), p.finish,
                        c + 4);
    };
    for (int j = 0; j < G.ow;) {
      const int left = j * G.stride_w - G.pad_left;
      const std::int8_t* from = row + left * G.c;
      constexpr int some = inner_pixels(G) >= 4 ? 4 : 2;
      constexpr int covered = (some - 1) * G.stride_w + reach(G.kw, G.dilation_w);
      const bool all = whole && j + some <= G.ow && left >= 0 && left + covered <= G.w;
      const cell_range columns = cells_inside(left, G.kw, G.dilation_w, G.w);
      // The last block of channels overlaps the one before: what both write is the same.
      for (int next = 0; next < G.c; next += 8) {
        const int c = minimum(next, G.c - 8);
        if (all) {
          channel_sums sum[some];
          sum_inside<G>(sum, from, zero, p, c);
          for (int q = 0; q < some; ++q) finish(j + q, sum[q], c);
        } else {
          channel_sums sum;
          sum_cells<G>(sum, from, {v.first, v.last, columns.first, columns.last}, zero, p, c);
          finish(j, sum, c);
        }
      }
      j += all ? some : 1;
    }
  }
}

#endif

/// 8 channels at a time by PMADDWD.
struct pmaddwd_channels : generic_constants {
  static constexpr bool takes(const byte_layer& l) {
    return takes_sums(l) && l.has_filter_per_channel() && l.g.c >= 8;
  }
  template <class C, const auto& Packed, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_X86
    channel_rows<layer_of<C>.g, rule_for<Packed>>(a.template out<0>(), a.template in<0>(),
                                                  layer_of<C>.x_zero, Packed, rows);
#else
    static_assert(sizeof(A) == 0, "kernels by PMADDWD: compile for x86-64");
#endif
  }
};

}  // namespace x86

/// depthwise_conv2d of 8-bit codes by PMADDWD.
struct depthwise_conv2d_s8_s8_s8_pmaddwd
    : layer_kernel<depthwise_conv2d_s8_s8_s8_pmaddwd, ops::depthwise_conv2d,
                   x86::pmaddwd_channels> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
