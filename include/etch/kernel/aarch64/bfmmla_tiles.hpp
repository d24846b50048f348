// What the kernels by BFMMLA share: tiles of pixels x filters on bfloat16, summed in the order of
// bfdot_arithmetic. The instruction multiplies a word, four numbers, of two pixels with that of two
// filters: to each of the four sums it adds the first two products together, then the other two.
//
// Channels that are no whole words end with numbers +0 in front of weights that change nothing: of
// an odd number the last has +0 beside it, as the arithmetic has it; a pair of -0 adds -0 to a sum.
// Cells outside the input are left out. What is no pair of pixels is one pixel twice.
#pragma once

#include <etch/kernel/aarch64/bfdot_rows.hpp>
#include <etch/kernel/aarch64/floats.hpp>
#include <etch/kernel/aarch64/product_tile.hpp>

namespace ETCH_NAMESPACE {
namespace bfmmla_tiles {

/// Numbers of a word.
inline constexpr int word = 4;

/// Filters that are summed together, and pixels: 64 sums in 16 registers.
constexpr int block_of(const window_geometry& g) { return g.oc <= 8 ? 8 : 16; }
constexpr int pixels_of(const window_geometry& g) { return 64 / block_of(g); }

/// How four sums become codes: each by the generic epilogue.
template <class Epilogue>
struct one_by_one {
  Epilogue epilogue;
#if ETCH_HAS_BF16
  template <int Count, class Y>
  ETCH_GLUE void store(Y* y, float32x4_t sums) const {
    alignas(16) float sum[4];
    vst1q_f32(sum, sums);
    for (int i = 0; i < Count; ++i) y[i] = epilogue(sum[i], 0);
  }
#endif
};
/// All at once, to f32.
struct to_f32 {
  limits<float> l;
#if ETCH_HAS_BF16
  template <int Count>
  ETCH_GLUE void store(float* y, float32x4_t sums) const {
    neon::four_floats::store<Count>(y, neon::four_floats::clamped(sums, l));
  }
#endif
};
/// To bfloat16, limits being those of an activation.
template <bool Activates>
struct to_bf16 {
  using code = bf16_dot::kind::code;
  limits<float> l;
#if ETCH_HAS_BF16
  template <int Count>
  ETCH_GLUE void store(code* y, float32x4_t sums) const {
    // what lies beyond the range saturates before it is rounded
    constexpr float largest = static_cast<float>(code{code::largest});
    sums = neon::four_floats::clamped(sums, {-largest, largest});
    uint16x4_t codes = vreinterpret_u16_bf16(vcvt_bf16_f32(sums));
    if constexpr (Activates) {  // limits of codes: -0 is none below 0
      const float32x4_t numbers = vreinterpretq_f32_u32(vshll_n_u16(codes, 16));
      const float32x4_t clamped = neon::four_floats::clamped(numbers, l);
      codes = vshrn_n_u32(vreinterpretq_u32_f32(clamped), 16);
    }
    neon::store_bytes<0, 2 * Count>(reinterpret_cast<std::int8_t*>(y),
                                    vreinterpretq_s8_u16(vcombine_u16(codes, codes)));
  }
#endif
};
/// The one for call C.
template <class C>
constexpr auto make_ending() {
  using out = typename C::template out<>;
  constexpr auto l = output_limits<C>();
  constexpr bool is_bf16 = __is_same(typename out::storage, bf16_dot::kind::code);
  if constexpr (is_f32(out::is.number)) {
    return to_f32{l};
  } else if constexpr (is_bf16 && rounds_to_even(C::round)) {
    constexpr bool activates = C::act != activation::none;
    return to_bf16<activates>{{static_cast<float>(l.low), static_cast<float>(l.high)}};
  } else {
    return one_by_one<decltype(make_generic_epilogue<C, 1>())>{generic_epilogue<C, 1>};
  }
}

/// Weights of a block of filters after the other: for each cell and word that of each filter.
/// Biases and how sums end.
template <window_geometry G, class Ending>
struct packed_words {
  static constexpr int block = block_of(G), blocks = ceil_div(G.oc, block);
  static constexpr int cell = round_up(G.c, word) * block;  ///< weights of one
  static constexpr int filters = G.kh * G.kw * cell;        ///< weights of a block
  alignas(16) std::uint16_t weight[blocks * filters]{};
  float bias[blocks * block]{};
  Ending ending;
};

/// The weights of call C, (OC,KH,KW,C) in memory.
template <class C, window_geometry G>
constexpr auto pack_words() {
  packed_words<G, decltype(make_ending<C>())> p{{}, {}, make_ending<C>()};
  constexpr int cells = G.kh * G.kw, whole = round_up(G.c, 2), depth = round_up(G.c, word);
  const unsigned char* from = C::bytes(1);
  int next = 0;
  for (int o = 0; o < G.oc; ++o) {
    p.bias[o] = static_cast<float>(sum_bias<C>(o));
    int to = o / p.block * p.filters + o % p.block * word;
    for (int cell = 0; cell < cells; ++cell, to += p.cell) {
      for (int c = 0; c < depth; ++c) {
        const int at = to + c / word * word * p.block + c % word;
        p.weight[at] = c < G.c     ? load<std::uint16_t>(from, next++)
                       : c < whole ? std::uint16_t{0}
                                   : std::uint16_t{0x8000};
      }
    }
  }
  return p;
}

#if ETCH_HAS_BF16

/// The first Count numbers of a word, +0 behind them.
template <int Count>
ETCH_GLUE uint16x4_t load_word(const std::uint16_t* x) {
  if constexpr (Count == word) return vld1_u16(x);
  std::uint64_t all = 0;
  unroll<Count>([&]<int I>() __attribute__((always_inline)) {
    all |= static_cast<std::uint64_t>(x[I]) << 16 * I;
  });
  return vcreate_u16(all);
}

/// The sums of Pixels pixels, which lie Pitch numbers apart, and of Block filters.
template <int Pixels, int Pitch, int Block>
struct tile {
  static constexpr int pairs = ceil_div(Pixels, 2), columns = Block / 2;
  static constexpr int first(int pair) { return 2 * pair; }
  static constexpr int second(int pair) { return minimum(2 * pair + 1, Pixels - 1); }

  float32x4_t sum[pairs * columns];  // of a pair and filters 2 j, 2 j + 1: (2 pixels, 2 filters)

  ETCH_GLUE tile() {
    unroll<pairs * columns>([&]<int I>()
                                __attribute__((always_inline)) { sum[I] = vdupq_n_f32(0); });
  }

  /// Adds the products of `steps` steps of Step numbers of each pixel, and of Tail more.
  template <int Step, int Tail>
  ETCH_GLUE void run(const std::uint16_t* x, const std::int8_t* w, int steps) {
    const std::uint16_t* at[Pixels];
    unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) { at[Q] = x + Q * Pitch; });
    for (; steps > 0; --steps) {
      if constexpr (pairs * columns == 16) products::settle(sum);
      if constexpr (Step == 16) four_words(at, w);
      else two_words(at, w);
    }
    if constexpr (Tail > word) one_word<word>(at, w);
    if constexpr (Tail > 0) one_word<(Tail - 1) % word + 1>(at, w);
  }

  /// Writes the codes of Valid filters of each pixel, OC apart.
  template <int Valid, int OC, class Y, class Ending>
  ETCH_GLUE void end(Y* y, const float* bias, const Ending& ending) {
    unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
      unroll<Block / 4>([&]<int I>() __attribute__((always_inline)) {
        constexpr int count = clamp(Valid - 4 * I, 0, 4), at = Q / 2 * columns + 2 * I;
        if constexpr (count > 0) {
          const float64x2_t a = vreinterpretq_f64_f32(sum[at]);
          const float64x2_t b = vreinterpretq_f64_f32(sum[at + 1]);
          const float64x2_t four = Q % 2 == 0 ? vzip1q_f64(a, b) : vzip2q_f64(a, b);
          const float32x4_t with_bias =
              vaddq_f32(vreinterpretq_f32_f64(four), vld1q_f32(bias + 4 * I));
          ending.template store<count>(y + Q * OC + 4 * I, with_bias);
        }
      });
    });
  }

 private:
  /// Adds the products of two words of each pixel.
  ETCH_GLUE void two_words(const std::uint16_t* (&at)[Pixels], const std::int8_t*& w) {
    uint64x2_t x[Pixels];
    __atomic_signal_fence(__ATOMIC_SEQ_CST);  // not before their registers are free
    unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
      x[Q] = vreinterpretq_u64_u16(vld1q_u16(at[Q]));
      at[Q] += 2 * word;
      asm volatile("" : "+r"(at[Q]));  // one instruction loads and moves on
    });
    multiply_both(x, w);
  }
  /// The same of four words; one instruction loads them and moves on.
  ETCH_GLUE void four_words(const std::uint16_t* (&at)[Pixels], const std::int8_t*& w) {
    uint64x2_t x[2][Pixels];
    unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
      asm volatile("ldp %q0, %q1, [%2], #32"
                   : "=&w"(x[0][Q]), "=&w"(x[1][Q]), "+r"(at[Q])
                   : "m"(*reinterpret_cast<const std::uint16_t(*)[4 * word]>(at[Q])));
    });
    multiply_both(x[0], w);
    multiply_both(x[1], w);
  }
  /// Adds the products of the two words in the vectors of each pixel.
  ETCH_GLUE void multiply_both(const uint64x2_t (&x)[Pixels], const std::int8_t*& w) {
    uint64x2_t in[pairs];
    unroll<pairs>([&]<int P>() __attribute__((always_inline)) {
      in[P] = vzip1q_u64(x[first(P)], x[second(P)]);
    });
    multiply(in, w);
    unroll<pairs>([&]<int P>() __attribute__((always_inline)) {
      in[P] = vzip2q_u64(x[first(P)], x[second(P)]);
    });
    multiply(in, w);
  }
  /// The same of one word, of which Count numbers are there.
  template <int Count>
  ETCH_GLUE void one_word(const std::uint16_t* (&at)[Pixels], const std::int8_t*& w) {
    uint64x2_t in[pairs];
    unroll<pairs>([&]<int P>() __attribute__((always_inline)) {
      in[P] = vreinterpretq_u64_u16(
          vcombine_u16(load_word<Count>(at[first(P)]), load_word<Count>(at[second(P)])));
    });
    unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) { at[Q] += Count; });
    multiply(in, w);
  }
  /// Adds the products of a word of each pixel.
  ETCH_GLUE void multiply(const uint64x2_t (&in)[pairs], const std::int8_t*& w) {
    unroll<columns / 4>([&]<int F>() __attribute__((always_inline)) {
      __atomic_signal_fence(__ATOMIC_SEQ_CST);  // four vectors of weights at a time
      int8x16_t weight[4];
      products::next_weights<ETCH_HAS_REGISTER_TUPLES != 0>(weight, w);
      unroll<pairs>([&]<int P>() __attribute__((always_inline)) {
        unroll<4>([&]<int J>() __attribute__((always_inline)) {
          float32x4_t& s = sum[P * columns + 4 * F + J];
          s = vbfmmlaq_f32(s, vreinterpretq_bf16_u64(in[P]), vreinterpretq_bf16_s8(weight[J]));
        });
      });
    });
  }
};

/// One tile of an output row; x is cell (0, 0) of its first window, w the weights of its filters.
template <window_geometry G, int Pixels, int Valid, class Y, class P>
ETCH_GLUE void make_tile(Y* y, const std::uint16_t* x, const window_cells& in,
                         const std::uint16_t* weight, const float* bias, const P& p) {
  // A step of 16 numbers, whole words of one cell or of neighbours that lie in one piece.
  constexpr int longest = G.c % 16 == 0 ? 16 : 8;
  constexpr bool merged = (G.kw == 1 || G.dilation_w == 1) && G.c % longest == 0;
  const int runs = merged ? 1 : in.right - in.left;
  const int steps = (merged ? in.right - in.left : 1) * (G.c / longest);
  tile<Pixels, G.stride_w * G.c, P::block> t;
  for (int u = in.top; u < in.bottom; ++u) {
    const std::uint16_t* row = x + (u * G.dilation_h * G.w + in.left * G.dilation_w) * G.c;
    const std::uint16_t* w = weight + (u * G.kw + in.left) * P::cell;
    for (int i = 0; i < runs; ++i, row += G.dilation_w * G.c, w += P::cell) {
      t.template run<longest, G.c % longest>(row, reinterpret_cast<const std::int8_t*>(w), steps);
    }
  }
  t.template end<Valid, G.oc>(y, bias, p.ending);
}

/// Valid filters of an output row; x is cell (0, 0) of its first window.
template <window_geometry G, int Valid, class Y, class P>
ETCH_GLUE void make_filters(Y* y, const std::uint16_t* x, int i, const std::uint16_t* weight,
                            const float* bias, const P& p) {
  constexpr int pixels = pixels_of(G), covered = reach(G.kw, G.dilation_w);
  // Pixels whose windows have all their columns: j in [begin, end).
  constexpr int begin = minimum(ceil_div(G.pad_left, G.stride_w), G.ow);
  constexpr int room = G.w + G.pad_left - covered;
  constexpr int end = room < 0 ? begin : clamp(room / G.stride_w + 1, begin, G.ow);
  constexpr int rest = (end - begin) % pixels;
  const auto tile = [&]<int Count>(int j) __attribute__((always_inline)) {
    make_tile<G, Count, Valid>(y + j * G.oc, x + j * G.stride_w * G.c, cells_of_window<G>(i, j),
                               weight, bias, p);
  };
  int j = 0;
  for (; j < begin; ++j) tile.template operator()<1>(j);
  for (; j + pixels <= end; j += pixels) tile.template operator()<pixels>(j);
  if constexpr (rest > 0) {
    tile.template operator()<rest>(j);
    j += rest;
  }
  for (; j < G.ow; ++j) tile.template operator()<1>(j);
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, class Y, class X, class P>
ETCH_KERNEL void make_rows(Y* y,        // (N,OH,OW,OC)
                           const X* x,  // (N,H,W,C)
                           const P& p, row_block rows) {
  constexpr int whole = G.oc / P::block, rest = G.oc % P::block;
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / G.oh, i = r % G.oh, h = n * G.h + i * G.stride_h - G.pad_top;
    const std::uint16_t* from = &x->bits + (h * G.w - G.pad_left) * G.c;
    Y* to = y + r * G.ow * G.oc;
    for (int b = 0; b < whole; ++b) {
      make_filters<G, P::block>(to + b * P::block, from, i, p.weight + b * P::filters,
                                p.bias + b * P::block, p);
    }
    if constexpr (rest > 0) {
      make_filters<G, rest>(to + whole * P::block, from, i, p.weight + whole * P::filters,
                            p.bias + whole * P::block, p);
    }
  }
}
#endif

/// Base of kernel K, which runs Op, conv2d or dense, on rows of more pixels than one.
template <class K, class Op>
struct bfmmla_kernel : bfdot_rows::bfdot_kernel<K, Op> {
  using base = bfdot_rows::bfdot_kernel<K, Op>;

  template <class C>
  static constexpr bool accepts = base::template accepts<C> && base::template geometry_of<C>.ow > 1;
  template <class C>
  static constexpr auto pack() {
    return pack_words<C, base::template geometry_of<C>>();
  }
#if ETCH_HAS_BF16
  template <window_geometry G, class Y, class X, class P>
  ETCH_GLUE static void make(Y* y, const X* x, const P& p, row_block rows) {
    make_rows<G>(y, x, p, rows);
  }
#endif
};

}  // namespace bfmmla_tiles
}  // namespace ETCH_NAMESPACE
