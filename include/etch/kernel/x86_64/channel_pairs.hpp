// depthwise_conv2d by PMADDWD: 8 channels at a time, each product of a lane of two rows of a
// window.
//
// Block after block of channels, input rows lie in pairs in scratch memory, side by side their
// codes of each channel, with their padding. Where windows move by one row two output rows are made
// together: weights are there twice, from the first row of a pair on and from the second. So pairs
// are the same ones for all output rows, and each row is copied once.
#pragma once

#include <etch/kernel/x86_64/filter_form.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// How the sums of geometry G are made.
template <window_geometry G>
struct pair_form {
  using V = sse2;
  static constexpr int channels = V::bytes / V::code_bytes;  // of a block
  static constexpr int together = G.stride_h == 1 && G.dilation_h == 1 && G.oh > 1 ? 2 : 1;
  static constexpr int pairs = ceil_div(G.kh + together - 1, 2);
  /// Input rows from those of some output rows to those of the next; whether the pairs that they
  /// have in common are the same.
  static constexpr int step = together * G.stride_h;
  static constexpr bool shares = G.dilation_h == 1 && step % 2 == 0 && step / 2 < pairs;
  static constexpr int next_pairs = shares ? step / 2 : pairs;
  /// Columns that windows cover, padding included; those of the input that one reads.
  static constexpr int covered = (G.ow - 1) * G.stride_w + reach(G.kw, G.dilation_w);
  static constexpr int inside = minimum(G.w, covered - G.pad_left);
  static constexpr int column = 2 * V::bytes, pitch = covered * column;
  static constexpr int scratch = pairs * pitch;
  static constexpr int row_bytes = pairs * G.kw * column;  // of weights, for an output row
  static constexpr int block_bytes = together * row_bytes;
  /// The row of the window that row `of` of pair q is for output row r.
  static constexpr int tap_row(int q, int of, int r) { return 2 * q + of - r; }
  static constexpr bool is_tap(int u) { return u >= 0 && u < G.kh; }
};

/// The constants of call C.
template <class C>
constexpr auto pack_pairs() {
  using V = sse2;
  constexpr byte_layer l = layer_of<C>;
  constexpr window_geometry G = l.g;
  using form = pair_form<G>;
  tile_constants<V, G.c / form::channels * form::block_bytes, G.c, 1, ends_of<V>(l.end).how, G.c>
      p{};
  for (int c = 0; c < G.c; ++c) {
    std::int8_t* const block = p.weights + c / form::channels * form::block_bytes;
    for (int r = 0; r < form::together && !gives_one_code<C>(c); ++r) {
      for (int i = 0; i < form::pairs * G.kw * 2; ++i) {
        const int u = form::tap_row(i / 2 / G.kw, i % 2, r);
        if (!form::is_tap(u)) continue;
        const unsigned char w = C::bytes(1)[(u * G.kw + i / 2 % G.kw) * G.c + c];
        std::int8_t* const at =
            block + r * form::row_bytes + i / 2 * form::column + c % form::channels * 4 + i % 2 * 2;
        at[0] = static_cast<std::int8_t>(w);
        at[1] = static_cast<std::int8_t>(w < 128 ? 0 : -1);
      }
    }
    p.factors.set(c, l.end, factor_of_filter<C>(c));
    p.bias[c] = bias_of_filter<C, V>(c, sum_weights<C>(c).sum());
  }
  p.factors.set_range(l.end);
  return p;
}

/// A row of the input from the first channel of a block on, or padding.
struct row_of_block {
  const std::int8_t* at;
  int step;  // from column to column
};

#if ETCH_HAS_X86

/// The codes of two rows, Columns of them, in pairs.
template <int Columns>
ETCH_GLUE void copy_pair(std::uint8_t* to, row_of_block a, row_of_block b) {
  using V = sse2;
  for (int k = 0; k < Columns; ++k, to += 2 * V::bytes, a.at += a.step, b.at += b.step) {
    const __m128i both = V::zip_low_8(V::load<8>(a.at), V::load<8>(b.at));
    V::store(to, V::low_as_16(both));
    V::store(to + V::bytes, V::high_as_16(both));
  }
}

/// Codes of a block's channels: Rows output rows of Pixels pixels each, `row` codes apart.
template <window_geometry G, vector_ends Ends, int Rows, int Pixels, class P>
ETCH_GLUE void make_pixels_of_block(std::int8_t* y,
                                    const std::uint8_t* const (&pairs)[pair_form<G>::pairs],
                                    int from, const P& p, int block) {
  using form = pair_form<G>;
  using V = sse2;
  constexpr int count = Rows * Pixels;
  const std::int8_t* const w = p.weights + block * form::block_bytes;
  const int first = block * form::channels;
  __m128i sum[count][2];
  unroll<2 * count>([&]<int I>() __attribute__((always_inline)) {
    sum[I / 2][I % 2] = V::load_aligned(p.bias + first + I % 2 * V::lanes);
  });
  unroll<form::pairs * G.kw * 2>([&]<int I>() __attribute__((always_inline)) {
    constexpr int q = I / 2 / G.kw, v = I / 2 % G.kw, half = I % 2;
    unroll<Pixels>([&]<int K>() __attribute__((always_inline)) {
      constexpr int at = (K * G.stride_w + v * G.dilation_w) * form::column + half * V::bytes;
      const __m128i codes = V::load_aligned(pairs[q] + from + at);
      unroll<Rows>([&]<int R>() __attribute__((always_inline)) {
        if constexpr (form::is_tap(form::tap_row(q, 0, R)) ||
                      form::is_tap(form::tap_row(q, 1, R))) {
          __m128i& to = sum[R * Pixels + K][half];
          to = V::add_products(to, codes, V::load_aligned(w + R * form::row_bytes + I * V::bytes));
        }
      });
    });
  });
  unroll<2 * count>([&]<int I>() __attribute__((always_inline)) {
    constexpr int k = I % count, half = I / count;
    sum[k][half] = end_sums<V, Ends.how>(sum[k][half], p.factors, first + half * V::lanes);
  });
  const __m128i codes =
      codes_of<V, Ends>(sum[0][0], sum[0][1], sum[count - 1][0], sum[count - 1][1], p.factors);
  V::store<8>(y, codes);
  if constexpr (count > 1) {
    constexpr int next = Rows > 1 ? G.ow * G.c : G.c;
    V::store<8>(y + next, V::from_pixel<2, 1>(codes));
  }
}

/// Rows output rows of a block.
template <window_geometry G, vector_ends Ends, int Rows, class P>
ETCH_GLUE void make_rows_of_block(std::int8_t* y,
                                  const std::uint8_t* const (&pairs)[pair_form<G>::pairs],
                                  const P& p, int block) {
  constexpr int pixels = Rows > 1 ? 1 : 2, step = G.stride_w * pair_form<G>::column;
  int j = 0, from = 0;
  for (; j + pixels <= G.ow; j += pixels, from += pixels * step)
    make_pixels_of_block<G, Ends, Rows, pixels>(y + j * G.c, pairs, from, p, block);
  if constexpr (G.ow % pixels != 0)
    make_pixels_of_block<G, Ends, Rows, 1>(y + j * G.c, pairs, from, p, block);
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, vector_ends Ends, class P>
ETCH_KERNEL void make_rows_by_pairs(std::int8_t* y,          // (N,OH,OW,C)
                                    const std::int8_t* x,    // (N,H,W,C)
                                    std::uint8_t* in_pairs,  // (pairs, pitch)
                                    int padding, const P& p, row_block rows) {
  using form = pair_form<G>;
  using V = sse2;
  std::int8_t outside[form::channels];
  for (std::int8_t& code : outside) code = static_cast<std::int8_t>(padding);
  fill<V, form::scratch / V::code_bytes>(in_pairs, padding);
  for (int block = 0; block < G.c / form::channels; ++block) {
    int newest = 0;  // pair of the ring
    for (int r = rows.first, count; r < rows.first + rows.count; r += count) {
      const int n = G.n == 1 ? 0 : r / G.oh, i = G.n == 1 ? r : r % G.oh;
      const int top = i * G.stride_h - G.pad_top;
      const std::int8_t* image = x + n * G.h * G.w * G.c + block * form::channels;
      count = minimum(form::together, minimum(rows.first + rows.count - r, G.oh - i));
      const bool begins = r == rows.first || i == 0;
      const auto row = [&](int k) __attribute__((always_inline)) {
        const int h = top + k * G.dilation_h;
        const bool inside = h >= 0 && h < G.h;
        return inside ? row_of_block{image + h * G.w * G.c, G.c} : row_of_block{outside, 0};
      };
      const std::uint8_t* pairs[form::pairs];
      newest = (newest + form::next_pairs) % form::pairs;
      for (int q = 0; q < form::pairs; ++q) {
        std::uint8_t* const at = in_pairs + (newest + q) % form::pairs * form::pitch;
        pairs[q] = at;
        if (!begins && q < form::pairs - form::next_pairs) continue;
        copy_pair<form::inside>(at + G.pad_left * form::column, row(2 * q), row(2 * q + 1));
      }
      std::int8_t* const out = y + r * G.ow * G.c + block * form::channels;
      if constexpr (form::together == 2) {
        if (count == 2) {
          make_rows_of_block<G, Ends, 2>(out, pairs, p, block);
          continue;
        }
      }
      make_rows_of_block<G, Ends, 1>(out, pairs, p, block);
    }
  }
}

#endif

/// depthwise_conv2d, two rows of a window in a product.
struct channel_pairs {
  static constexpr bool widens_weights = true;

  static constexpr bool takes(const byte_layer& l) {
    return l.sum_bits == 32 && takes_ends(l.end) && l.has_filter_per_channel() && l.g.c % 8 == 0 &&
           l.taps() <= 64;
  }
  template <class C>
  static constexpr bool proves = proves_ends<C, sse2>();
  template <class C>
  static constexpr int scratch = pair_form<layer_of<C>.g>::scratch;
  template <class C>
  static constexpr bool keeps_nothing = true;
  /// A call copies the rows that its first windows share with those before.
  template <class C>
  static constexpr int rows_at_once = 2 * pair_form<layer_of<C>.g>::together;
  template <class C>
  static constexpr auto pack() {
    return pack_pairs<C>();
  }
  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    if constexpr (sse2::is_compiled<A>) {
      make_rows_by_pairs<layer_of<C>.g, ends_of<sse2>(layer_of<C>.end)>(
          a.template out<0>(), a.template in<0>(), a.scratch(), padding_code<C, sse2>,
          kernel_constants<K, C>(a), rows);
    } else {
      sse2::refuse<A>();
    }
  }
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
