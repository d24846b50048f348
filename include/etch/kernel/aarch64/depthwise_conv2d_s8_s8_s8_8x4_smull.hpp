// depthwise_conv2d of 8-bit codes by SMULL: 8 channels of 4 pixels at a time, of any window. Input
// rows are copied with their padding, so that all windows are whole; SMLAL adds the product of the
// next cell of a row in 16 bits before sums take both.
//
// Needs: Advanced SIMD; hwc; one filter a channel; at least 8 channels; windows of at most 255
// cells, 16 in a row, that have a row inside the input; no two weights of -128 whose products are
// added in 16 bits; scratch memory for the rows of a window. Reads: x (N,H,W,C), weights
// (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/aarch64/copied_channels.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

#if ETCH_HAS_NEON

/// Channels c .. c + 7 of Pixels pixels from byte `at` of rows on; Zero: weights have a zero point.
template <window_geometry G, int Pixels, epilogue_rules F, bool Zero, class P>
ETCH_GLUE void whole_windows(std::int8_t* y, const std::int8_t* const* row, int at, const P& p,
                             int block, int c) {
  constexpr int kw = G.kw, step = G.stride_w * G.c, cell = G.dilation_w * G.c;
  int32x4_t low[Pixels], high[Pixels];
  int16x8_t codes[Zero ? Pixels : 1]{};
  unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
    low[Q] = vld1q_s32(p.bias + c);
    high[Q] = vld1q_s32(p.bias + c + 4);
  });
  const std::int8_t* w = p.weights + block * 8 * G.kh * kw;
  const std::int8_t* const* const end = row + G.kh;
  do {
    const std::int8_t* const x = *row + at;
    unroll<ceil_div(kw, 2)>([&]<int I>() __attribute__((always_inline)) {
      constexpr int v = 2 * I;
      constexpr bool both = v + 1 < kw;
      const int8x8_t first = vld1_s8(w + 8 * v), second = vld1_s8(w + 8 * (both ? v + 1 : v));
      unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
        const int8x8_t a = vld1_s8(x + Q * step + v * cell);
        int16x8_t two = vmull_s8(a, first);
        if constexpr (Zero) codes[Q] = vaddw_s8(codes[Q], a);
        if constexpr (both) {
          const int8x8_t b = vld1_s8(x + Q * step + (v + 1) * cell);
          two = vmlal_s8(two, b, second);
          if constexpr (Zero) codes[Q] = vaddw_s8(codes[Q], b);
        }
        low[Q] = vaddw_s16(low[Q], vget_low_s16(two));
        high[Q] = vaddw_high_s16(high[Q], two);
      });
      // Products of other cells wait, or compilers would copy registers.
      if constexpr (!Zero) asm volatile("");
    });
    w += 8 * kw;
  } while (++row != end);
  if constexpr (Zero) {
    const auto less = static_cast<std::int16_t>(-p.zero);
    unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
      low[Q] = vmlal_n_s16(low[Q], vget_low_s16(codes[Q]), less);
      high[Q] = vmlal_high_n_s16(high[Q], codes[Q], less);
    });
  }
  write_channels<Pixels, F>(y, low, high, p.places(), c);
}

/// 8 channels of copied rows, four pixels at a time.
template <window_geometry G, epilogue_rules F, bool Zero>
struct smull_windows {
  using form = channel_form<G>;

  ETCH_GLUE static void copy(std::int8_t* to, const std::int8_t* from, std::int8_t x_zero) {
    products::copy_row<form, G>(to, from, x_zero);
  }
  template <class P>
  ETCH_GLUE static void write(std::int8_t* y, const std::int8_t* const* row, const P& p, int block,
                              int c) {
    constexpr int some = minimum(4, G.ow);
    for (int j = 0;;) {
      whole_windows<G, some, F, Zero>(y + j * G.c, row, j * G.stride_w * G.c + c, p, block, c);
      if (j == G.ow - some) break;
      j = minimum(j + some, G.ow - some);
    }
  }
};

#endif

/// 8 channels of 4 pixels by SMULL.
struct smull_8x4 {
  static constexpr bool widens_weights = true, takes_zeros = true;

  static constexpr bool takes(byte_layer l) {
    l.is_bytes = l.is_signed;
    return takes_epilogue(l) && l.has_filter_per_channel() && l.g.c >= 8 && l.g.kw <= 16 &&
           l.taps() <= 255 && has_rows_inside(l.g);
  }
  /// Two products fit in 16 bits.
  template <class C>
  static constexpr bool proves = [] {
    constexpr window_geometry g = layer_of<C>.g;
    for (int row = 0; row < g.kh * g.kw; row += g.kw) {
      for (int v = 0; v + 1 < g.kw; v += 2) {
        if (both_lowest<C>(row + v, row + v + 1)) return false;
      }
    }
    return true;
  }();
  template <class C>
  static constexpr int scratch = channel_form<layer_of<C>.g>::scratch;
  /// Rows of the input.
  template <class, class>
  static constexpr bool keeps_the_same = true;

  template <class C>
  static constexpr auto pack() {
    constexpr int channels = layer_of<C>.g.c, taps = layer_of<C>.taps();
    constexpr int weights = ceil_div(channels, 8) * 8 * taps;
    auto p = pack_channels<C, weights, true>();
    for (int i = 0; i < weights; ++i) {
      const int c = minimum(i / (8 * taps) * 8, channels - 8) + i % 8;
      p.weights[i] = static_cast<std::int8_t>(C::bytes(1)[i / 8 % taps * channels + c]);
    }
    return p;
  }

  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_NEON
    constexpr byte_layer l = layer_of<C>;
    copied_channels<l.g, smull_windows<l.g, rules_of<C>, l.w_zero != 0>>(
        a.template out<0>(), a.template in<0>(), reinterpret_cast<std::int8_t*>(a.scratch()),
        static_cast<std::int8_t>(l.x_zero), kernel_constants<K, C>(a), rows);
#else
    static_assert(sizeof(A) == 0, "depthwise_conv2d by SMULL: compile for AArch64");
#endif
  }
};

}  // namespace neon

/// depthwise_conv2d of 8-bit codes by SMULL, of any window.
struct depthwise_conv2d_s8_s8_s8_8x4_smull
    : layer_kernel<depthwise_conv2d_s8_s8_s8_8x4_smull, ops::depthwise_conv2d, neon::smull_8x4> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_8x4_smull";
};

}  // namespace ETCH_NAMESPACE
