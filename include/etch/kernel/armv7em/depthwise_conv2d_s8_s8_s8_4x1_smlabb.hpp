// depthwise_conv2d of 8-bit codes: four channels of a pixel a step, by SMLABB and SMLATT. One step
// takes a word of input and one of weights: 8 instructions for four products, zero points taken off
// by SXTAB16. Cells outside the input are left out. Weights lie (four channels,KH,KW), so that LDR
// moves on to the next whatever the dilation.
//
// Needs: DSP instructions, word loads at any address (CCR.UNALIGN_TRP clear, as after reset); hwc;
// one filter a channel, at least 4 channels; accumulators that are proved exact. Window, dilation,
// padding and stride are free.
// Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/channels.hpp>
#include <etch/kernel/cortex_m/microkernel.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// With the zero point of the weights, where they have one.
template <bool Zeros>
struct channel_and_zero_plan : channel_plan {};
template <>
struct channel_and_zero_plan<true> : channel_plan {
  int w_zero = 0;
};

#if ETCH_HAS_DSP

/// Cells of a window that lie inside the input: where they begin in x, a pointer or a row_list, and
/// in the weights, how many rows and columns, and the way from one to the next.
template <class X>
struct inner_window {
  X x;
  const std::int8_t* weights;
  int rows, columns;
  int x_column, x_row;           ///< x_row from the begin of a row
  int weight_row, weight_block;  ///< weight_block from four channels to the next
};

/// Zero points, as what is added to two halfwords.
struct minus_zeros {
  std::uint32_t of_x, of_weights;
};

/// Sums of four channels; Zeros: their weights have a zero point.
template <bool Zeros>
struct four_sums {
  std::int32_t s0, s1, s2, s3;
  ETCH_GLUE void add(const std::int8_t* x, const std::int8_t* weights, const minus_zeros& minus) {
    const std::uint32_t a = load_word(x), b = load_word(weights);
    const std::uint32_t a_even = add_even(minus.of_x, a), a_odd = add_odd(minus.of_x, a);
    const std::uint32_t b_even = Zeros ? add_even(minus.of_weights, b) : widen_even(b);
    const std::uint32_t b_odd = Zeros ? add_odd(minus.of_weights, b) : widen_odd(b);
    s0 = multiply_add_low(a_even, b_even, s0);
    s1 = multiply_add_low(a_odd, b_odd, s1);
    s2 = multiply_add_high(a_even, b_even, s2);
    s3 = multiply_add_high(a_odd, b_odd, s3);
  }
  /// Three cells in a row, `step` bytes apart in x. The weights are moved behind theirs.
  /// 12 or 13 registers, in one statement: compilers spill half of them. Where there are vectors a
  /// frame may need the thirteenth.
  ETCH_GLUE void add_three(const std::int8_t* x, const std::int8_t*& weights, int step,
                           const minus_zeros& minus) {
#ifdef __OPTIMIZE__
    constexpr bool has_registers = !Zeros || ETCH_HAS_MVE == 0;
#else  // one register is then that of the frame
    constexpr bool has_registers = false;
#endif
    if constexpr (has_registers) {
      add_three_at_once(x, weights, step, minus);
    } else {
      for (int i = 0; i < 3; ++i, x += step, weights += 4) add(x, weights, minus);
    }
  }

 private:
  ETCH_GLUE void add_three_at_once(const std::int8_t* x, const std::int8_t*& weights, int step,
                                   const minus_zeros& minus) {
    std::uint32_t a, b, c, d;
    __asm volatile(
        "ldr %5,[%9]\n\tldr %6,[%4],#4\n\t"
        "sxtab16 %7,%11,%5\n\tsxtab16 %5,%11,%5,ror #8\n\t"
        ".if %c13\n\tsxtab16 %8,%12,%6\n\tsxtab16 %6,%12,%6,ror #8\n\t"
        ".else\n\tsxtb16 %8,%6\n\tsxtb16 %6,%6,ror #8\n\t.endif\n\t"
        "smlabb %0,%7,%8,%0\n\tsmlatt %2,%7,%8,%2\n\t"
        "smlabb %1,%5,%6,%1\n\tsmlatt %3,%5,%6,%3\n\t"
        "ldr %5,[%9,%10]\n\tldr %6,[%4],#4\n\t"
        "sxtab16 %7,%11,%5\n\tsxtab16 %5,%11,%5,ror #8\n\t"
        ".if %c13\n\tsxtab16 %8,%12,%6\n\tsxtab16 %6,%12,%6,ror #8\n\t"
        ".else\n\tsxtb16 %8,%6\n\tsxtb16 %6,%6,ror #8\n\t.endif\n\t"
        "smlabb %0,%7,%8,%0\n\tsmlatt %2,%7,%8,%2\n\t"
        "smlabb %1,%5,%6,%1\n\tsmlatt %3,%5,%6,%3\n\t"
        "ldr %5,[%9,%10,lsl #1]\n\tldr %6,[%4],#4\n\t"
        "sxtab16 %7,%11,%5\n\tsxtab16 %5,%11,%5,ror #8\n\t"
        ".if %c13\n\tsxtab16 %8,%12,%6\n\tsxtab16 %6,%12,%6,ror #8\n\t"
        ".else\n\tsxtb16 %8,%6\n\tsxtb16 %6,%6,ror #8\n\t.endif\n\t"
        "smlabb %0,%7,%8,%0\n\tsmlatt %2,%7,%8,%2\n\t"
        "smlabb %1,%5,%6,%1\n\tsmlatt %3,%5,%6,%3"
        : "+r"(s0), "+r"(s1), "+r"(s2), "+r"(s3), "+r"(weights), "=&r"(a), "=&r"(b), "=&r"(c),
          "=&r"(d)
        : "r"(x), "r"(step), "r"(minus.of_x), "ri"(Zeros ? minus.of_weights : 0), "i"(Zeros)
        : "memory");
  }
};

/// All channels of one pixel.
template <epilogue_code E, bool Zeros, class Y, class X, class Channel>
ETCH_KERNEL void channels_of_pixel(Y y, const inner_window<X>& in,
                                   const channel_and_zero_plan<Zeros>& p, const Channel* channels) {
  const auto two_less = [](int zero) __attribute__((always_inline)) {
    return (static_cast<std::uint32_t>(-zero) & 0xffff) * 0x10001u;
  };
  minus_zeros minus{two_less(p.zero), 0};
  if constexpr (Zeros) minus.of_weights = two_less(p.w_zero);
  const int columns = in.columns, x_row = in.x_row, step = p.c;
  const bool three = columns == 3 && in.weight_row == 3 * 4;
  const std::int8_t* block = in.weights;
  for (int next = 0; next < step; next += 4, block += in.weight_block) {
    // The last four overlap those before: what both write is the same.
    const int c = minimum(next, step - 4);
    const Channel* const k = channels + c;
    four_sums<Zeros> sum{k[0].sum, k[1].sum, k[2].sum, k[3].sum};
    X x = in.x + c;
    const std::int8_t* w = block;
    int rows = in.rows;
    if (three && rows == 3 && !ETCH_SAVES_FLASH) {
      unroll<3>([&]<int I>() __attribute__((always_inline)) {
        sum.add_three(cortex_m::first_row(x), w, in.x_column, minus);
        if constexpr (I < 2) cortex_m::to_next_row(x, x_row);
      });
    } else if (three) {
      for (; rows > 0; --rows, cortex_m::to_next_row(x, x_row)) {
        sum.add_three(cortex_m::first_row(x), w, in.x_column, minus);
      }
    } else {
      for (; rows > 0; --rows, cortex_m::to_next_row(x, x_row), w += in.weight_row) {
        const std::int8_t *at = cortex_m::first_row(x), *weight = w;
        for (int v = columns; v > 0; --v, at += in.x_column, weight += 4) {
          sum.add(at, weight, minus);
        }
      }
    }
    const Y to = y + c;
    to[0] = end_channel<E>(p, k[0], sum.s0);
    to[1] = end_channel<E>(p, k[1], sum.s1);
    to[2] = end_channel<E>(p, k[2], sum.s2);
    to[3] = end_channel<E>(p, k[3], sum.s3);
  }
}

#endif

/// Four channels of a pixel by SMLABB.
struct smlabb_4x1 : cortex_m::microkernel<smlabb_4x1, core> {
  static constexpr bool widens_weights = true;
  static constexpr bool takes_zeros = true;

  static constexpr bool takes(const byte_layer& l) {
    return cortex_m::has_epilogue<core>(l) && l.has_filter_per_channel() && l.g.c >= 4;
  }

  template <class C>
  static constexpr bool reads_rows = layer_of<C>.g.kh <= cortex_m::most_rows_apart;
  template <class C>
  static constexpr bool writes_spaced = reads_rows<C>;

  template <class C>
  static constexpr auto pack() {
    constexpr byte_layer l = layer_of<C>;
    constexpr int channels = l.g.c, taps = l.taps(), blocks = ceil_div(channels, 4);
    constexpr bool zeros = l.w_zero != 0;
    cortex_m::layer_constants<channel_and_zero_plan<zeros>, channel_t<C>, channels, std::int8_t,
                              4 * taps * blocks>
        k{{make_channel_plan<C>()}, {}, {}};
    if constexpr (zeros) k.plan.w_zero = l.w_zero;
    for (int c = 0; c < channels; ++c) {
      k.ends[c] = constants_of_channel<C>(c, products_of::differences);
    }
    for (int i = 0; i < 4 * taps * blocks; ++i) {
      const int tap = i / 4 % taps, c = minimum(i / (4 * taps) * 4, channels - 4) + i % 4;
      k.weights[i] = static_cast<std::int8_t>(C::bytes(1)[tap * channels + c]);
    }
    return k;
  }

#if ETCH_HAS_DSP
  template <epilogue_code E, bool Zeros, class Channel, class Rows, class Y>
  ETCH_KERNEL static void write_rows(const channel_and_zero_plan<Zeros>& p, const Channel* channels,
                                     const std::int8_t* weights,  // (C / 4,KH,KW,4)
                                     Rows x,                      // (N H, W C)
                                     Y y,                         // the first row of (N OH, OW C)
                                     unsigned char*, row_block rows) {
    inner_window<decltype(cortex_m::rows_of_windows<Rows>{}.find(x, 0, 0, 0))> in;
    in.x_column = p.dilation_w * p.c;
    in.x_row = p.dilation_h * cortex_m::distance_of_rows(x);
    in.weight_row = p.kw * 4;
    in.weight_block = p.kh * in.weight_row;
    cortex_m::for_each_window_of_rows(p, x, y, rows,
                                      [&](auto to, auto from, cell_run u, cell_run v)
                                          __attribute__((always_inline)) {
                                            in.x = from;
                                            in.weights = weights + (u.first * p.kw + v.first) * 4;
                                            in.rows = u.count;
                                            in.columns = v.count;
                                            channels_of_pixel<E>(to, in, p, channels);
                                          });
  }
#endif
};

}  // namespace armv7em

/// depthwise_conv2d of 8-bit codes by four channels at a time.
struct depthwise_conv2d_s8_s8_s8_4x1_smlabb
    : layer_kernel<depthwise_conv2d_s8_s8_s8_4x1_smlabb, ops::depthwise_conv2d,
                   armv7em::smlabb_4x1> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_4x1_smlabb";
};

}  // namespace ETCH_NAMESPACE
