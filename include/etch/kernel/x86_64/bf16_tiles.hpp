// What conv2d and dense by VDPBF16PS share: tiles of pixels x vectors of 16 filters on bfloat16, a
// filter a lane, summed in the order of bf16_pair_arithmetic. An instruction multiplies a pair of
// numbers of a pixel, the same in all lanes, with the pair that each filter has there.
//
// The last of an odd number of channels has +0 beside it, as the arithmetic has it. Cells outside
// the input are left out. 1x1 windows that lie side by side are one row, whichever rows they are
// of.
#pragma once

#include <etch/format/bf16.hpp>
#include <etch/kernel/layer/bf16_pairs.hpp>
#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/layer/unroll.hpp>

#if ETCH_HAS_AVX512_BF16
#include <immintrin.h>
#endif

namespace ETCH_NAMESPACE {
namespace x86 {

/// How the sums of geometry G are made.
template <window_geometry G>
struct bf16_form {
  static constexpr int lanes = 16;
  static constexpr int vectors = ceil_div(G.oc, lanes), widest = minimum(vectors, 4);
  static constexpr int whole = G.oc / (lanes * widest);  ///< blocks of the widest tile
  static constexpr int rest = G.oc % (lanes * widest);   ///< filters behind them
  static constexpr int pairs = ceil_div(G.c, 2);         ///< of a cell
  /// Numbers of a pixel's weights for one filter.
  static constexpr int taps = G.kh * G.kw * pairs * 2;
  /// Pixels of a tile: 24 registers or fewer have the sums.
  static constexpr int most_pixels(int width) { return minimum(24 / width, 12); }
  static constexpr bool flat = G.kh * G.kw == 1 && G.stride_h == 1 && G.stride_w == 1 &&
                               G.pad_top == 0 && G.pad_left == 0 && G.oh == G.h && G.ow == G.w;
};

/// How sums become codes: one by one by the generic epilogue, or, to f32 and bfloat16, all at once
/// within the limits of an activation.
template <class Epilogue>
struct bf16_ends_one_by_one {
  Epilogue epilogue;
};
template <class Code>
struct bf16_ends {
  limits<float> l;
};

/// That of call C.
template <class C>
constexpr auto make_bf16_ends() {
  using out = typename C::template out<>;
  using code = typename out::storage;
  constexpr bool is_bf16 = __is_same(code, bf16_pair::kind::code) && rounds_to_even(C::round);
  if constexpr (is_f32(out::is.number) || is_bf16) {
    constexpr auto l = output_limits<C>();
    return bf16_ends<code>{{static_cast<float>(l.low), static_cast<float>(l.high)}};
  } else {
    return bf16_ends_one_by_one<decltype(make_generic_epilogue<C, 1>())>{generic_epilogue<C, 1>};
  }
}

/// Weights of a block of vectors after the other: for each cell and pair those of each filter.
template <window_geometry G, class Ends>
struct bf16_constants {
  alignas(64) std::uint16_t weight[bf16_form<G>::vectors * 16 * bf16_form<G>::taps]{};
  float bias[bf16_form<G>::vectors * 16]{};
  Ends ends;
};

/// The weights of call C, (OC,KH,KW,C) in memory.
template <class C, window_geometry G>
constexpr auto pack_bf16_pairs() {
  using form = bf16_form<G>;
  bf16_constants<G, decltype(make_bf16_ends<C>())> p{{}, {}, make_bf16_ends<C>()};
  constexpr int block = 16 * form::widest, rest = round_up(form::rest, 16);
  const unsigned char* from = C::bytes(1);
  int next = 0;
  for (int o = 0; o < G.oc; ++o) {
    p.bias[o] = static_cast<float>(sum_bias<C>(o));
    const int first = o / block * block, step = 2 * (first / block < form::whole ? block : rest);
    int to = first * form::taps + (o - first) * 2;
    for (int cell = 0; cell < G.kh * G.kw; ++cell, to += form::pairs * step) {
      for (int c = 0; c < G.c; ++c) {
        p.weight[to + c / 2 * step + c % 2] = load<std::uint16_t>(from, next++);
      }
    }
  }
  return p;
}

#if ETCH_HAS_AVX512_BF16

/// As a mask, without which g++ 12 warns of what its own header leaves unset.
inline constexpr __mmask16 bf16_lanes = 0xffff;

/// Those of `x` that are below the first number or above the second replaced by it.
ETCH_GLUE __m512 clamp_floats(__m512 x, limits<float> l) {
  const __m512 low = _mm512_set1_ps(l.low), high = _mm512_set1_ps(l.high);
  x = _mm512_mask_mov_ps(x, _mm512_cmp_ps_mask(x, low, _CMP_LT_OQ), low);
  return _mm512_mask_mov_ps(x, _mm512_cmp_ps_mask(high, x, _CMP_LT_OQ), high);
}

template <int Count>
ETCH_GLUE void store_ended(float* y, __m512 sums, const bf16_ends<float>& ends) {
  _mm512_mask_storeu_ps(y, static_cast<__mmask16>((1U << Count) - 1), clamp_floats(sums, ends.l));
}
/// Rounded to even, saturating; numbers below the normal ones are kept, which VCVTNEPS2BF16 would
/// flush.
template <int Count>
ETCH_GLUE void store_ended(bf16_pair::kind::code* y, __m512 sums,
                           const bf16_ends<bf16_pair::kind::code>& ends) {
  const auto all = [](unsigned x) __attribute__((always_inline)) {
    return _mm512_set1_epi32(static_cast<int>(x));
  };
  const __m512i word = _mm512_castps_si512(sums);
  const __m512i size = _mm512_and_si512(word, all(0x7fffffff));
  const __mmask16 is_nan = _mm512_cmpgt_epi32_mask(size, all(0x7f800000));
  const __m512i odd = _mm512_and_si512(_mm512_maskz_srli_epi32(bf16_lanes, size, 16), all(1));
  __m512i rounded = _mm512_add_epi32(size, _mm512_add_epi32(odd, all(0x7fff)));
  rounded = _mm512_maskz_min_epu32(bf16_lanes, rounded, all(0x7f7f0000));
  rounded = _mm512_mask_or_epi32(rounded, is_nan, size, all(0x00400000));
  const __m512i number = _mm512_ternarylogic_epi32(word, rounded, all(0x80000000), 0xe4);
  const __m512 clamped = clamp_floats(_mm512_castsi512_ps(number), ends.l);
  const __m512i codes = _mm512_maskz_srli_epi32(bf16_lanes, _mm512_castps_si512(clamped), 16);
  _mm512_mask_cvtepi32_storeu_epi16(y, static_cast<__mmask16>((1U << Count) - 1), codes);
}
template <int Count, class Y, class Epilogue>
ETCH_GLUE void store_ended(Y* y, __m512 sums, const bf16_ends_one_by_one<Epilogue>& ends) {
  alignas(64) float sum[16];
  _mm512_store_ps(sum, sums);
  for (int i = 0; i < Count; ++i) y[i] = ends.epilogue(sum[i], 0);
}

/// Sums of Width vectors of filters for Pixels pixels, which lie Pitch numbers apart.
template <int Pixels, int Width, int Pitch>
struct bf16_tile {
  __m512 sum[Pixels][Width];

  ETCH_GLUE bf16_tile() {
    unroll<Pixels * Width>([&]<int I>() __attribute__((always_inline)) {
      sum[I / Width][I % Width] = _mm512_setzero_ps();
    });
  }
  /// Adds the products of Count numbers of each pixel, 1 or 2.
  template <int Count>
  ETCH_GLUE void add_pair(const std::uint16_t* x, const std::uint16_t* w) {
    __m512bh weight[Width];
    unroll<Width>([&]<int I>() __attribute__((always_inline)) {
      weight[I] = (__m512bh)_mm512_loadu_si512(w + 32 * I);
    });
    unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
      std::uint32_t pair = x[P * Pitch];
      if constexpr (Count == 2) __builtin_memcpy(&pair, x + P * Pitch, sizeof pair);
      const auto both = (__m512bh)_mm512_set1_epi32(static_cast<int>(pair));
      unroll<Width>([&]<int I>() __attribute__((always_inline)) {
        sum[P][I] = _mm512_dpbf16_ps(sum[P][I], both, weight[I]);
        __asm__("" : "+v"(sum[P][I]));  // one register a sum: g++ 12 stores them otherwise
      });
    });
  }
  /// Writes the codes of Valid filters of each pixel, OC apart.
  template <int Valid, int OC, class Y, class Ends>
  ETCH_GLUE void end(Y* y, const float* bias, const Ends& ends) {
    unroll<Pixels * Width>([&]<int I>() __attribute__((always_inline)) {
      constexpr int p = I % Pixels, v = I / Pixels;
      // the one NaN that the arithmetic has
      __m512 all = sum[p][v];
      const __mmask16 is_nan = _mm512_cmp_ps_mask(all, all, _CMP_UNORD_Q);
      all =
          _mm512_castsi512_ps(_mm512_mask_set1_epi32(_mm512_castps_si512(all), is_nan, 0x7fc00000));
      all = _mm512_add_ps(all, _mm512_loadu_ps(bias + 16 * v));
      store_ended<minimum(Valid - 16 * v, 16)>(y + p * OC + 16 * v, all, ends);
    });
  }
};

/// One tile of an output row; x is cell (0, 0) of its first window, w the weights of its filters.
template <window_geometry G, int Pixels, int Valid, class Y, class Ends>
ETCH_GLUE void make_bf16_tile(Y* y, const std::uint16_t* x, const window_cells& in,
                              const std::uint16_t* weight, const float* bias, const Ends& ends) {
  using form = bf16_form<G>;
  constexpr int width = ceil_div(Valid, 16), step = 32 * width, cell = form::pairs * step;
  constexpr bool merged = (G.kw == 1 || G.dilation_w == 1) && G.c % 2 == 0;
  const int runs = merged ? 1 : in.right - in.left;
  const int pairs = (merged ? in.right - in.left : 1) * (G.c / 2);
  bf16_tile<Pixels, width, G.stride_w * G.c> t;
  for (int u = in.top; u < in.bottom; ++u) {
    const std::uint16_t* row = x + (u * G.dilation_h * G.w + in.left * G.dilation_w) * G.c;
    const std::uint16_t* w = weight + (u * G.kw + in.left) * cell;
    for (int run = 0; run < runs; ++run, row += G.dilation_w * G.c, w += cell) {
      for (int k = 0; k < pairs; ++k) t.template add_pair<2>(row + 2 * k, w + k * step);
      if constexpr (G.c % 2 != 0) t.template add_pair<1>(row + G.c - 1, w + pairs * step);
    }
  }
  t.template end<Valid, G.oc>(y, bias, ends);
}

/// Valid filters of `pixels` pixels of output row i; x is cell (0, 0) of their first window.
template <window_geometry G, int Valid, class Y, class Ends>
ETCH_GLUE void make_bf16_filters(Y* y, const std::uint16_t* x, int i, int pixels,
                                 const std::uint16_t* weight, const float* bias, const Ends& ends) {
  using form = bf16_form<G>;
  constexpr int covered = reach(G.kw, G.dilation_w);
  constexpr int most = form::most_pixels(ceil_div(Valid, 16));
  const auto tile = [&]<int Count>(int j) __attribute__((always_inline)) {
    const window_cells in = form::flat ? window_cells{0, 1, 0, 1} : cells_of_window<G>(i, j);
    make_bf16_tile<G, Count, Valid>(y + j * G.oc, x + j * G.stride_w * G.c, in, weight, bias, ends);
  };
  int j = 0;
  if constexpr (form::flat) {
    // The last tile begins early enough to be whole: some pixels are made twice.
    constexpr int wide = minimum(most, G.n * G.oh * G.ow);
    for (; j < pixels && pixels >= wide; j += wide) {
      tile.template operator()<wide>(minimum(j, pixels - wide));
    }
    for (; j < pixels; ++j) tile.template operator()<1>(j);
  } else {
    // Pixels whose windows have all their columns: j in [begin, end).
    constexpr int begin = minimum(ceil_div(G.pad_left, G.stride_w), G.ow);
    constexpr int room = G.w + G.pad_left - covered;
    constexpr int end = room < 0 ? begin : clamp(room / G.stride_w + 1, begin, G.ow);
    constexpr int rest = (end - begin) % most;
    for (; j < begin; ++j) tile.template operator()<1>(j);
    for (; j + most <= end; j += most) tile.template operator()<most>(j);
    if constexpr (rest > 0) {
      tile.template operator()<rest>(j);
      j += rest;
    }
    for (; j < G.ow; ++j) tile.template operator()<1>(j);
  }
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, class Y, class X, class P>
ETCH_KERNEL void make_bf16_rows(Y* y,        // (N,OH,OW,OC)
                                const X* x,  // (N,H,W,C)
                                const P& p, row_block rows) {
  using form = bf16_form<G>;
  constexpr int block = 16 * form::widest;
  const int pixels = form::flat ? rows.count * G.ow : G.ow;
  if constexpr (form::flat) rows.count = minimum(rows.count, 1);
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / G.oh, i = r % G.oh, h = n * G.h + i * G.stride_h - G.pad_top;
    const std::uint16_t* from = &x->bits + (h * G.w - G.pad_left) * G.c;
    Y* to = y + r * G.ow * G.oc;
    for (int o = 0; o < form::whole * block; o += block) {
      make_bf16_filters<G, block>(to + o, from, i, pixels, p.weight + o * form::taps, p.bias + o,
                                  p.ends);
    }
    if constexpr (form::rest > 0) {
      constexpr int o = form::whole * block;
      make_bf16_filters<G, form::rest>(to + o, from, i, pixels, p.weight + o * form::taps,
                                       p.bias + o, p.ends);
    }
  }
}
#endif

/// Base of kernel K, which runs Op, conv2d or dense.
template <class K, class Op>
struct bf16_kernel : bf16_pairs<K, Op, bf16_pair> {
  using base = bf16_pairs<K, Op, bf16_pair>;

  template <class C>
  static constexpr auto pack() {
    return pack_bf16_pairs<C, base::template geometry_of<C>>();
  }
  template <window_geometry G, class Y, class X, class P>
  ETCH_GLUE static void make([[maybe_unused]] Y* y, [[maybe_unused]] const X* x,
                             [[maybe_unused]] const P& p, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_AVX512_BF16
    make_bf16_rows<G>(y, x, p, rows);
#else
    static_assert(sizeof(P) == 0,
                  "kernels by VDPBF16PS: compile with -march=x86-64-v4 -mavx512vnni -mavx512bf16");
#endif
  }
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
