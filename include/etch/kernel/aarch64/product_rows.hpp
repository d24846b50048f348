// Output rows of a convolution by tiles: which calls they can run, their constants, and the loops
// around the tile. Shared by the conv2d and dense kernels.
#pragma once

#include <etch/kernel/aarch64/product_planes.hpp>
#include <etch/kernel/aarch64/product_runs.hpp>
#include <etch/kernel/aarch64/window_sums.hpp>
#include <etch/kernel/layer/bias_sets.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// How an output row of g is made by tiles T; Zeros: of weights with a zero point, by which each
/// window's sum of codes goes into its products.
template <window_geometry G, tile_shape T, bool Zeros = false>
struct row_form {
  static constexpr tile_shape shape = T;
  static constexpr tiling across = tiles_of(G, row_of(G, T), T);
  /// Of one input group: its channels and filters, and those in blocks of a tile's.
  static constexpr int depth = G.c / G.groups, outputs = G.oc / G.groups;
  static constexpr int group = 4 * T.quads;
  static constexpr int groups = ceil_div(outputs, group);
  static constexpr int filters = groups * group;
  /// Of all input groups.
  static constexpr int all_filters = G.groups * filters;
  /// The filter at a place of theirs, or -1.
  static constexpr int filter_at(int place) {
    return place % filters < outputs ? place / filters * outputs + place % filters : -1;
  }
  /// Constants of a kind, of a tile's filters and of all, and the filter of one, or -1.
  static constexpr int tile_constants = T.pixels_at_once() * group;
  static constexpr int all_constants = T.pixels_at_once() * all_filters;
  static constexpr int filter_of(int place) { return filter_at(T.filter_of(place)); }

  /// Columns that the windows of an output row cover, padding included; rows that one covers.
  static constexpr int covered = (G.ow - 1) * G.stride_w + reach(G.kw, G.dilation_w);
  static constexpr int tall = reach(G.kh, G.dilation_h);
  /// Whether rows are copied, with their padding, to where bytes behind them may be read.
  static constexpr bool copies = inner_pixels(G) < G.ow || depth % T.word() != 0;
  static constexpr window_row row =
      copies && !Zeros && suits_planes(G, T) ? in_planes(row_of(G, T), G, covered) : row_of(G, T);
  /// Whether tiles run over the ends of rows, which follow one another as their pixels do: windows
  /// of one cell, none left out. Not by SDOT in a loop of steps, where whole tiles of 4 pixels make
  /// g++ copy sums.
  static constexpr bool flat = !copies && !Zeros && G.kh == 1 && G.kw == 1 && G.stride_h == 1 &&
                               G.stride_w == 1 && G.oh == G.h && G.ow == G.w && G.n * G.oh > 1 &&
                               G.groups == 1 && (T.by != multiply::sdot || row.chunk == row.depth);
  /// Bytes of the sums of the windows of an output row.
  static constexpr int sums = Zeros ? round_up(4 * G.ow, 16) : 0;
  /// Input columns that any window reads.
  static constexpr int columns = minimum(G.w, covered - G.pad_left);
  static constexpr int pitch = round_up(covered * G.c, 16) + 16;
  static constexpr int scratch = sums + (copies ? tall * pitch : 0);

  /// Of weights, a window row.
  static constexpr int window_bytes = row.words(row.depth) * row.unit * group;
  static constexpr int weights = G.groups * groups * G.kh * window_bytes;

  /// Rows of the window of output row i that lie inside the input.
  static constexpr cell_range inside(int i) { return rows_inside<G>(i); }
  /// The input row behind the last of them.
  static constexpr int end(int i) {
    return i * G.stride_h - G.pad_top + (inside(i).last - 1) * G.dilation_h + 1;
  }
};

/// Whether SMMLA suits a window geometry: some of its pixels make pairs, and words of 8 bytes in
/// place of 4 take no memory more and few products of zeros.
constexpr bool suits_smmla(const window_geometry& g) {
  const int depth = g.c / g.groups, length = g.kw * depth;
  const bool copied = depth % 4 != 0 || inner_pixels(g) < g.ow;
  return g.ow > 1 &&
         (depth % 8 == 0 || (copied && 3 * round_up(length, 8) <= 4 * round_up(length, 4)));
}

/// Constants of one call.
template <int Weights, int Biases, int Factors, int Rows>
struct constants {
  alignas(16) std::int32_t bias[Biases];      // (sets, groups, tile_constants)
  alignas(16) std::int32_t factors[Factors];  // (groups, {multiplier, shift}, tile_constants)
  alignas(16) std::int8_t weights[Weights];   // (groups, KH, words, group, word)
  std::uint8_t bias_set[Rows];                // (OH)
  neon::output_range range;
};

/// Weights (OC,KH,KW,C) in the order in which the tiles read them.
template <class Form>
constexpr void pack_weights(std::int8_t* to, const unsigned char* weights, int kh) {
  constexpr window_row row = Form::row;
  for (int first = 0; first < Form::all_filters; first += Form::group) {
    for (int u = 0; u < kh; ++u) {
      for (int done = 0; done < row.depth;) {
        const int bytes = row.depth - done < row.chunk ? row.tail() : row.chunk;
        for (int t = 0; t < row.words(bytes); ++t) {
          const int at = done + row.place(t, bytes, row.cell);
          const int count = minimum(row.length - at, row.unit);
          for (int f = 0; f < Form::group; ++f) {
            const int o = Form::filter_at(first + f);
            if (o < 0) break;
            const unsigned char* from = weights + (o * kh + u) * row.length + at;
            for (int k = 0; k < count; ++k) {
              const int place = Form::shape.widens() ? smlal_place(f, k) : f * row.unit + k;
              to[place] = static_cast<std::int8_t>(from[k]);
            }
          }
          to += row.unit * Form::group;
        }
        done += bytes;
      }
    }
  }
}

/// The constants of call C by tiles T as a layer of geometry G with those weights.
template <class C, tile_shape T, window_geometry G = layer_of<C>.g,
          class Form = row_form<G, T, (layer_of<C>.w_zero != 0)>>
constexpr auto pack_rows(const unsigned char* weights = C::bytes(1)) {
  constexpr byte_layer l = layer_of<C>;
  using form = Form;
  constexpr neon::epilogue_rules rules = neon::rules_of<C>;
  constexpr auto sets = make_bias_sets<G>(l.x_zero != 0);
  constexpr int factors = rules.by_shift      ? 1
                          : rules.per_channel ? (rules.any_left ? 3 : 2) * form::all_constants
                                              : 3;
  constants<form::weights, sets.count * form::all_constants, factors, G.oh> p{};
  pack_weights<form>(p.weights, weights, G.kh);
  neon::pack_factors<C, rules.per_channel ? form::tile_constants : 1,
                     rules.per_channel ? form::all_constants : 1>(p.factors, form::filter_of);
  for (int place = 0; place < form::all_constants; ++place) {
    const int o = form::filter_of(place);
    if (o < 0) continue;
    std::int64_t row_sum[G.kh]{};
    for (int u = 0; u < G.kh && l.x_zero != 0; ++u) {
      constexpr int length = form::row.length;
      row_sum[u] = sum_weights(weights, (o * G.kh + u) * length, length).sum() - length * l.w_zero;
    }
    for (int k = 0; k < sets.count; ++k) {
      std::int64_t inside = 0;
      for (int u = sets.inside[k].first; u < sets.inside[k].last; ++u) inside += row_sum[u];
      const std::int64_t bias =
          sum_bias<C>(o) + std::int64_t{neon::bias_part<C>(o)} - l.x_zero * inside;
      p.bias[k * form::all_constants + place] = static_cast<std::int32_t>(bias);
    }
  }
  for (int i = 0; i < G.oh; ++i) p.bias_set[i] = sets.of_row[i];
  p.range = neon::range_of<C>();
  return p;
}

#if ETCH_HAS_NEON

/// Count bytes, Count >= 1, by loads and stores inside both.
template <int Count>
ETCH_GLUE void copy_bytes(std::int8_t* to, const std::int8_t* from) {
  if constexpr (Count >= 128) {
    int n = Count / 64;
    do {
      const int8x16_t a = vld1q_s8(from), b = vld1q_s8(from + 16);
      const int8x16_t c = vld1q_s8(from + 32), d = vld1q_s8(from + 48);
      from += 64;
      vst1q_s8(to, a), vst1q_s8(to + 16, b), vst1q_s8(to + 32, c), vst1q_s8(to + 48, d);
      to += 64;
    } while (--n != 0);
    if constexpr (Count % 64 != 0) copy_bytes<Count % 64>(to, from);
  } else {
    unroll<Count / 16>([&]<int I>() __attribute__((always_inline)) {
      vst1q_s8(to + 16 * I, vld1q_s8(from + 16 * I));
    });
    constexpr int done = Count / 16 * 16, rest = Count % 16;
    if constexpr (rest >= 8) vst1_s8(to + done, vld1_s8(from + done));
    constexpr int words = done + rest / 8 * 8, bytes = done + rest / 4 * 4;
    if constexpr (rest % 8 >= 4) __builtin_memcpy(to + words, from + words, 4);
    unroll<rest % 4>([&]<int I>()
                         __attribute__((always_inline)) { to[bytes + I] = from[bytes + I]; });
  }
}

/// Cells of padding by whole registers: may write up to 15 bytes more.
template <int Count>
ETCH_GLUE void pad_bytes(std::int8_t* to, std::int8_t zero) {
  const int8x16_t cells = vdupq_n_s8(zero);
  unroll<ceil_div(Count, 16)>([&]<int I>()
                                  __attribute__((always_inline)) { vst1q_s8(to + 16 * I, cells); });
}

/// One input row with its padding. The bytes behind it are read, but only to be multiplied by 0.
template <class Form, window_geometry G>
ETCH_GLUE void copy_row(std::int8_t* to, const std::int8_t* from, std::int8_t zero) {
  if constexpr (Form::row.plane > 0) {
    copy_to_planes<G, Form::row>(to, from, zero);
    return;
  }
  constexpr int left = G.pad_left * G.c, inside = Form::columns * G.c;
  pad_bytes<left>(to, zero);
  copy_bytes<inside>(to + left, from);
  pad_bytes<Form::covered * G.c - left - inside>(to + left + inside, zero);
}

/// The window rows of output row i, in the ring: copy(to, h) brings input row h.
template <class Form, window_geometry G, class Copy>
ETCH_GLUE window_rows<G.kh> bring_rows(std::int8_t* ring, int i, const Copy& copy) {
  const int top = i * G.stride_h - G.pad_top;
  window_rows<G.kh> in{};
  in.inside = Form::inside(i);
  // Rows that the output rows before have not brought yet, those between its taps too.
  const int had = i == 0 ? 0 : Form::end(i - 1);
  for (int h = maximum(had, top); h < Form::end(i); ++h)
    copy(ring + h % Form::tall * Form::pitch, h);
  for (int u = in.inside.first; u < in.inside.last; ++u)
    in.at[u] = ring + (top + u * G.dilation_h) % Form::tall * Form::pitch;
  return in;
}

/// The window rows of output row i: of the image, or copied to the ring.
template <class Form, window_geometry G>
ETCH_GLUE window_rows<G.kh> window_of_row(const std::int8_t* image, std::int8_t* ring, int i,
                                          std::int8_t zero) {
  window_rows<G.kh> in{};
  if constexpr (Form::copies) {
    in = bring_rows<Form, G>(ring, i, [&](std::int8_t* to, int h) __attribute__((always_inline)) {
      copy_row<Form, G>(to, image + h * G.w * G.c, zero);
    });
  } else {
    in.inside = Form::inside(i);
    const int top = i * G.stride_h - G.pad_top;
    for (int u = in.inside.first; u < in.inside.last; ++u)
      in.at[u] = image + (top + u * G.dilation_h) * G.w * G.c;
  }
  return in;
}

/// The constants of a group of filters.
struct filter_group {
  const std::int8_t* weights;
  const std::int32_t *bias, *factors;
};

/// One tile of an output row; `more`: what the sums of its pixels start with beside the bias.
template <class Form, window_geometry G, int Pixels, int Valid, neon::epilogue_rules F>
ETCH_GLUE void make_tile(std::int8_t* y, const window_rows<G.kh>& rows, int byte,
                         [[maybe_unused]] const std::int32_t* more, const filter_group& f,
                         neon::output_range range) {
  tile_of<Form, Pixels> t;
  t.start(f.bias);
  if constexpr (Form::sums > 0) t.add_to_pixels(more);
  const std::int8_t* w = f.weights;
  if constexpr (G.kh == 1) {
    t.template window<Form::copies>(rows.at[0] + byte, w);
  } else {
    const std::int8_t* const* row = rows.at + rows.inside.first;
    const std::int8_t* const* const end = rows.at + rows.inside.last;
    do {
      t.template window<Form::copies>(*row + byte, w);
    } while (++row != end);
  }
  t.template end<F, Valid, G.oc>(y, f.factors, range);
}

/// Codes of Valid filters for an output row or, of a flat form, for `pixels` of one or more rows.
template <class Form, window_geometry G, int Valid, neon::epilogue_rules F>
ETCH_GLUE void make_group(std::int8_t* y, const window_rows<G.kh>& rows, int pixels,
                          const std::int32_t* more, const filter_group& f,
                          neon::output_range range) {
  constexpr tiling across = Form::across;
  if constexpr (Form::flat) {
    // The last tile begins early enough to be whole: some pixels are computed twice.
    constexpr int wide = minimum(Form::shape.pixels, G.ow);
    constexpr bool all_whole = G.kw == 1 && G.ow % wide == 0;  // `pixels` is whole rows
    window_rows<G.kh> at = rows;
    for (int left = pixels - wide;;) {
      make_tile<Form, G, wide, Valid, F>(y, at, 0, more, f, range);
      if (left <= 0) break;
      const int on = all_whole ? wide : minimum(left, wide);
      left -= on;
      y += on * G.oc, at.at[0] += on * Form::row.pixel;
    }
  } else {
    int byte = 0;
    const auto tiles = [&]<int Pixels>(int count) __attribute__((always_inline)) {
      do {
        make_tile<Form, G, Pixels, Valid, F>(y, rows, byte, more, f, range);
        byte += Pixels * Form::row.pixel;
        if constexpr (Form::sums > 0) more += Pixels;
        y += Pixels * G.oc;
      } while (--count != 0);
    };
    tiles.template operator()<across.wide>(across.wide_count);
    if constexpr (across.narrow_count > 0) {
      tiles.template operator()<across.narrow>(across.narrow_count);
    }
  }
}

/// Zero points, of weights where they have one.
struct zero_points {
  int of_x = 0, of_weights = 0;
};

/// Output rows first .. first + count - 1 of the N OH rows; Zeros: of weights with a zero point.
template <window_geometry G, tile_shape T, neon::epilogue_rules F, bool Zeros = false,
          class Constants>
ETCH_KERNEL void make_rows(std::int8_t* y,        // (N,OH,OW,OC)
                           const std::int8_t* x,  // (N,H,W,C)
                           std::int8_t* scratch,  // sums (OW), ring (KH, pitch)
                           [[maybe_unused]] zero_points zeros, const Constants& p, row_block rows) {
  using form = row_form<G, T, Zeros>;
  auto* const sums = reinterpret_cast<std::int32_t*>(scratch);
  std::int8_t* const ring = scratch + form::sums;
  constexpr int factor_block = !F.per_channel ? 0 : (F.any_left ? 3 : 2) * form::tile_constants;
  const neon::output_range range = p.range;
  constexpr int whole = form::outputs / form::group, rest = form::outputs % form::group;
  const int pixels = rows.count * G.ow;
  if (form::flat) rows.count = minimum(rows.count, 1);
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = G.n == 1 ? 0 : r / G.oh, i = G.n == 1 ? r : r % G.oh;
    const std::int8_t* image = x + n * G.h * G.w * G.c;
    window_rows<G.kh> in =
        window_of_row<form, G>(image, ring, i, static_cast<std::int8_t>(zeros.of_x));
    filter_group f{p.weights + in.inside.first * form::window_bytes,
                   p.bias + p.bias_set[i] * form::all_constants, p.factors};
    std::int8_t* out = y + r * G.ow * G.oc;
    const auto group = [&]<int Valid>() __attribute__((always_inline)) {
      make_group<form, G, Valid, F>(out, in, pixels, sums, f, range);
      f = {f.weights + G.kh * form::window_bytes, f.bias + form::tile_constants,
           f.factors + factor_block};
      out += Valid;
    };
    for (int inputs = 0; inputs < G.groups; ++inputs) {
      if constexpr (Zeros) window_sums<form, G>::write(sums, in, -zeros.of_weights);
      for (int g = 0; g < whole; ++g) group.template operator()<form::group>();
      if constexpr (rest != 0) group.template operator()<rest>();
      if constexpr (G.groups > 1) {
        for (int u = in.inside.first; u < in.inside.last; ++u)
          in.at[u] += form::row.channel_at(form::depth);
      }
    }
  }
}

#endif

/// Whether this machine has the instruction.
constexpr bool has(multiply by) {
  return by == multiply::smmla  ? ETCH_HAS_I8MM
         : by == multiply::sdot ? ETCH_HAS_DOTPROD
                                : ETCH_HAS_NEON;
}
/// What a kernel with arguments A says where it has not.
template <class A>
constexpr void refuse() {
  static_assert(sizeof(A) == 0,
                "compile for AArch64; SDOT: -march=armv8.2-a+dotprod, SMMLA: +dotprod+i8mm");
}

/// Base of microkernel M, which walks through the rows of a layer of geometry g by tiles
/// M::tile(g).
template <class M>
struct row_tiles {
  static constexpr bool widens_weights = true, takes_zeros = true;

  template <class C>
  static constexpr int scratch =
      row_form<layer_of<C>.g, M::tile(layer_of<C>.g), layer_of<C>.w_zero != 0>::scratch;
  template <class C>
  static constexpr auto pack() {
    return pack_rows<C, M::tile(layer_of<C>.g)>();
  }
  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    constexpr window_geometry g = layer_of<C>.g;
    if constexpr (has(M::tile(g).by)) {
#if ETCH_HAS_NEON
      constexpr tile_shape shape = [] {
        constexpr const auto& weights = packed<K, C>.weights;
        tile_shape exact = M::tile(layer_of<C>.g);
        const bool widens = exact.by == multiply::smlal;
        if (widens && !pairs_fit(weights, static_cast<int>(sizeof weights)))
          exact.by = multiply::smull;
        return exact;
      }();
      constexpr zero_points zeros{layer_of<C>.x_zero, layer_of<C>.w_zero};
      make_rows<g, shape, neon::rules_of<C>, zeros.of_weights != 0>(
          a.template out<0>(), a.template in<0>(), reinterpret_cast<std::int8_t*>(a.scratch()),
          zeros, kernel_constants<K, C>(a), rows);
#endif
    } else {
      refuse<A>();
    }
  }
};

}  // namespace products
}  // namespace ETCH_NAMESPACE
