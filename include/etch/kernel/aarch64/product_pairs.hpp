// conv2d and dense by SMMLA where windows meet several tiles of filters: those of 4 pixels are laid
// out for all of them first, as SMMLA takes them, words of 8 codes of two neighbours one behind the
// other. The loop that multiplies then loads and multiplies, and nothing else.
#pragma once

#include <etch/kernel/aarch64/product_rows.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// Layers of geometry g by 4 pixels x 16 filters. A window row is one run of words.
template <window_geometry G>
struct pair_form : row_form<G, tile_shape{multiply::smmla, 4, 4}> {
  using rows_form = row_form<G, tile_shape{multiply::smmla, 4, 4}>;
  static constexpr int length = G.kw * G.c, words = length / 8;
  /// As the weights of one lie.
  static constexpr window_row row = [] {
    window_row r;
    r.unit = 8;
    r.length = r.cell = r.depth = r.chunk = r.slab = length;
    r.steps = 1;
    return r;
  }();
  /// Whether rows of output follow one another as their pixels do, so that tiles run over ends.
  static constexpr bool flat =
      G.kh == 1 && G.kw == 1 && G.stride_h == 1 && G.stride_w == 1 && G.oh == G.h && G.ow == G.w;
  /// Bytes of the windows of a tile; tiles that are laid out at a time.
  static constexpr int tile_bytes = 4 * G.kh * length;
  static constexpr int most_tiles = ceil_div((flat ? G.n * G.oh : 1) * G.ow, 4);
  static constexpr int tiles = minimum(maximum(8192 / tile_bytes, 1), most_tiles);
  static constexpr int scratch = rows_form::scratch + tiles * tile_bytes;
};

/// Whether windows of g are worth laying out: they meet enough filters and few pixels are made
/// twice. By a tile, 27 instructions less for 64 codes of a pixel, or fewer where columns of
/// windows share what is loaded, pay for 24 and about 64 around them.
constexpr bool suits_pairs(const window_geometry& g) {
  const bool one_cell = g.kh == 1 && g.kw == 1;
  const bool whole = g.ow % 4 == 0 || g.ow % 4 == 3 || (one_cell && g.n * g.oh > 1);
  const int tiles = ceil_div(g.oc, 16);
  return has_rows_inside(g) && g.groups == 1 && g.c % 8 == 0 && g.ow >= 4 && whole &&
         (g.kw == 1 || g.dilation_w == 1) &&
         (one_cell ? (27 * tiles - 24) * g.c >= 64 * 64 : tiles > 2);
}

#if ETCH_HAS_I8MM

// A word of the pixels in registers a and b by the next 16 filters.
#define ETCH_WORD_OF_PAIRS(a, b)                    \
  "ld1 {v28.16b-v31.16b}, [%17], #64\n\t"           \
  "smmla %0.4s, " a ", v28.16b\n\tsmmla %8.4s, " b  \
  ", v28.16b\n\t"                                   \
  "smmla %1.4s, " a ", v29.16b\n\tsmmla %9.4s, " b  \
  ", v29.16b\n\t"                                   \
  "smmla %2.4s, " a ", v30.16b\n\tsmmla %10.4s, " b \
  ", v30.16b\n\t"                                   \
  "smmla %3.4s, " a ", v31.16b\n\tsmmla %11.4s, " b \
  ", v31.16b\n\t"                                   \
  "ld1 {v28.16b-v31.16b}, [%17], #64\n\t"           \
  "smmla %4.4s, " a ", v28.16b\n\tsmmla %12.4s, " b \
  ", v28.16b\n\t"                                   \
  "smmla %5.4s, " a ", v29.16b\n\tsmmla %13.4s, " b \
  ", v29.16b\n\t"                                   \
  "smmla %6.4s, " a ", v30.16b\n\tsmmla %14.4s, " b \
  ", v30.16b\n\t"                                   \
  "smmla %7.4s, " a ", v31.16b\n\tsmmla %15.4s, " b ", v31.16b\n\t"
#define ETCH_TWO_WORDS_OF_PAIRS                                                    \
  "ld1 {v24.16b-v27.16b}, [%16], #64\n\t" ETCH_WORD_OF_PAIRS("v24.16b", "v25.16b") \
      ETCH_WORD_OF_PAIRS("v26.16b", "v27.16b")

/// The sums of 2 pairs of pixels and 16 filters over `words` words from x and w on. By hand:
/// compilers copy sums between products.
ETCH_GLUE void sum_pairs(int32x4_t* s, const std::int32_t* bias, const std::int8_t* x,
                         const std::int8_t* w, unsigned words) {
  unsigned fours = words / 4, rest = words % 4;
  asm volatile(
      "ldp %q0, %q1, [%20]\n\tldp %q2, %q3, [%20, #32]\n\t"
      "ldp %q4, %q5, [%20, #64]\n\tldp %q6, %q7, [%20, #96]\n\t"
      "ldp %q8, %q9, [%20]\n\tldp %q10, %q11, [%20, #32]\n\t"
      "ldp %q12, %q13, [%20, #64]\n\tldp %q14, %q15, [%20, #96]\n\t"
      "cbz %w18, 2f\n"
      "1:\n\t" ETCH_TWO_WORDS_OF_PAIRS ETCH_TWO_WORDS_OF_PAIRS
      "subs %w18, %w18, #1\n\tb.ne 1b\n"
      "2:\n\tcbz %w19, 4f\n"
      "3:\n\tld1 {v24.16b-v25.16b}, [%16], #32\n\t" ETCH_WORD_OF_PAIRS("v24.16b", "v25.16b")
      "subs %w19, %w19, #1\n\tb.ne 3b\n"
      "4:"
      : "=&w"(s[0]), "=&w"(s[1]), "=&w"(s[2]), "=&w"(s[3]), "=&w"(s[4]), "=&w"(s[5]),
        "=&w"(s[6]), "=&w"(s[7]), "=&w"(s[8]), "=&w"(s[9]), "=&w"(s[10]), "=&w"(s[11]),
        "=&w"(s[12]), "=&w"(s[13]), "=&w"(s[14]), "=&w"(s[15]), "+&r"(x), "+&r"(w), "+&r"(fours),
        "+&r"(rest)
      : "r"(bias)
      : "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31", "cc", "memory");
}
#undef ETCH_TWO_WORDS_OF_PAIRS
#undef ETCH_WORD_OF_PAIRS

/// Lays out `Bytes` bytes of 4 pixels, which lie Pitch bytes apart.
template <int Bytes, int Pitch>
ETCH_GLUE void lay_out(std::int8_t*& to, const std::int8_t* from) {
  auto* y = reinterpret_cast<std::int64_t*>(to);
  const auto some = [&]() __attribute__((always_inline)) {
    const auto pixel = [&](int p) __attribute__((always_inline)) {
      return vreinterpretq_s64_s8(vld1q_s8(from + p * Pitch));
    };
    vst4q_s64(y, (int64x2x4_t{{pixel(0), pixel(1), pixel(2), pixel(3)}}));
    from += 16, y += 8;
  };
  if constexpr (Bytes >= 128) {
    int n = Bytes / 64;
    do {
      unroll<4>([&]<int>() __attribute__((always_inline)) { some(); });
    } while (--n != 0);
    unroll<Bytes % 64 / 16>([&]<int>() __attribute__((always_inline)) { some(); });
  } else {
    unroll<Bytes / 16>([&]<int>() __attribute__((always_inline)) { some(); });
  }
  if constexpr (Bytes % 16 != 0) {
    const auto pixel = [&](int p) __attribute__((always_inline)) {
      return vreinterpret_s64_s8(vld1_s8(from + p * Pitch));
    };
    vst1q_s64(y, vcombine_s64(pixel(0), pixel(1)));
    vst1q_s64(y + 2, vcombine_s64(pixel(2), pixel(3)));
  }
  to += 4 * Bytes;
}

/// 4 pixels, whose windows of `rows` rows begin at x, and Valid filters.
template <window_geometry G, int Valid, neon::epilogue_rules F>
ETCH_GLUE void make_pairs(std::int8_t* y, const std::int8_t* x, int rows, const filter_group& f,
                          neon::output_range range) {
  using form = pair_form<G>;
  sums_of<form::shape, 4, 8> t;
  if constexpr (G.kh == 1) rows = 1;
  sum_pairs(t.sum, f.bias, x, f.weights, static_cast<unsigned>(rows * form::words));
  t.template end<F, Valid, G.oc>(y, f.factors, range);
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, neon::epilogue_rules F, class Constants>
ETCH_KERNEL void make_rows_of_pairs(std::int8_t* y,        // (N,OH,OW,OC)
                                    const std::int8_t* x,  // (N,H,W,C)
                                    std::int8_t* scratch,  // ring (KH, pitch), windows of tiles
                                    std::int8_t x_zero, const Constants& p, row_block rows) {
  using form = pair_form<G>;
  std::int8_t* const windows = scratch + form::rows_form::scratch;
  constexpr int factor_block = !F.per_channel ? 0 : (F.any_left ? 3 : 2) * form::tile_constants;
  const neon::output_range range = p.range;
  const int pixels = (form::flat ? rows.count : 1) * G.ow;
  if (form::flat) rows.count = minimum(rows.count, 1);
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = G.n == 1 ? 0 : r / G.oh, i = G.n == 1 ? r : r % G.oh;
    const auto in = window_of_row<form, G>(x + n * G.h * G.w * G.c, scratch, i, x_zero);
    const filter_group first{p.weights + in.inside.first * form::window_bytes,
                             p.bias + p.bias_set[i] * form::all_constants, p.factors};
    std::int8_t* const out = y + r * G.ow * G.oc;
    for (int done = 0; done < pixels;) {
      // The last tile begins early enough to be whole: some pixels are computed twice.
      const int end = minimum(done + 4 * form::tiles, pixels);
      std::int8_t* to = windows;
      for (int at = done; at < end; at += 4) {
        const int from = minimum(at, pixels - 4) * G.stride_w * G.c;
        for (int u = in.inside.first; u < in.inside.last; ++u)
          lay_out<form::length, G.stride_w * G.c>(to, in.at[u] + from);
      }
      filter_group f = first;
      const auto group = [&]<int Valid>(int channel) __attribute__((always_inline)) {
        const std::int8_t* tile = windows;
        const int height = in.inside.last - in.inside.first;
        for (int at = done; at < end; at += 4, tile += 4 * form::length * height) {
          make_pairs<G, Valid, F>(out + minimum(at, pixels - 4) * G.oc + channel, tile, height, f,
                                  range);
        }
        f = {f.weights + G.kh * form::window_bytes, f.bias + form::tile_constants,
             f.factors + factor_block};
      };
      constexpr int whole = G.oc / 16, rest = G.oc % 16;
      for (int g = 0; g < whole; ++g) group.template operator()<16>(16 * g);
      if constexpr (rest != 0) group.template operator()<rest>(16 * whole);
      done = end;
    }
  }
}

#endif

/// Layers by pairs that are laid out; of whole tiles of filters, or of any number.
template <bool Whole>
struct pair_tiles {
  static constexpr bool widens_weights = true;

  static constexpr bool takes(byte_layer l) {
    l.is_bytes = l.is_signed;
    return neon::takes_epilogue(l) && !l.by_channel && suits_pairs(l.g) &&
           (!Whole || l.g.oc % 16 == 0);
  }
  template <class C>
  static constexpr int scratch = pair_form<layer_of<C>.g>::scratch;
  template <class C>
  static constexpr bool takes_spare_memory = true;
  template <class C>
  static constexpr auto pack() {
    constexpr window_geometry g = layer_of<C>.g;
    using form = pair_form<g>;
    return pack_rows<C, form::shape, g, form>();
  }
  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_I8MM
    make_rows_of_pairs<layer_of<C>.g, neon::rules_of<C>>(
        a.template out<0>(), a.template in<0>(), reinterpret_cast<std::int8_t*>(a.scratch()),
        static_cast<std::int8_t>(layer_of<C>.x_zero), kernel_constants<K, C>(a), rows);
#else
    refuse<A>();
#endif
  }
};

}  // namespace products
}  // namespace ETCH_NAMESPACE
