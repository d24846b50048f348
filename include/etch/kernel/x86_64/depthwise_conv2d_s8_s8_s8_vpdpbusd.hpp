// depthwise_conv2d of 8-bit codes by VPDPBUSD: 64 sums at a time, each of four rows of a window.
//
// An output row is made as bytes, whichever pixel they belong to. Input rows lie in a ring with
// their padding, plus 128 and parted by the stride: then what column k of the window adds to 64
// bytes of output are 64 neighbouring bytes of each row. Four such rows, interleaved, are the
// operands of four vectors of sums. Rows outside the input are a row of zero points.
//
// Needs: AVX512-VNNI; hwc; one filter a channel; channels by eights; accumulators of 32 bits;
// factors below a half.
// Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/x86_64/filter_tiles.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// How the sums of geometry G are made.
template <window_geometry G>
struct channel_form {
  static constexpr int row = G.ow * G.c;           // bytes of an output row
  static constexpr int quads = ceil_div(G.kh, 4);  // of window rows
  /// Columns that windows cover, padding included, and the bytes of those with one remainder by
  /// the stride, side by side in the ring.
  static constexpr int covered = (G.ow - 1) * G.stride_w + reach(G.kw, G.dilation_w);
  static constexpr int phase = ceil_div(covered, G.stride_w) * G.c;
  /// Input columns that any window reads.
  static constexpr int inside = minimum(G.w, covered - G.pad_left);
  static constexpr int tall = reach(G.kh, G.dilation_h);
  static constexpr int pitch = round_up(G.stride_w * phase, 64) + 64;
  /// Behind the ring a row of zero points.
  static constexpr int scratch = (tall + 1) * pitch;
  /// Where column k of a row begins.
  static constexpr int place(int k) { return k % G.stride_w * phase + k / G.stride_w * G.c; }

  /// Blocks of 64 sums until the same channels come again, and their vectors.
  static constexpr int period = [] {
    int blocks = 1;
    while (64 * blocks % G.c != 0) ++blocks;
    return blocks;
  }();
  static constexpr int sums = 64 * period;
  static constexpr int block_bytes = quads * G.kw * 256;
  /// The byte of 64 that lane `lane` of vector i sums up.
  static constexpr int byte_at(int i, int lane) { return lane / 4 * 16 + i * 4 + lane % 4; }
};

/// The constants of call C.
template <class C>
constexpr auto pack_channels() {
  constexpr byte_layer l = layer_of<C>;
  constexpr window_geometry G = l.g;
  using form = channel_form<G>;
  tile_constants<form::period * form::block_bytes, form::sums, 1, ends_of(l.end).how, form::sums>
      p{};
  for (int place = 0; place < form::sums; ++place) {
    const int block = place / 64, i = place / 16 % 4, lane = place % 16;
    const int c = (64 * block + form::byte_at(i, lane)) % G.c;
    for (int tap = 0; tap < G.kh * G.kw && !gives_one_code<C>(c); ++tap) {
      const int u = tap / G.kw, at = (u / 4 * G.kw + tap % G.kw) * 256 + i * 64 + lane * 4 + u % 4;
      p.weights[block * form::block_bytes + at] =
          static_cast<std::int8_t>(C::bytes(1)[tap * G.c + c]);
    }
    p.factors.set(place, l.end, factor_of_filter<C>(c));
    p.bias[place] = bias_of_filter<C>(c, sum_weights<C>(c).sum());
  }
  p.factors.set_range(l.end);
  return p;
}

#if ETCH_HAS_AVX512_VNNI

/// Four rows of 64 bytes as four vectors, each lane a byte of each row.
struct interleaved {
  __m512i of[4];
  ETCH_GLUE interleaved(__m512i a, __m512i b, __m512i c, __m512i d) {
    const __m512i low = _mm512_unpacklo_epi8(a, b), high = _mm512_unpackhi_epi8(a, b);
    const __m512i low_2 = _mm512_unpacklo_epi8(c, d), high_2 = _mm512_unpackhi_epi8(c, d);
    of[0] = _mm512_unpacklo_epi16(low, low_2), of[1] = _mm512_unpackhi_epi16(low, low_2);
    of[2] = _mm512_unpacklo_epi16(high, high_2), of[3] = _mm512_unpackhi_epi16(high, high_2);
  }
};

/// One input row with its padding, plus 128, columns of one remainder by the stride side by side.
template <window_geometry G>
ETCH_GLUE void copy_parted_row(std::uint8_t* to, const std::int8_t* from, int padding) {
  using form = channel_form<G>;
  if constexpr (G.stride_w == 1) {
    constexpr int left = G.pad_left * G.c, inside = form::inside * G.c;
    fill<left>(to, padding);
    copy_plus_128<inside>(to + left, from);
    fill<form::covered * G.c - left - inside>(to + left + inside, padding);
  } else {
    for (int k = 0; k < form::covered; ++k) {
      const int w = k - G.pad_left;
      if (w < 0 || w >= G.w) fill<G.c>(to + form::place(k), padding);
      else copy_plus_128<G.c>(to + form::place(k), from + w * G.c);
    }
  }
}

/// Count codes, at most 64, of an output row from byte 64 `block` on.
template <window_geometry G, sixteen_ends Ends, int Count, class P>
ETCH_GLUE void make_64(std::int8_t* y,
                       const std::uint8_t* const (&rows)[4 * channel_form<G>::quads], int block,
                       const P& p) {
  using form = channel_form<G>;
  const int phase = form::period == 1 ? 0 : block % form::period;
  const std::int8_t* w = p.weights + phase * form::block_bytes;
  __m512i sum[4];
  unroll<4>([&]<int I>()
                __attribute__((always_inline)) { sum[I] = load_64(p.bias + 64 * phase + 16 * I); });
  const auto column = [&](int q, int k) __attribute__((always_inline)) {
    const int at = 64 * block + form::place(k * G.dilation_w);
    const interleaved x(load_64(rows[4 * q] + at), load_64(rows[4 * q + 1] + at),
                        load_64(rows[4 * q + 2] + at), load_64(rows[4 * q + 3] + at));
    unroll<4>([&]<int I>() __attribute__((always_inline)) {
      sum[I] = add_products(sum[I], x.of[I], load_64(w + (q * G.kw + k) * 256 + 64 * I));
    });
  };
  if constexpr (form::quads * G.kw <= 12) {
    unroll<form::quads * G.kw>([&]<int I>()
                                   __attribute__((always_inline)) { column(I / G.kw, I % G.kw); });
  } else {
    for (int i = 0; i < form::quads * G.kw; ++i) column(i / G.kw, i % G.kw);
  }
  unroll<4>([&]<int I>() __attribute__((always_inline)) {
    sum[I] = end_sixteen<Ends.how>(sum[I], p.factors, 64 * phase + 16 * I);
  });
  store_bytes<Count>(y + 64 * block, codes_of<Ends>(sum[0], sum[1], sum[2], sum[3], p.factors));
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, sixteen_ends Ends, class P>
ETCH_KERNEL void make_rows_of_channels(std::int8_t* y,        // (N,OH,OW,C)
                                       const std::int8_t* x,  // (N,H,W,C)
                                       std::uint8_t* ring,    // (tall + 1, pitch)
                                       int padding, const P& p, row_block rows) {
  using form = channel_form<G>;
  std::uint8_t* const outside = ring + form::tall * form::pitch;
  fill<form::pitch>(outside, padding);
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = G.n == 1 ? 0 : r / G.oh, i = G.n == 1 ? r : r % G.oh;
    const int top = i * G.stride_h - G.pad_top;
    const std::int8_t* image = x + n * G.h * G.w * G.c;
    // Rows that the output rows before have not brought yet.
    const int had = i == 0 ? 0 : top - G.stride_h + form::tall;
    for (int h = maximum(had, maximum(top, 0)); h < minimum(top + form::tall, G.h); ++h) {
      copy_parted_row<G>(ring + h % form::tall * form::pitch, image + h * G.w * G.c, padding);
    }
    const std::uint8_t* at[4 * form::quads];
    for (int u = 0; u < 4 * form::quads; ++u) {
      const int h = top + u * G.dilation_h;
      const bool inside = u < G.kh && h >= 0 && h < G.h;
      at[u] = inside ? ring + h % form::tall * form::pitch : outside;
    }
    std::int8_t* out = y + r * form::row;
    for (int block = 0; block < form::row / 64; ++block) make_64<G, Ends, 64>(out, at, block, p);
    constexpr int rest = form::row % 64;
    if constexpr (rest != 0) make_64<G, Ends, rest>(out, at, form::row / 64, p);
  }
}

#endif

/// depthwise_conv2d by VPDPBUSD.
struct channel_rows {
  static constexpr bool takes(const byte_layer& l) {
    return l.sum_bits == 32 && takes_sixteen(l.end) && l.has_filter_per_channel() &&
           l.g.c % 8 == 0 && l.taps() <= 1024;
  }
  template <class C>
  static constexpr bool proves = proves_sixteen<C>();
  template <class C>
  static constexpr int scratch = channel_form<layer_of<C>.g>::scratch;
  template <class C>
  static constexpr auto pack() {
    return pack_channels<C>();
  }
  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_AVX512_VNNI
    make_rows_of_channels<layer_of<C>.g, ends_of(layer_of<C>.end)>(
        a.template out<0>(), a.template in<0>(), a.scratch(), padding_code<C>,
        kernel_constants<K, C>(a), rows);
#else
    static_assert(sizeof(A) == 0, "kernels by VPDPBUSD: compile with -mavx512vnni and AVX-512");
#endif
  }
};

}  // namespace x86

/// depthwise_conv2d of 8-bit codes by VPDPBUSD.
struct depthwise_conv2d_s8_s8_s8_vpdpbusd
    : layer_kernel<depthwise_conv2d_s8_s8_s8_vpdpbusd, ops::depthwise_conv2d, x86::channel_rows> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_vpdpbusd";
};

}  // namespace ETCH_NAMESPACE
