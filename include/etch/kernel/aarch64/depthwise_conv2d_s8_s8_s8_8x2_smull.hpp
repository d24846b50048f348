// depthwise_conv2d of 8-bit codes by SMULL: 8 channels of two pixels at a time. The nine weights of
// each channel stay in registers along an output row, and columns slide from pixel to pixel. SMLAL
// adds a second product in 16 bits before sums take both.
//
// Needs: Advanced SIMD; hwc; one filter a channel; at least 8 channels; windows of 3 x 3, which
// leave the input by one cell at most; a horizontal stride of 1 or 2, of 1 with a dilation; no two
// weights of -128 whose products are added in 16 bits. Reads: x (N,H,W,C), weights (1,KH,KW,C),
// bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/aarch64/sliding_columns.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

#if ETCH_HAS_NEON

/// A column of 8 channels of three rows; Zero: with the sums of its codes.
template <bool Zero>
struct smull_column {
  int8x8_t row[3];
  int16x8_t sum;
  ETCH_GLUE static smull_column all(int8x16_t code) { return of_rows(code, code, code); }
  ETCH_GLUE static smull_column of(const int8x16_t* codes) {
    return of_rows(codes[0], codes[1], codes[2]);
  }

 private:
  ETCH_GLUE static smull_column of_rows(int8x16_t a, int8x16_t b, int8x16_t c) {
    smull_column x{{vget_low_s8(a), vget_low_s8(b), vget_low_s8(c)}, vdupq_n_s16(0)};
    if constexpr (Zero) x.sum = vaddw_s8(vaddl_s8(x.row[0], x.row[1]), x.row[2]);
    return x;
  }
};

/// 8 channels of an output row, whose windows move by Stride columns; Zero: weights have a zero
/// point, by which sums of codes go.
template <int Stride, epilogue_rules F, bool Zero>
struct smull_block {
  static constexpr int rows = 1;
  using column = smull_column<Zero>;

  int8x8_t weight[9];  // (column, row)
  int32x4x2_t bias;
  factor_vectors low, high;
  output_range range;
  std::int16_t less;  // the zero point, negative

  ETCH_GLUE smull_block(const channel_places& p, int block, int c)
      : bias{{vld1q_s32(p.bias + c), vld1q_s32(p.bias + c + 4)}},
        low(load_factors_of<F>(p, c)),
        high(load_factors_of<F>(p, c + 4)),
        range(p.range),
        less(static_cast<std::int16_t>(-p.zero)) {
    unroll<9>([&]<int I>() __attribute__((always_inline)) {
      weight[I] = vld1_s8(p.weights + 72 * block + 8 * I);
    });
  }

  /// The sums of channels 0 to 3 and 4 to 7 over three columns, whose codes add up to `codes`.
  ETCH_GLUE int32x4x2_t sums(const column* x, int16x8_t codes) const {
    int32x4x2_t sum = bias;
    unroll<5>([&]<int I>() __attribute__((always_inline)) {
      constexpr int k = 2 * I;
      int16x8_t two = vmull_s8(x[k / 3].row[k % 3], weight[k]);
      if constexpr (k + 1 < 9) {
        two = vmlal_s8(two, x[(k + 1) / 3].row[(k + 1) % 3], weight[k + 1]);
      }
      sum.val[0] = vaddw_s16(sum.val[0], vget_low_s16(two));
      sum.val[1] = vaddw_high_s16(sum.val[1], two);
    });
    if constexpr (Zero) {
      sum.val[0] = vmlal_n_s16(sum.val[0], vget_low_s16(codes), less);
      sum.val[1] = vmlal_high_n_s16(sum.val[1], codes, less);
    }
    return sum;
  }

  template <int Pixels>
  ETCH_GLUE void write(std::int8_t* y, const column* x, int pixel, int) const {
    int16x8_t first = vdupq_n_s16(0), second = first;  // sums of codes
    if constexpr (Zero) {
      const int16x8_t two = vaddq_s16(x[1].sum, x[2].sum);
      first = vaddq_s16(x[0].sum, two);
      if constexpr (Pixels == 2 && Stride == 1) second = vaddq_s16(two, x[3].sum);
      else if constexpr (Pixels == 2) second = vaddq_s16(vaddq_s16(x[2].sum, x[3].sum), x[4].sum);
    }
    const int32x4x2_t a = sums(x, first), b = Pixels == 2 ? sums(x + Stride, second) : a;
    store_eights<F>(y, y + (Pixels - 1) * pixel, a.val[0], a.val[1], b.val[0], b.val[1], low, high,
                    range);
  }
};

#endif

/// 8 channels of two pixels by SMULL.
struct smull_8x2 {
  static constexpr bool widens_weights = true, takes_zeros = true;

  static constexpr bool takes(byte_layer l) {
    l.is_bytes = l.is_signed;
    return takes_epilogue(l) && has_sliding_columns(l);
  }
  /// The cell of weight k, column by column.
  static constexpr int place_of(int k) { return k % 3 * 3 + k / 3; }
  /// Two products fit in 16 bits: of weights that are added not both are -128.
  template <class C>
  static constexpr bool proves = [] {
    for (int k = 0; k + 1 < 9; k += 2) {
      if (both_lowest<C>(place_of(k), place_of(k + 1))) return false;
    }
    return true;
  }();

  template <class C>
  static constexpr auto pack() {
    constexpr int channels = layer_of<C>.g.c, weights = ceil_div(channels, 8) * 72;
    auto p = pack_channels<C, weights, true>();
    for (int i = 0; i < weights; ++i) {
      const int c = minimum(i / 72 * 8, channels - 8) + i % 8;
      p.weights[i] = static_cast<std::int8_t>(C::bytes(1)[place_of(i / 8 % 9) * channels + c]);
    }
    return p;
  }

  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_NEON
    constexpr window_geometry g = layer_of<C>.g;
    using block = smull_block<g.stride_w, rules_of<C>, layer_of<C>.w_zero != 0>;
    sliding_channels<g, block, void>(a.template out<0>(), a.template in<0>(),
                                     kernel_constants<K, C>(a), rows);
#else
    static_assert(sizeof(A) == 0, "depthwise_conv2d by SMULL: compile for AArch64");
#endif
  }
};

}  // namespace neon

/// depthwise_conv2d of 8-bit codes by SMULL.
struct depthwise_conv2d_s8_s8_s8_8x2_smull
    : layer_kernel<depthwise_conv2d_s8_s8_s8_8x2_smull, ops::depthwise_conv2d, neon::smull_8x2> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_8x2_smull";
};

}  // namespace ETCH_NAMESPACE
