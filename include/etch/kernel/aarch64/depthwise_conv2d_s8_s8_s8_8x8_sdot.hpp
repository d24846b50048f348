// depthwise_conv2d of 8-bit codes by SDOT: 8 channels of 8 pixels at a time, of windows of up to
// five columns. Input rows are copied with their padding as quads, four neighbouring codes of a
// channel after those of another. The weights of a window row meet the one or two quads that a
// pixel's cells lie in, shifted to where they lie.
//
// Needs: SDOT; hwc; one filter a channel; at least 8 channels; windows of 2 to 5 columns without a
// dilation of those, that have a row inside the input; a horizontal stride of at most 4; no zero
// point of weights of -128; scratch memory for the rows of a window. Reads: x (N,H,W,C), weights
// (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/aarch64/copied_channels.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

/// The same as quads.
template <window_geometry G>
struct quad_form : channel_form<G> {
  static constexpr int quads = ceil_div(channel_form<G>::covered, 4), quad = 4 * G.c;
  static constexpr int pitch = round_up(quads * quad, 16);
  static constexpr int border = channel_form<G>::tall * pitch, scratch = border + pitch;
  /// Bytes of the weights of a window row of 8 channels: columns 0 to 3, with a fifth 1 to 4 too.
  static constexpr int parts = G.kw > 4 ? 2 : 1, weights = 32 * parts;
};

#if ETCH_HAS_DOTPROD

template <window_geometry G, epilogue_rules F, bool Zero>
struct sdot_windows {
  using form = quad_form<G>;

  ETCH_GLUE static void copy(std::int8_t* to, const std::int8_t* from, std::int8_t x_zero) {
    constexpr int left = G.pad_left, right = left + form::columns;
    constexpr int first = ceil_div(left, 4), whole = maximum(right / 4 - first, 0);
    for (int block = 0; block < ceil_div(G.c, 8); ++block) {
      const int c = minimum(8 * block, G.c - 8);
      const std::int8_t* x = from + c;
      std::int8_t* y = to + 4 * c;
      const auto at_edge = [&]<int Q>() __attribute__((always_inline)) {
        int8x8_t code[4];
        unroll<4>([&]<int T>() __attribute__((always_inline)) {
          constexpr int column = 4 * Q + T - left;
          if constexpr (column >= 0 && column < form::columns) code[T] = vld1_s8(x + column * G.c);
          else code[T] = vdup_n_s8(x_zero);
        });
        write_quad(y + Q * form::quad, code);
      };
      unroll<first>([&]<int Q>()
                        __attribute__((always_inline)) { at_edge.template operator()<Q>(); });
      unroll<form::quads - first - whole>([&]<int Q>() __attribute__((always_inline)) {
        at_edge.template operator()<first + whole + Q>();
      });
      x += (4 * first - left) * G.c, y += first * form::quad;
      for (int n = whole; n > 0; --n, x += 4 * G.c, y += form::quad) {
        const int8x8_t code[4] = {vld1_s8(x), vld1_s8(x + G.c), vld1_s8(x + 2 * G.c),
                                  vld1_s8(x + 3 * G.c)};
        write_quad(y, code);
      }
    }
  }
  template <class P>
  ETCH_GLUE static void write(std::int8_t* y, const std::int8_t* const* row, const P& p, int block,
                              int c) {
    constexpr int rest = G.ow % 8;
    int at = 4 * c;
    for (int n = G.ow / 8; n > 0; --n, y += 8 * G.c, at += 2 * G.stride_w * form::quad)
      write_pixels<8>(y, row, at, p, block, c);
    if constexpr (rest > 0) write_pixels<rest>(y, row, at, p, block, c);
  }

 private:
  ETCH_GLUE static void write_quad(std::int8_t* to, const int8x8_t* code) {
    const auto joined = [](int8x8_t a, int8x8_t b) __attribute__((always_inline)) {
      const int8x8_t none = vdup_n_s8(0);
      return vreinterpretq_s16_s8(vzip1q_s8(vcombine_s8(a, none), vcombine_s8(b, none)));
    };
    const int16x8_t a = joined(code[0], code[1]), b = joined(code[2], code[3]);
    vst1q_s8(to, vreinterpretq_s8_s16(vzip1q_s16(a, b)));
    vst1q_s8(to + 16, vreinterpretq_s8_s16(vzip2q_s16(a, b)));
  }
  /// The weights of a window row for four channels: columns 0 to 3, and the last four.
  struct row_weights {
    int8x16_t first, last;
    /// Where the cells of the window begin with lane At of quad 0, those in quad 0 or 1.
    template <int Quad, int At>
    ETCH_GLUE int8x16_t in() const {
      constexpr int back = (G.kw > 4 ? 3 : 4) - At;
      if constexpr (Quad == 0 && At == 0) return first;
      else if constexpr (Quad == 0)
        return vreinterpretq_s8_s32(vshlq_n_s32(vreinterpretq_s32_s8(first), 8 * At));
      else if constexpr (back == 0) return last;
      else return vreinterpretq_s8_u32(vshrq_n_u32(vreinterpretq_u32_s8(last), 8 * back));
    }
  };
  template <int Pixels, class P>
  ETCH_GLUE static void write_pixels(std::int8_t* y, const std::int8_t* const* row, int at,
                                     const P& p, int block, int c) {
    int32x4_t sum[2][Pixels];
    unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
      sum[0][Q] = vld1q_s32(p.bias + c);
      sum[1][Q] = vld1q_s32(p.bias + c + 4);
    });
    const std::int8_t* w = p.weights + block * G.kh * form::weights;
    const std::int8_t* const* const end = row + G.kh;
    const row_weights less = [&] {  // the zero point, negative, where a weight is
      const std::uint32_t zeros = 0x01010101U * static_cast<std::uint8_t>(-p.zero);
      const std::uint32_t some = G.kw < 4 ? zeros >> (32 - 8 * minimum(G.kw, 4)) : zeros;
      const int8x16_t all = vreinterpretq_s8_u32(vdupq_n_u32(some));
      return row_weights{all, all};
    }();
    do {
      const std::int8_t* const x = *row + at;
      unroll<2>([&]<int Half>() __attribute__((always_inline)) {
        const row_weights weights{vld1q_s8(w + 16 * Half),
                                  vld1q_s8(w + 16 * Half + 32 * (form::parts - 1))};
        unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
          constexpr int column = Q * G.stride_w, quad = column / 4, lane = column % 4;
          constexpr int met = (lane + G.kw - 1) / 4 + 1;
          unroll<met>([&]<int K>() __attribute__((always_inline)) {
            const int8x16_t codes = vld1q_s8(x + (quad + K) * form::quad + 16 * Half);
            sum[Half][Q] = vdotq_s32(sum[Half][Q], codes, weights.template in<K, lane>());
            if constexpr (Zero)
              sum[Half][Q] = vdotq_s32(sum[Half][Q], codes, less.template in<K, lane>());
          });
        });
      });
      w += form::weights;
    } while (++row != end);
    write_channels<Pixels, F>(y, sum[0], sum[1], p.places(), c);
  }
};

#endif

/// 8 channels of 8 pixels by SDOT.
struct sdot_8x8 {
  static constexpr bool widens_weights = true, takes_zeros = true;

  static constexpr bool takes(byte_layer l) {
    l.is_bytes = l.is_signed;
    return takes_epilogue(l) && l.has_filter_per_channel() && l.g.c >= 8 && l.g.kw >= 2 &&
           l.g.kw <= 5 && l.g.dilation_w == 1 && l.g.stride_w <= 4 && l.w_zero != -128 &&
           has_rows_inside(l.g);
  }
  template <class C>
  static constexpr int scratch = quad_form<layer_of<C>.g>::scratch;
  /// Rows of the input.
  template <class, class>
  static constexpr bool keeps_the_same = true;

  template <class C>
  static constexpr auto pack() {
    constexpr window_geometry g = layer_of<C>.g;
    constexpr int row = quad_form<g>::weights, weights = ceil_div(g.c, 8) * g.kh * row;
    auto p = pack_channels<C, weights, true>();
    for (int i = 0; i < weights; ++i) {
      const int c = minimum(i / (row * g.kh) * 8, g.c - 8) + i / 4 % 8;
      const int u = i / row % g.kh, v = i % row / 32 + i % 4;
      if (v < g.kw) p.weights[i] = static_cast<std::int8_t>(C::bytes(1)[(u * g.kw + v) * g.c + c]);
    }
    return p;
  }

  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DOTPROD
    constexpr byte_layer l = layer_of<C>;
    copied_channels<l.g, sdot_windows<l.g, rules_of<C>, l.w_zero != 0>>(
        a.template out<0>(), a.template in<0>(), reinterpret_cast<std::int8_t*>(a.scratch()),
        static_cast<std::int8_t>(l.x_zero), kernel_constants<K, C>(a), rows);
#else
    static_assert(sizeof(A) == 0,
                  "depthwise_conv2d by SDOT: compile for AArch64 with -march=armv8.2-a+dotprod");
#endif
  }
};

}  // namespace neon

/// depthwise_conv2d of 8-bit codes by SDOT, of windows of up to five columns.
struct depthwise_conv2d_s8_s8_s8_8x8_sdot
    : layer_kernel<depthwise_conv2d_s8_s8_s8_8x8_sdot, ops::depthwise_conv2d, neon::sdot_8x8> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_8x8_sdot";
};

}  // namespace ETCH_NAMESPACE
