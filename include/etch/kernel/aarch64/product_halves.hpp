// conv2d and dense of codes of 16 bits by weights of 8 as two layers of bytes at once: a code is
// 256 times its upper half plus its lower half, which less 128 is a signed byte too. Each word of
// weights meets both halves of some pixels, whose two sums become one in the end; what 128 adds is
// the same for all pixels and part of the bias. Input rows are copied as halves, once for all
// filters.
#pragma once

#include <etch/kernel/aarch64/product_rows.hpp>
#include <etch/kernel/aarch64/short_tile.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// How an output row of g is made by tiles T, whose pixels are halves: two make one.
template <window_geometry G, tile_shape T>
struct halves_form : row_form<G, T> {
  using bytes = row_form<G, T>;
  static constexpr tiling across = tiles_of(G, row_of(G, T), {T.by, T.pixels / 2, T.quads});
  static constexpr bool copies = true;
  /// The upper halves of an input row, with their padding, then the lower.
  static constexpr int pitch = 2 * bytes::pitch;
  static constexpr window_row row = [] {
    window_row r = row_of(G, T);
    r.half = bytes::pitch;
    return r;
  }();
  static constexpr int scratch = bytes::tall * pitch;
};

/// The tile for layers of g: two pixels by 16 filters, four by 8 where filters are few, one by as
/// many as there are registers for.
constexpr tile_shape tile_of_halves(multiply by, const window_geometry& g) {
  const int outputs = g.oc / g.groups, quads = ceil_div(outputs, 4);
  if (g.ow == 1) return {by, 2, round_up(ceil_div(quads, ceil_div(quads, 8)), 2)};
  if (outputs % 16 == 0 || outputs > 24) return {by, 4, 4};
  return {by, 8, 2};
}

/// The geometry of call C; rows of a dense one by one.
template <class C>
constexpr window_geometry geometry_of_halves() {
  window_geometry g = C::attributes.at(C::inputs());
  if (C::template in<1>::is.shape.rank == 2) {
    g.h = g.oh = g.w;
    g.w = g.ow = 1;
  }
  return g;
}

/// Whether tiles of halves by an instruction take call C.
template <class C, multiply By>
constexpr bool takes_halves() {
  if constexpr (!short_sums::takes<C>()) {
    return false;
  } else if constexpr (sizeof(typename C::template in<1>::storage) > 1) {
    return false;
  } else {
    constexpr window_geometry g = geometry_of_halves<C>();
    return g.oc / g.groups >= 6 && has_rows(g, tile_of_halves(By, g));
  }
}

/// Constants of a layer: biases Sum of all filters, those of each set of window rows.
template <int Weights, class Sum, int Biases, int Rows, class Epilogue>
struct halves_constants {
  alignas(16) std::int8_t weights[Weights];
  alignas(16) Sum bias[Biases];
  std::uint8_t bias_set[Rows];
  Epilogue epilogue;
};

/// Those of call C.
template <class C, multiply By, class Sum>
constexpr auto pack_halves() {
  detail::only_where_asked_for();
  constexpr window_geometry g = geometry_of_halves<C>();
  using form = halves_form<g, tile_of_halves(By, g)>;
  constexpr auto sets = make_bias_sets<g>(true);
  using epilogue = decltype(make_generic_epilogue<C, g.oc>());
  halves_constants<form::weights, Sum, sets.count * form::all_filters, g.oh, epilogue> p{
      {}, {}, {}, generic_epilogue<C, g.oc>};
  const unsigned char* weights = C::bytes(1);
  pack_weights<form>(p.weights, weights, g.kh);
  for (int place = 0; place < form::all_filters; ++place) {
    const int o = form::filter_at(place);
    if (o < 0) continue;
    for (int k = 0; k < sets.count; ++k) {
      const int rows = sets.inside[k].last - sets.inside[k].first, length = form::row.length;
      const int first = (o * g.kh + sets.inside[k].first) * length;
      p.bias[k * form::all_filters + place] = static_cast<Sum>(
          sum_bias<C>(o) + std::int64_t{128} * sum_weights(weights, first, rows * length).sum());
    }
  }
  for (int i = 0; i < g.oh; ++i) p.bias_set[i] = sets.of_row[i];
  return p;
}

#if ETCH_HAS_NEON

/// The halves of Count codes; Half: from the upper to the lower.
template <int Count, int Half>
ETCH_GLUE void split_codes(std::int8_t* to, const std::int16_t* x) {
  const auto sixteen = [](std::int8_t* at, const std::int16_t* from)
                           __attribute__((always_inline)) {
                             const int8x16_t a = vreinterpretq_s8_s16(vld1q_s16(from));
                             const int8x16_t b = vreinterpretq_s8_s16(vld1q_s16(from + 8));
                             vst1q_s8(at, vuzp2q_s8(a, b));
                             vst1q_s8(at + Half, veorq_s8(vuzp1q_s8(a, b), vdupq_n_s8(-128)));
                           };
  const auto one = [](std::int8_t* at, std::int16_t x) __attribute__((always_inline)) {
    at[0] = static_cast<std::int8_t>(x >> 8);
    at[Half] = static_cast<std::int8_t>((x & 255) - 128);
  };
  if constexpr (Count >= 16) {
    for (int n = Count / 16; n > 0; --n, x += 16, to += 16) sixteen(to, x);
    if constexpr (Count % 16 != 0) sixteen(to - 16 + Count % 16, x - 16 + Count % 16);
  } else {
    for (int i = 0; i < Count; ++i) one(to + i, x[i]);
  }
}
/// One input row with its padding, zeros, as halves.
template <class Form, window_geometry G>
ETCH_GLUE void split_row(std::int8_t* to, const std::int16_t* x) {
  constexpr int left = G.pad_left * G.c, inside = Form::columns * G.c, half = Form::row.half;
  constexpr int right = Form::covered * G.c - left - inside;
  pad_bytes<left>(to, 0), pad_bytes<left>(to + half, -128);
  split_codes<inside, half>(to + left, x);
  pad_bytes<right>(to + left + inside, 0), pad_bytes<right>(to + half + left + inside, -128);
}

/// The sums of the upper and of the lower half of pixel R and filters 4 Q .. 4 Q + 3 of a tile.
struct sums_of_halves {
  int32x4_t upper, lower;
};
template <tile_shape T, int Pixels, int R, int Q>
ETCH_GLUE sums_of_halves halves_of(const int32x4_t* sum) {
  if constexpr (T.by == multiply::smmla) {
    constexpr int blocks = 2 * T.quads, pairs = Pixels / 2;
    const auto of = [&](int half) __attribute__((always_inline)) {
      const int at = 2 * R + half, pair = at % pairs;  // pixels `pairs` apart are neighbours
      const int64x2_t a = vreinterpretq_s64_s32(sum[pair * blocks + 2 * Q]);
      const int64x2_t b = vreinterpretq_s64_s32(sum[pair * blocks + 2 * Q + 1]);
      return vreinterpretq_s32_s64(at < pairs ? vzip1q_s64(a, b) : vzip2q_s64(a, b));
    };
    return {of(0), of(1)};
  } else {
    return {sum[2 * R * T.quads + Q], sum[(2 * R + 1) * T.quads + Q]};
  }
}
/// Adds the whole sums to sums 4 H .. 4 H + 3 of s.
template <int H>
ETCH_GLUE void add_halves(neon::sum_lanes<std::int32_t>& s, const sums_of_halves& h) {
  s.four[H] = vaddq_s32(s.four[H], vaddq_s32(vshlq_n_s32(h.upper, 8), h.lower));
}
template <int H>
ETCH_GLUE void add_halves(neon::sum_lanes<std::int64_t>& s, const sums_of_halves& h) {
  int64x2_t &a = s.two[2 * H], &b = s.two[2 * H + 1];
  a = vaddq_s64(a, vaddw_s32(vshll_n_s32(vget_low_s32(h.upper), 8), vget_low_s32(h.lower)));
  b = vaddq_s64(b, vaddw_high_s32(vshll_high_n_s32(h.upper, 8), h.lower));
}

/// The codes of Valid filters from o on for Pixels pixels, Next apart, `byte` bytes into rows.
template <class Form, int Pixels, int Valid, int Next, class Rows, class Sum, class Y, class End>
ETCH_GLUE void make_tile_of_halves(Y* y, const Rows& rows, int byte, const std::int8_t* w,
                                   const Sum* bias, int o, const End& end) {
  constexpr tile_shape shape = Form::shape;
  tile<shape, Form::row, 2 * Pixels> t{};
  const std::int8_t* const* row = rows.at + rows.inside.first;
  const std::int8_t* const* const last = rows.at + rows.inside.last;
  do {
    t.template window<true>(*row + byte, w);
  } while (++row != last);
  unroll<ceil_div(Valid, 8)>([&]<int B>() __attribute__((always_inline)) {
    constexpr int filters = minimum(Valid - 8 * B, 8);
    const auto sums = [&]<int R>() __attribute__((always_inline)) {
      auto s = neon::sum_lanes<Sum>::load(bias + 8 * B);
      add_halves<0>(s, halves_of<shape, 2 * Pixels, R, 2 * B>(t.sum));
      add_halves<1>(s, halves_of<shape, 2 * Pixels, R, 2 * B + 1>(t.sum));
      return s;
    };
    if constexpr (filters == 8) {
      const neon::end_lanes<End, Sum> ends(end, o + 8 * B);
      unroll<Pixels>([&]<int R>() __attribute__((always_inline)) {
        ends.write(y + R * Next + 8 * B, sums.template operator()<R>());
      });
    } else {
      unroll<Pixels>([&]<int R>() __attribute__((always_inline)) {
        Sum some[8];
        sums.template operator()<R>().store(some);
        for (int k = 0; k < filters; ++k) y[R * Next + 8 * B + k] = end(some[k], o + 8 * B + k);
      });
    }
  });
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, tile_shape T, class Y, class Constants, class End>
ETCH_KERNEL void make_halves(Y* y,                   // (N,OH,OW,OC)
                             const std::int16_t* x,  // (N,H,W,C)
                             std::int8_t* ring,      // (KH, pitch)
                             const Constants& p, const End& end, row_block rows) {
  using form = halves_form<G, T>;
  constexpr int whole = form::outputs / form::group, rest = form::outputs % form::group;
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = G.n == 1 ? 0 : r / G.oh, i = G.n == 1 ? r : r % G.oh;
    const std::int16_t* image = x + n * G.h * G.w * G.c;
    auto in =
        bring_rows<form, G>(ring, i, [&](std::int8_t* to, int h) __attribute__((always_inline)) {
          split_row<form, G>(to, image + h * G.w * G.c);
        });
    const std::int8_t* w = p.weights + in.inside.first * form::window_bytes;
    const auto* bias = p.bias + p.bias_set[i] * form::all_filters;
    int o = 0;
    const auto group = [&]<int Valid>() __attribute__((always_inline)) {
      int byte = 0;
      Y* to = y + r * G.ow * G.oc + o;
      const auto tiles = [&]<int Pixels>(int count) __attribute__((always_inline)) {
        do {
          make_tile_of_halves<form, Pixels, Valid, G.oc>(to, in, byte, w, bias, o, end);
          byte += Pixels * form::row.pixel;
          to += Pixels * G.oc;
        } while (--count != 0);
      };
      tiles.template operator()<form::across.wide>(form::across.wide_count);
      if constexpr (form::across.narrow_count > 0)
        tiles.template operator()<form::across.narrow>(form::across.narrow_count);
      w += G.kh * form::window_bytes;
      bias += form::group;
      o += Valid;
    };
    for (int inputs = 0; inputs < G.groups; ++inputs) {
      for (int g = 0; g < whole; ++g) group.template operator()<form::group>();
      if constexpr (rest != 0) group.template operator()<rest>();
      if constexpr (G.groups > 1) {
        for (int u = in.inside.first; u < in.inside.last; ++u) in.at[u] += form::depth;
      }
    }
  }
}

#endif

/// Base of kernel K, which runs operator Op by an instruction.
template <class K, class Op, multiply By>
struct halves_kernel : kernel_base {
  using op = Op;
  template <class C>
  using sum = element_t<list<std::int64_t, std::int32_t>, short_sums::fit_32_bits<C>() ? 1 : 0>;

  template <class C>
  static constexpr bool accepts = takes_halves<C, By>();
  template <class C>
  static constexpr int scratch = [] {
    constexpr window_geometry g = geometry_of_halves<C>();
    return halves_form<g, tile_of_halves(By, g)>::scratch;
  }();
  template <class C>
  static constexpr auto pack() {
    return pack_halves<C, By, sum<C>>();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    if constexpr (has(By)) {
#if ETCH_HAS_NEON
      constexpr window_geometry g = geometry_of_halves<C>();
      constexpr bool is_dense = C::template in<1>::is.shape.rank == 2;
      if (rows.count == 0) return;
      if (is_dense) rows = {0, g.oh};
      const auto& p = kernel_constants<K, C>(a);
      make_halves<g, tile_of_halves(By, g)>(a.template out<0>(), a.template in<0>(),
                                            reinterpret_cast<std::int8_t*>(a.scratch()), p,
                                            short_sums::end_of<C, neon::short_tile>(p), rows);
#endif
    } else {
      refuse<A>();
    }
  }
};

}  // namespace products
}  // namespace ETCH_NAMESPACE
