// depthwise_conv2d by PMADDWD: 8 channels at a time, each product of a lane of two rows of a
// window.
//
// Block after block of channels, input rows lie in pairs, side by side their codes of each channel,
// with their padding. Where windows move by one row two output rows are made together: weights are
// there twice, from the first row of a pair on and from the second. So pairs are the same ones for
// all output rows, and each row is copied once. Where rows of such windows have gaps, output rows
// as far apart are made one after the other: they are those of windows without.
#pragma once

#include <etch/kernel/x86_64/filter_form.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// What the products of pairs of rows are: layers of the same windows share the code of their sums.
struct pair_shape {
  int kh, kw, stride_w, dilation_w;
  int pairs;  ///< of input rows that the output rows made together meet
  static constexpr int channels = sse2::bytes / sse2::code_bytes;  ///< of a block
  static constexpr int column = 2 * sse2::bytes;
  /// The row of the window that row `of` of pair q is for output row r.
  static constexpr int tap_row(int q, int of, int r) { return 2 * q + of - r; }
  constexpr bool is_tap(int u) const { return u >= 0 && u < kh; }
  constexpr bool has_tap(int q, int r) const {
    return is_tap(tap_row(q, 0, r)) || is_tap(tap_row(q, 1, r));
  }
  /// Bytes of the weights of an output row.
  constexpr int row_bytes() const { return pairs * kw * column; }
};

/// How the sums of geometry G are made.
template <window_geometry G>
struct pair_form {
  using V = sse2;
  static constexpr int channels = pair_shape::channels;
  /// Rows from an output row to the next whose windows meet the same input rows.
  static constexpr int apart = G.stride_h == 1 ? minimum(G.dilation_h, G.oh) : 1;
  static constexpr bool has_neighbours = G.stride_h == 1 || G.dilation_h == 1;
  static constexpr int together = G.stride_h == 1 && G.oh > apart ? 2 : 1;
  static constexpr int pairs = ceil_div(G.kh + together - 1, 2);
  /// Input rows from those of some output rows to those of the next; whether the pairs that they
  /// have in common are the same.
  static constexpr int step = together * G.stride_h;
  static constexpr bool shares = has_neighbours && step % 2 == 0 && step / 2 < pairs;
  static constexpr int next_pairs = shares ? step / 2 : pairs;
  /// Columns that windows cover, padding included; those of the input that one reads.
  static constexpr int covered = (G.ow - 1) * G.stride_w + reach(G.kw, G.dilation_w);
  static constexpr int inside = minimum(G.w, covered - G.pad_left);
  static constexpr pair_shape shape{G.kh, G.kw, G.stride_w, G.dilation_w, pairs};
  static constexpr int column = pair_shape::column, pitch = covered * column;
  static constexpr int scratch = pairs * pitch;
  static constexpr int row_bytes = shape.row_bytes(), block_bytes = together * row_bytes;
};

/// Writes the weights of channel c for all output rows that are made together; weight(k) is that
/// of cell k of (KH,KW,C).
template <window_geometry G, class F>
constexpr void pack_pairs_of_channel(std::int8_t* to, int c, const F& weight) {
  using form = pair_form<G>;
  to += c / form::channels * form::block_bytes + c % form::channels * 4;
  for (int r = 0; r < form::together; ++r) {
    for (int i = 0; i < form::pairs * G.kw * 2; ++i) {
      const int u = pair_shape::tap_row(i / 2 / G.kw, i % 2, r);
      if (!form::shape.is_tap(u)) continue;
      const int w = weight((u * G.kw + i / 2 % G.kw) * G.c + c);
      std::int8_t* const at = to + r * form::row_bytes + i / 2 * form::column + i % 2 * 2;
      at[0] = static_cast<std::int8_t>(w);
      at[1] = static_cast<std::int8_t>(w >> 8);
    }
  }
}
/// The constants of call C for sums that vectors V end by factors; number(k) is weight k less its
/// zero point.
template <class C, class V, class F>
constexpr auto pack_pairs(const F& number) {
  constexpr byte_layer l = layer_of<C>;
  constexpr window_geometry G = l.g;
  using form = pair_form<G>;
  tile_constants<V, G.c / form::channels * form::block_bytes, G.c, 1, ends_of<V>(l.end).how, G.c>
      p{};
  for (int c = 0; c < G.c; ++c) {
    long long sum = 0;
    for (int k = c; k < G.kh * G.kw * G.c; k += G.c) sum += number(k);
    if (!gives_one_code<C>(c)) pack_pairs_of_channel<G>(p.weights, c, number);
    p.factors.set(c, l.end, factor_of_filter<C>(c));
    p.bias[c] = bias_of_filter<C, V>(c, sum);
  }
  p.factors.set_range(l.end);
  return p;
}

/// A row of the input from the first channel of a block on, or padding.
template <class X>
struct row_of_block {
  const X* at;
  int step;  // from column to column
};

#if ETCH_HAS_X86

/// 16 codes X as 16-bit numbers.
template <class X>
ETCH_GLUE void store_numbers(std::uint8_t* to, __m128i codes) {
  constexpr bool is_unsigned = __is_same(X, std::uint8_t);
  constexpr bool is_posit = !is_unsigned && !__is_same(X, std::int8_t);
#if ETCH_HAS_AVX2
  __m256i all = is_unsigned ? _mm256_cvtepu8_epi16(codes) : _mm256_cvtepi8_epi16(codes);
  if constexpr (is_posit) all = posit_numbers(all);
  avx2_vectors::store(to, all);
#else
  using V = sse2;
  __m128i low = is_unsigned ? V::zip_low_8(codes, V::zero()) : V::low_as_16(codes);
  __m128i high = is_unsigned ? V::zip_high_8(codes, V::zero()) : V::high_as_16(codes);
  if constexpr (is_posit) low = posit_numbers(low), high = posit_numbers(high);
  V::store(to, low);
  V::store(to + V::bytes, high);
#endif
}
/// The codes of two rows, Columns of them, in pairs.
template <int Columns, class X>
ETCH_GLUE void copy_pair(std::uint8_t* to, row_of_block<X> a, row_of_block<X> b) {
  using V = sse2;
  for (int k = 0; k < Columns; ++k, to += 2 * V::bytes, a.at += a.step, b.at += b.step) {
    if constexpr (sizeof(X) == 1) {
      store_numbers<X>(to, V::zip_low_8(V::load<8>(a.at), V::load<8>(b.at)));
    } else {
      const __m128i first = V::widen<8>(a.at), second = V::widen<8>(b.at);
      V::store(to, V::zip_low_16(first, second));
      V::store(to + V::bytes, V::zip_high_16(first, second));
    }
  }
}

/// Sums of a block's channels by vectors V: Rows output rows of Pixels pixels each, whose codes
/// begin `from` bytes behind `pairs`.
template <pair_shape S, class V, int Rows, int Pixels, int Parts>
ETCH_GLUE void sum_pixels_of_block(typename V::vector (&sum)[Rows * Pixels][Parts],
                                   const std::uint8_t* const (&pairs)[S.pairs], int from,
                                   const std::int8_t* w, const std::int32_t* bias) {
  using vector = typename V::vector;
  unroll<Parts * Rows * Pixels>([&]<int I>() __attribute__((always_inline)) {
    sum[I / Parts][I % Parts] = V::load_aligned(bias + I % Parts * V::lanes);
  });
  unroll<S.pairs * S.kw * Parts>([&]<int I>() __attribute__((always_inline)) {
    constexpr int q = I / Parts / S.kw, v = I / Parts % S.kw, part = I % Parts;
    unroll<Pixels>([&]<int K>() __attribute__((always_inline)) {
      constexpr int at = (K * S.stride_w + v * S.dilation_w) * S.column + part * V::bytes;
      const vector codes = V::load_aligned(pairs[q] + from + at);
      unroll<Rows>([&]<int R>() __attribute__((always_inline)) {
        if constexpr (S.has_tap(q, R)) {
          vector& to = sum[R * Pixels + K][part];
          to = V::add_products(to, codes, V::load_aligned(w + R * S.row_bytes() + I * V::bytes));
        }
      });
    });
  });
}

/// Codes of a block's channels by vectors V: Rows output rows, whose pixels from `pixel` on these
/// are, of Pixels pixels each.
template <window_geometry G, class V, int Rows, int Pixels, class Y, class P, class Ends>
ETCH_GLUE void make_pixels_of_block(Y* const (&y)[Rows], int pixel,
                                    const std::uint8_t* const (&pairs)[pair_form<G>::pairs],
                                    int from, const P& p, int block, const Ends& ends) {
  using form = pair_form<G>;
  constexpr int count = Rows * Pixels, parts = form::channels / V::lanes;
  typename V::vector sum[count][parts];
  sum_pixels_of_block<form::shape, V, Rows, Pixels>(
      sum, pairs, from, p.weights + block * form::block_bytes, p.bias + block * form::channels);
  Y* to[count];
  for (int i = 0; i < count; ++i) to[i] = y[i / Pixels] + (pixel + i % Pixels) * G.c;
  ends.template write<V>(to, sum);
}

/// Rows output rows of a block, whose codes begin at y, by the vectors and ends of `ends`.
template <window_geometry G, int Rows, class Y, class P, class Ends>
ETCH_GLUE void make_rows_of_block(Y* const (&y)[Rows],
                                  const std::uint8_t* const (&pairs)[pair_form<G>::pairs],
                                  const P& p, int block, const Ends& ends) {
  using V = typename Ends::vectors;
  constexpr int pixels = Ends::sums / Rows, step = G.stride_w * pair_form<G>::column;
  int j = 0, from = 0;
  for (; j + pixels <= G.ow; j += pixels, from += pixels * step)
    make_pixels_of_block<G, V, Rows, pixels>(y, j, pairs, from, p, block, ends);
  if constexpr (G.ow % pixels != 0) {
    for (; j < G.ow; ++j, from += step)
      make_pixels_of_block<G, V, Rows, 1>(y, j, pairs, from, p, block, ends);
  }
}

/// Output rows first .. first + count - 1 of the N OH rows, of codes X; Ends::of(p, c) ends the
/// sums of eight channels from c on.
template <window_geometry G, class Ends, class X, class YRows, class XRows, class P>
ETCH_KERNEL void make_rows_by_pairs(const YRows& y,          // (N,OH,OW,C)
                                    const XRows& x,          // (N,H,W,C)
                                    std::uint8_t* in_pairs,  // (pairs, pitch)
                                    X padding, const P& p, row_block rows) {
  using form = pair_form<G>;
  using V = sse2;
  X outside[form::channels];
  for (X& code : outside) code = padding;
  const __m128i numbers = V::widen<form::channels>(outside);
  for (int at = 0; at < form::scratch; at += V::bytes) V::store(in_pairs + at, numbers);
  const int end = rows.first + rows.count;
  for (int block = 0; block < G.c / form::channels; ++block) {
    const auto ends = Ends::of(p, block * form::channels);
    for (int phase = 0; phase < form::apart; ++phase) {
      int newest = 0;  // pair of the ring
      for (int r = rows.first + phase, count; r < end; r += count * form::apart) {
        const int n = G.n == 1 ? 0 : r / G.oh, i = G.n == 1 ? r : r % G.oh;
        const int top = i * G.stride_h - G.pad_top;
        const bool is_two = form::together == 2 && r + form::apart < end && i + form::apart < G.oh;
        const bool begins = r == rows.first + phase || i < form::apart;
        count = is_two ? 2 : 1;
        const auto row = [&](int k) __attribute__((always_inline)) {
          const int h = top + k * G.dilation_h;
          const bool inside = h >= 0 && h < G.h;
          return inside ? row_of_block<X>{x.row(n * G.h + h) + block * form::channels, G.c}
                        : row_of_block<X>{outside, 0};
        };
        const std::uint8_t* pairs[form::pairs];
        newest = (newest + form::next_pairs) % form::pairs;
        for (int q = 0; q < form::pairs; ++q) {
          std::uint8_t* const at = in_pairs + (newest + q) % form::pairs * form::pitch;
          pairs[q] = at;
          if (!begins && q < form::pairs - form::next_pairs) continue;
          copy_pair<form::inside>(at + G.pad_left * form::column, row(2 * q), row(2 * q + 1));
        }
        auto* const out = y.row(r) + block * form::channels;
        if constexpr (form::together == 2) {
          if (is_two) {
            auto* below = out + form::apart * G.ow * G.c;
            if constexpr (!requires { y.stride; })
              below = y.row(r + form::apart) + block * form::channels;
            make_rows_of_block<G, 2>({out, below}, pairs, p, block, ends);
            continue;
          }
        }
        make_rows_of_block<G, 1>({out}, pairs, p, block, ends);
      }
    }
  }
}

/// Ends the sums of signed bytes by vectors V and factors, from filter `first` on.
template <class V, vector_ends How, class Factors>
struct pair_end_by_factors {
  using vectors = V;
  static constexpr int sums = V::bytes / 8;
  Factors by;
  int first;
  template <class, int Count, int Parts>
  ETCH_GLUE void write(std::int8_t* const (&y)[Count],
                       typename V::vector (&sum)[Count][Parts]) const {
    unroll<Parts * Count>([&]<int I>() __attribute__((always_inline)) {
      constexpr int k = I % Count, part = I / Count;
      sum[k][part] = end_sums<V, How.how>(sum[k][part], by, first + part * V::lanes);
    });
    unroll<ceil_div(Count, 2)>([&]<int I>() __attribute__((always_inline)) {
      constexpr int a = 2 * I, b = minimum(2 * I + 1, Count - 1), last = Parts - 1;
      const auto two = [&]<int K>() __attribute__((always_inline)) {
        return sum[Parts == 1 && K % 2 != 0 ? b : Parts > 1 && K > 1 ? b : a][K % 2 * last];
      };
      const __m128i codes = V::eights_in_order(
          codes_of<V, How>(two.template operator()<0>(), two.template operator()<1>(),
                           two.template operator()<2>(), two.template operator()<3>(), by));
      sse2::store<8>(y[a], codes);
      if constexpr (b > a) sse2::store_from<8, 8>(y[b], codes);
    });
  }
};
template <class V, vector_ends How>
struct pair_ends_by_factors {
  template <class P>
  ETCH_GLUE static auto of(const P& p, int c) {
    return pair_end_by_factors<V, How, decltype(p.factors.places())>{p.factors.places(), c};
  }
};

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
  template <window_geometry G>
  static constexpr int rows_of = 2 * pair_form<G>::together * pair_form<G>::apart;
  template <class C>
  static constexpr int rows_at_once = rows_of<layer_of<C>.g>;
  template <class C>
  static constexpr auto pack() {
    return pack_pairs<C, sse2>([](int k) { return static_cast<signed char>(C::bytes(1)[k]); });
  }
  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    if constexpr (sse2::is_compiled<A>) {
#if ETCH_HAS_X86
      constexpr window_geometry g = layer_of<C>.g;
      using ends = pair_ends_by_factors<sse2, ends_of<sse2>(layer_of<C>.end)>;
      make_rows_by_pairs<g, ends, std::int8_t>(
          strided_rows<std::int8_t>{a.template out<0>(), g.ow * g.c}, a.template rows<0>(),
          a.scratch(), std::int8_t{padding_code<C, sse2>}, kernel_constants<K, C>(a), rows);
#endif
    } else {
      sse2::refuse<A>();
    }
  }
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
