// depthwise_conv2d of 8-bit codes by SDOT: 8 channels of two pixels in two output rows at a time.
// Four codes of a column, one below the other, are what SDOT multiplies: input rows are transposed
// once, columns slide from pixel to pixel, and weights (w0 w1 w2 0) make an output row, (0 w0 w1
// w2) the one below. With a vertical stride an output row is made alone.
//
// Needs: SDOT; hwc; one filter a channel; at least 8 channels; windows of 3 x 3, which leave
// the input by one cell at most; a horizontal stride of 1 or 2, of 1 with a dilation; no zero point
// of weights of -128. Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/aarch64/sliding_columns.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

/// Bytes of weights of 8 channels: (column, channel, row), a row of zeros behind the third.
inline constexpr int bytes_of_columns = 3 * 8 * 4;

#if ETCH_HAS_DOTPROD

/// A column of 8 channels of Rows rows, the last again where they are three: the codes of channels
/// 0 to 3, then 4 to 7.
template <int Rows>
struct sdot_column {
  static constexpr bool has_pairs = true;
  struct places {};  // it needs none
  int8x16_t four[2];

  ETCH_GLUE static sdot_column all(int8x16_t code) { return {{code, code}}; }
  /// Of the low halves of the codes in each row, or of the high ones.
  ETCH_GLUE static sdot_column of(const int8x16_t* row) {
    return joined(vzip1q_s8(row[0], row[1]), vzip1q_s8(row[2], row[Rows - 1]));
  }
  ETCH_GLUE static sdot_column of_second(const int8x16_t* row) {
    return joined(vzip2q_s8(row[0], row[1]), vzip2q_s8(row[2], row[Rows - 1]));
  }

 private:
  ETCH_GLUE static sdot_column joined(int8x16_t above, int8x16_t below) {
    const int16x8_t a = vreinterpretq_s16_s8(above), b = vreinterpretq_s16_s8(below);
    return {{vreinterpretq_s8_s16(vzip1q_s16(a, b)), vreinterpretq_s8_s16(vzip2q_s16(a, b))}};
  }
};

/// A column of four rows, which also takes the place of another.
struct replaced_column : sdot_column<4> {
  static constexpr bool is_replaced = true;
  using any_image = const std::int8_t[1 << 30];  // all that may be read
  /// Where its codes lie in two vectors of two rows each.
  struct places {
    uint8x16_t low, high;
    ETCH_GLUE places()
        : low(vreinterpretq_u8_u32(uint32x4_t{0x18100800, 0x19110901, 0x1a120a02, 0x1b130b03})),
          high(vaddq_u8(low, vdupq_n_u8(4))) {
      asm("" : "+w"(low), "+w"(high));  // held in registers
    }
  };
  /// Loads the column at `at`, in `image` or constants, whose rows move on by so many bytes.
  ETCH_GLUE void load(const std::int8_t* image, const std::int8_t** at, std::int64_t first,
                      std::int64_t step, std::int64_t last, const places& p) {
    asm("ld1 {v30.8b}, [%2], %6\n\tld1 {v31.8b}, [%4], %7\n\t"
        "ld1 {v30.d}[1], [%3], %7\n\tld1 {v31.d}[1], [%5], %8\n\t"
        "tbl %0.16b, {v30.16b, v31.16b}, %9.16b\n\ttbl %1.16b, {v30.16b, v31.16b}, %10.16b"
        : "=&w"(four[0]), "=&w"(four[1]), "+&r"(at[0]), "+&r"(at[1]), "+&r"(at[2]), "+&r"(at[3])
        : "r"(first), "r"(step), "r"(last), "w"(p.low), "w"(p.high),
          "m"(*reinterpret_cast<any_image*>(image))
        : "v30", "v31");
  }
  ETCH_GLUE static replaced_column all(int8x16_t code) { return {sdot_column<4>::all(code)}; }
  ETCH_GLUE static replaced_column of(const int8x16_t* row) { return {sdot_column<4>::of(row)}; }
  ETCH_GLUE static replaced_column of_second(const int8x16_t* row) {
    return {sdot_column<4>::of_second(row)};
  }
};

/// 8 channels of Rows output rows, whose windows move by Stride columns; Zero: weights have a zero
/// point, by which columns are multiplied once more; Adjacent: pixels are 8 bytes.
template <int Rows, int Stride, epilogue_rules F, bool Zero, bool Adjacent>
struct sdot_block {
  static constexpr int rows = Rows;
  using column =
      element_t<list<sdot_column<Rows + 2>, replaced_column>, (Rows == 2 && !Zero) ? 1 : 0>;

  int8x16_t weight[Rows][3][2];
  int8x16_t less[Rows];  // the zero point, negative, where a weight is
  factor_vectors low, high;
  const std::int32_t* bias;
  output_range range;
  [[no_unique_address]] typename column::places places;

  ETCH_GLUE sdot_block(const channel_places& p, int block, int c)
      : low(load_factors_of<F>(p, c)),
        high(load_factors_of<F>(p, c + 4)),
        bias(p.bias + c),
        range(p.range) {
    const std::uint32_t zero = std::uint32_t{0x010101} * static_cast<std::uint8_t>(-p.zero);
    unroll<Rows>([&]<int R>() __attribute__((always_inline)) {
      less[R] = vreinterpretq_s8_u32(vdupq_n_u32(zero << 8 * R));
    });
    const std::int8_t* const from = p.weights + block * bytes_of_columns;
    unroll<6>([&]<int I>() __attribute__((always_inline)) {
      const int8x16_t w = vld1q_s8(from + 16 * I);
      weight[0][I / 2][I % 2] = w;
      if constexpr (Rows == 2) {  // a row lower
        weight[1][I / 2][I % 2] = vreinterpretq_s8_s32(vshlq_n_s32(vreinterpretq_s32_s8(w), 8));
      }
    });
  }

  /// Sums of channels 0 to 3 and 4 to 7.
  struct eight_sums {
    int32x4_t low, high;
  };
  ETCH_GLUE eight_sums biases() const {
    eight_sums sum;
    // By hand, or compilers would keep biases in registers, which are for weights, and copy them.
    asm volatile("ldp %q0, %q1, %2"
                 : "=w"(sum.low), "=w"(sum.high)
                 : "Q"(*reinterpret_cast<const std::int32_t(*)[8]>(bias)));
    return sum;
  }
  ETCH_GLUE static void add(eight_sums& sum, const column& x, int8x16_t low, int8x16_t high) {
    sum.low = vdotq_s32(sum.low, x.four[0], low);
    sum.high = vdotq_s32(sum.high, x.four[1], high);
  }
  template <int R>
  ETCH_GLUE void add_zeros(eight_sums& sum, const column& x) const {
    add(sum, x, less[R], less[R]);
  }
  template <int R>
  ETCH_GLUE void add_products(eight_sums& sum, const column* x) const {
    unroll<3>([&]<int V>() __attribute__((always_inline)) {
      add(sum, x[V], weight[R][V][0], weight[R][V][1]);
    });
  }
  /// The sums of output row R over three columns.
  template <int R>
  ETCH_GLUE eight_sums sums(const column* x) const {
    if constexpr (Rows == 2 && !Zero) {
      eight_sums s;
      // As above; compilers would copy sums between products.
      asm volatile(
          "ldp %q0, %q1, %2\n\t"
          "sdot %0.4s, %3.16b, %9.16b\n\tsdot %1.4s, %4.16b, %10.16b\n\t"
          "sdot %0.4s, %5.16b, %11.16b\n\tsdot %1.4s, %6.16b, %12.16b\n\t"
          "sdot %0.4s, %7.16b, %13.16b\n\tsdot %1.4s, %8.16b, %14.16b"
          : "=&w"(s.low), "=&w"(s.high)
          : "Q"(*reinterpret_cast<const std::int32_t(*)[8]>(bias)), "w"(x[0].four[0]),
            "w"(x[0].four[1]), "w"(x[1].four[0]), "w"(x[1].four[1]), "w"(x[2].four[0]),
            "w"(x[2].four[1]), "w"(weight[R][0][0]), "w"(weight[R][0][1]), "w"(weight[R][1][0]),
            "w"(weight[R][1][1]), "w"(weight[R][2][0]), "w"(weight[R][2][1]));
      return s;
    } else {
      eight_sums sum = biases();
      if constexpr (Zero)
        unroll<3>([&]<int V>() __attribute__((always_inline)) { add_zeros<R>(sum, x[V]); });
      add_products<R>(sum, x);
      return sum;
    }
  }
  /// The same of two neighbours, whose windows have two columns in common.
  template <int R>
  ETCH_GLUE void neighbours(eight_sums& a, eight_sums& b, const column* x) const {
    a = biases();
    add_zeros<R>(a, x[1]);
    add_zeros<R>(a, x[2]);
    b = a;
    add_zeros<R>(a, x[0]);
    add_products<R>(a, x);
    add_zeros<R>(b, x[3]);
    add_products<R>(b, x + 1);
  }

  /// Codes of Pixels pixels, 1 or 2, of each output row, whose windows begin with x[0].
  template <int Pixels>
  ETCH_GLUE void write(std::int8_t* y, const column* x, int pixel, int row) {
    constexpr int last = Rows - 1;
    const auto codes = [&]<int R0, int P0, int R1, int P1>() __attribute__((always_inline)) {
      eight_sums a, b;
      if constexpr (Zero && R0 == R1 && P0 != P1 && Stride == 1) neighbours<R0>(a, b, x);
      else a = sums<R0>(x + P0 * Stride), b = sums<R1>(x + P1 * Stride);
      const int at = R0 * row + P0 * pixel, next = R1 * row + P1 * pixel;
      if constexpr (Adjacent && R0 == R1 && P0 != P1) {
        vst1q_s8(y + at, epilogue<F>(a.low, a.high, b.low, b.high, low, high, low, high, range));
      } else {
        store_eights<F>(y + at, y + next, a.low, a.high, b.low, b.high, low, high, range);
      }
    };
    if constexpr (Pixels == 1) {
      codes.template operator()<0, 0, last, 0>();
    } else {
      unroll<Rows>([&]<int R>()
                       __attribute__((always_inline)) { codes.template operator()<R, 0, R, 1>(); });
    }
  }
};

#endif

/// 8 channels of two pixels in two output rows by SDOT.
struct sdot_8x4 {
  static constexpr bool widens_weights = true, takes_zeros = true;

  static constexpr bool takes(byte_layer l) {
    l.is_bytes = l.is_signed;
    return takes_epilogue(l) && has_sliding_columns(l) && l.w_zero != -128;
  }

  template <class C>
  static constexpr int rows_at_once =
      layer_of<C>.g.stride_h == 1 ? 2 * layer_of<C>.g.dilation_h : 1;

  template <class C>
  static constexpr auto pack() {
    constexpr int channels = layer_of<C>.g.c, blocks = ceil_div(channels, 8);
    auto p = pack_channels<C, blocks * bytes_of_columns, true>();
    for (int i = 0; i < blocks * bytes_of_columns; ++i) {
      const int u = i % 4, v = i % bytes_of_columns / 32;
      const int c = minimum(i / bytes_of_columns * 8, channels - 8) + i / 4 % 8;
      if (u < 3) p.weights[i] = static_cast<std::int8_t>(C::bytes(1)[(3 * u + v) * channels + c]);
    }
    return p;
  }

  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DOTPROD
    constexpr window_geometry g = layer_of<C>.g;
    constexpr bool zero = layer_of<C>.w_zero != 0;
    constexpr bool adjacent = g.dilation_w * g.c == 8;
    using one = sdot_block<1, g.stride_w, rules_of<C>, zero, adjacent>;
    using two = sdot_block<2, g.stride_w, rules_of<C>, zero, adjacent>;
    sliding_channels<g, one, two>(a.template out<0>(), a.template in<0>(),
                                  kernel_constants<K, C>(a), rows);
#else
    static_assert(sizeof(A) == 0,
                  "depthwise_conv2d by SDOT: compile for AArch64 with -march=armv8.2-a+dotprod");
#endif
  }
};

}  // namespace neon

/// depthwise_conv2d of 8-bit codes by SDOT.
struct depthwise_conv2d_s8_s8_s8_8x4_sdot
    : layer_kernel<depthwise_conv2d_s8_s8_s8_8x4_sdot, ops::depthwise_conv2d, neon::sdot_8x4> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_8x4_sdot";
};

}  // namespace ETCH_NAMESPACE
