// What conv2d and dense by VPDPBUSD and by VPMADDUBSW share: pixels x vectors of filters, a filter
// a lane.
//
// The products of an instruction are of four neighbouring codes of a window row, the same in all
// lanes, and the weights that a vector's filters have there. Codes are taken plus 128, without a
// sign, or as they are (vectors.hpp): what that adds to a sum is part of the bias, as the zero
// point is. Where windows leave the input, or codes are no whole words, rows are copied with their
// padding, those of groups and of windows with gaps as parts of a layer without (layer_parts);
// codes of 1x1 windows are read where they lie, or where they have an offset from the stack, some
// pixels at a time. Filters are in an order in which packing four vectors of sums to bytes leaves
// the codes of a pixel side by side.
#pragma once

#include <etch/kernel/x86_64/copied_rows.hpp>
#include <etch/kernel/x86_64/sum_tile.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// Writes the codes of Valid filters from `filter` on of Pixels pixels, which lie `next` bytes
/// apart or, where they are Dense, side by side; the sums are these, or twice as large.
template <class V, vector_ends Ends, bool AreTwice, bool Dense, int Valid, int Pixels, int Width,
          class F>
ETCH_GLUE void end_tile(std::int8_t* y, int next, typename V::vector (&sum)[Pixels][Width],
                        const F& f, int filter) {
  // Vector by vector, so that the factors of a vector are loaded once for all pixels.
  unroll<Pixels * Width>([&]<int I>() __attribute__((always_inline)) {
    constexpr int p = I % Pixels, v = I / Pixels;
    if constexpr (AreTwice) sum[p][v] = end_twice<V>(sum[p][v], f, filter + V::lanes * v);
    else sum[p][v] = end_sums<V, Ends.how>(sum[p][v], f, filter + V::lanes * v);
  });
  // Pixels that fill four vectors together; behind the last it is taken again.
  constexpr int vectors = minimum(Width, 4), together = 4 / vectors;
  unroll<ceil_div(Pixels, together) * (Width / vectors)>(
      [&]<int I>() __attribute__((always_inline)) {
        constexpr int block = I % (Width / vectors), first = I / (Width / vectors) * together;
        const auto part = [&]<int K>() __attribute__((always_inline)) {
          return sum[minimum(first + K / vectors, Pixels - 1)][4 * block + K % vectors];
        };
        const typename V::vector packed =
            codes_of<V, Ends>(part.template operator()<0>(), part.template operator()<1>(),
                              part.template operator()<2>(), part.template operator()<3>(), f);
        const typename V::vector codes = V::template by_pixel<together>(packed);
        constexpr int taken = minimum(together, Pixels - first);
        constexpr int valid = minimum(Valid - V::bytes * block, V::lanes * vectors);
        if constexpr (Dense && taken > 1) {
          V::template store<taken * valid>(y + first * next, codes);
        } else {
          unroll<taken>([&]<int K>() __attribute__((always_inline)) {
            V::template store_pixel<valid, together, K>(y + (first + K) * next + V::bytes * block,
                                                        codes);
          });
        }
      });
}

/// How tiles end sums by the factors of their constants.
template <vector_ends Ends>
struct ends_by_factors {
  /// Whether sums of minimal filtering are twice what they are.
  template <class V>
  static constexpr bool takes_twice = x86::takes_twice<V>(Ends.how);
  template <window_geometry G, class V, int Valid, int Pixels, int Width, class P>
  ETCH_GLUE static void end(std::int8_t* y, typename V::vector (&sum)[Pixels][Width], const P& p,
                            int filter) {
    using form = filter_form<G, V>;
    constexpr bool twice = form::is_minimal && x86::takes_twice<V>(Ends.how);
    constexpr int vectors = V::lanes * minimum(Width, 4);
    constexpr bool dense = form::to_pixel == vectors && Valid >= vectors;
    end_tile<V, Ends, twice, dense, Valid>(y, form::to_pixel, sum, p.factors.places(), filter);
  }
};

/// The tile of Width vectors of filters from `vector` on, of which Valid are stored, for Pixels
/// pixels, or units of them.
template <window_geometry G, class V, class Ends, int Pixels, int Width, int Valid, class Y,
          class P>
ETCH_GLUE void make_tile_of_filters(Y* y, const tile_rows<G.kh>& rows, int byte, const P& p,
                                    int vector, const std::int32_t* bias, row_edges edges) {
  using form = filter_form<G, V>;
  using tile = tile_of_sums<G, V, Pixels, Width>;
  constexpr tile_row of_row = row_of_tile<G, V>;
  constexpr int row = Width * form::steps * form::columns * V::bytes;
  bias += V::lanes * vector;
  const std::int8_t* w = p.weights + vector * form::vector_bytes + rows.inside.first * row;
  const auto add_rows = [&]<bool Begins>(tile& t) __attribute__((always_inline)) {
    const std::int8_t* w_row = w;
    int u = rows.inside.first;
    if constexpr (Begins) w_row = t.template add_row<true>(rows.at[u++] + byte, w_row, of_row);
    for (; u < rows.inside.last; ++u) w_row = t.add_row(rows.at[u] + byte, w_row, of_row, edges);
  };
  typename V::vector sum[Pixels * form::unit][Width];
  if constexpr (form::is_minimal) {
    constexpr bool is_twice = Ends::template takes_twice<V>;
    typename V::vector parts[form::parts][Pixels][Width];
    for (auto& part : parts) {
      tile t(typename tile::unset{});
      add_rows.template operator()<true>(t);
      t.write_totals(part);
      byte += form::part.c * V::code_bytes, w += Width * form::part_bytes;
    }
    unroll<Pixels * Width>([&]<int I>() __attribute__((always_inline)) {
      constexpr int k = I % Pixels, v = I / Pixels;
      const auto of_vector = V::load(bias + V::lanes * v);
      const auto halved = [&](typename V::vector twice) __attribute__((always_inline)) {
        if constexpr (is_twice) return twice;
        else return V::add_32(V::template shift_right_by<1>(twice), of_vector);
      };
      // What both sums have.
      if constexpr (is_twice)
        parts[1][k][v] = V::add_32(parts[1][k][v], V::add_32(of_vector, of_vector));
      sum[2 * k][v] = halved(V::add_32(V::add_32(parts[0][k][v], parts[1][k][v]), parts[2][k][v]));
      sum[2 * k + 1][v] =
          halved(V::sub_32(V::sub_32(parts[1][k][v], parts[2][k][v]), parts[3][k][v]));
    });
  } else {
    tile t(bias, edges, form::all_filters);
    add_rows.template operator()<false>(t);
    t.write_totals(sum);
  }
  Ends::template end<G, V, Valid>(y, sum, p, V::lanes * vector);
}

/// Codes of Valid filters of Pixels units, or of `pixels` of a flat layer, which `byte` is the
/// place of in their rows.
template <window_geometry G, class V, class Ends, int Pixels, int Width, int Valid, class Y,
          class P>
ETCH_GLUE void make_filters(Y* y, const tile_rows<G.kh>& rows, int pixels, int byte, const P& p,
                            int vector, const std::int32_t* bias) {
  using form = filter_form<G, V>;
  constexpr pixel_tiles tiles = pixel_tiles_of(Pixels, form::most_pixels(Width));
  const auto make = [&]<int Some>(int at) __attribute__((always_inline)) {
    const row_edges edges{rows.has_edges && at == 0, rows.has_edges && at + Some == Pixels};
    make_tile_of_filters<G, V, Ends, Some, Width, Valid>(y + at * form::unit * form::to_pixel, rows,
                                                         byte + at * form::pixel, p, vector, bias,
                                                         edges);
  };
  if constexpr (form::flat && Pixels > 1) {
    if (pixels < tiles.wide) {
      for (int at = 0; at < pixels; ++at) make.template operator()<1>(at);
      return;
    }
    // The last tile begins early enough to be whole: some pixels are made twice.
    for (int at = 0; at < pixels; at += tiles.wide) {
      make.template operator()<tiles.wide>(minimum(at, pixels - tiles.wide));
    }
  } else {
    int at = 0;
    for (int i = 0; i < tiles.wide_count; ++i, at += tiles.wide) {
      make.template operator()<tiles.wide>(at);
    }
    if constexpr (tiles.narrow_count > 0) {
      for (int i = 0; i < tiles.narrow_count; ++i, at += tiles.wide - 1) {
        make.template operator()<tiles.wide - 1>(at);
      }
    }
  }
}

/// Codes of all filters of a group, whose vectors begin with `vector`.
template <window_geometry G, class V, class Ends, int Pixels, class Y, class P>
ETCH_GLUE void make_all_filters(Y* y, const tile_rows<G.kh>& rows, int pixels, int byte, const P& p,
                                int vector, const std::int32_t* bias) {
  using form = filter_form<G, V>;
  constexpr int width = form::widest, block = V::lanes * width, rest = form::part.oc % block;
  const auto make = [&]<int Width, int Valid>(int at, int o) __attribute__((always_inline)) {
    make_filters<G, V, Ends, Pixels, Width, Valid>(y + o, rows, pixels, byte, p, vector + at, bias);
  };
  for (int g = 0; g < form::whole; ++g)
    make.template operator()<width, block>(g * width, g * block);
  if constexpr (rest != 0) {
    constexpr int first = form::whole * width, some = form::tile_width(first);
    constexpr int valid = minimum(rest, V::lanes * some), made = form::whole * block;
    make.template operator()<some, valid>(first, made);
    if constexpr (valid < rest) {
      make.template operator()<1, rest - valid>(first + some, made + valid);
    }
  }
}

/// Output rows first .. first + count - 1 of the N OH rows; Keeps: the ring has inputs of others.
template <window_geometry G, class V, class Ends, bool Keeps = true, class Y, class X, class P>
ETCH_KERNEL void make_rows_of_tiles(Y* y,                // (N,OH,OW,OC)
                                    const X* x,          // (N,H,W,C)
                                    std::uint8_t* ring,  // (tall, pitch)
                                    int padding, const P& p, row_block rows) {
  using form = filter_form<G, V>;
  const int pixels = form::flat ? rows.count * G.ow : form::pixels;
  if constexpr (form::flat) rows.count = minimum(rows.count, 1);
  constexpr bool is_staged = staged_pixels<G, V> > 0;
  alignas(V::bytes) [[maybe_unused]] std::uint8_t staged[is_staged ? form::covered * G.c : 1];
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = G.n == 1 ? 0 : r / G.oh, i = G.n == 1 ? r : r % G.oh;
    const int top = i * G.stride_h - G.pad_top;
    const X* image = x + n * G.h * G.w * G.c;
    tile_rows<G.kh> in{};
    in.inside = rows_inside<G>(i);
    in.has_edges = form::has_edges;
    const auto row_of = [&](int u) { return top + u * G.dilation_h; };
    if constexpr (form::copies) {
      // Rows that the output rows before have not brought yet, those between its taps too.
      const auto end = [](int k) {
        return k * G.stride_h - G.pad_top + (rows_inside<G>(k).last - 1) * G.dilation_h + 1;
      };
      const bool begins = i == 0 || (!Keeps && r == rows.first);
      for (int h = maximum(begins ? 0 : end(i - 1), maximum(top, 0)); h < end(i); ++h) {
        copy_row<G, V>(ring + h % form::tall * form::pitch, image + h * G.w * G.c, padding);
      }
      for (int u = in.inside.first; u < in.inside.last; ++u) {
        in.at[u] = ring + row_of(u) % form::tall * form::pitch;
      }
    } else {
      const X* const row = image + top * G.w * G.c;
      in.at[0] = reinterpret_cast<const std::uint8_t*>(row);
      if constexpr (is_staged) {
        copy_offset_codes<V, form::covered * G.c>(staged, row);
        in.at[0] = staged;
      }
    }
    const std::int32_t* bias = p.bias + p.bias_set[i] * form::row_biases;
    Y* to = y + r * G.ow * G.oc;
    const auto make_phase = [&]<int Pixels>(int phase) __attribute__((always_inline)) {
      for (int g = 0; g < G.groups; ++g, to += form::part.oc) {
        int byte = g * form::part.c * V::code_bytes;
        if constexpr (form::has_edges) byte = -form::left_edge * G.c;
        else if constexpr (form::copies) byte = (phase * G.groups + g) * form::part_pitch;
        make_all_filters<G, V, Ends, Pixels>(to, in, pixels, byte, p, g * form::vectors, bias);
      }
    };
    for (int phase = 0; phase < form::all.longest; ++phase)
      make_phase.template operator()<form::pixels>(phase);
    if constexpr (form::all.longest < form::all.phases) {
      for (int phase = form::all.longest; phase < form::all.phases; ++phase)
        make_phase.template operator()<form::pixels - 1>(phase);
    }
  }
}

/// The same of a flat layer whose pixels are staged: a block of them on the stack for all filters.
template <window_geometry G, class V, class Ends, class Y, class X, class P>
ETCH_KERNEL void make_staged_tiles(Y* y,        // (N,OH,OW,OC)
                                   const X* x,  // (N,H,W,C)
                                   const P& p, row_block rows) {
  using form = filter_form<G, V>;
  constexpr int block = staged_pixels<G, V>,
                least = minimum(block, form::most_pixels(form::tile_width(0)));
  alignas(V::bytes) std::uint8_t staged[block * G.c];
  const int pixels = rows.count * G.ow;
  x += rows.first * G.ow * G.c, y += rows.first * G.ow * G.oc;
  for (int made = 0; made < pixels; made += block) {
    // The last tile begins early enough to be whole.
    const int first = maximum(minimum(made, pixels - least), 0);
    const int some = minimum(block, pixels - first);
    int before = 0;  // staged pixels that have been made
    if (pixels >= block) {
      before = first - minimum(first, pixels - block);
      copy_offset_codes<V, block * G.c>(staged, x + (first - before) * G.c);
    } else {
      for (int i = 0; i < some; ++i) copy_offset_codes<V, G.c>(staged + i * G.c, x + i * G.c);
    }
    tile_rows<1> in{{staged + before * G.c}, {0, 1}};
    for (int g = 0; g < G.groups; ++g) {
      make_all_filters<G, V, Ends, block>(y + first * G.oc + g * form::part.oc, in, some,
                                          g * form::part.c, p, g * form::vectors, p.bias);
    }
  }
}

/// The same by blocks of B.ow pixels, the columns of each copied for it alone.
template <window_geometry G, window_geometry B, class V, class Ends, class Y, class X, class P>
ETCH_KERNEL void make_blocks_of_tiles(Y* y,                   // (N,OH,OW,OC)
                                      const X* x,             // (N,H,W,C)
                                      std::uint8_t* columns,  // (KH, pitch)
                                      int padding, const P& p, row_block rows) {
  using form = filter_form<B, V>;
  static_assert(!form::has_edges && form::is_minimal == filter_form<G, V>::is_minimal &&
                form::widest == filter_form<G, V>::widest);  // so that weights lie alike
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = G.n == 1 ? 0 : r / G.oh, i = G.n == 1 ? r : r % G.oh;
    const X* image = x + n * G.h * G.w * G.c;
    tile_rows<G.kh> in{};
    in.inside = rows_inside<G>(i);
    const std::int32_t* bias = p.bias + p.bias_set[i] * filter_form<G, V>::row_biases;
    for (int made = 0; made < G.ow; made += B.ow) {
      const int first = minimum(made, G.ow - B.ow);  // some pixels may be made twice
      for (int u = in.inside.first; u < in.inside.last; ++u) {
        std::uint8_t* const to = columns + u * form::pitch;
        const int h = i * G.stride_h - G.pad_top + u * G.dilation_h;
        copy_block<B, V>(to, image + h * G.w * G.c, first * G.stride_w - G.pad_left, padding);
        in.at[u] = to;
      }
      make_all_filters<B, V, Ends, form::pixels>(y + (r * G.ow + first) * G.oc, in, form::pixels, 0,
                                                 p, 0, bias);
    }
  }
}

/// The same as call C's memory allows.
template <class C, window_geometry G, class V, class Ends, bool Keeps = true, class Y, class X,
          class P>
ETCH_GLUE void make_rows_of_filters(Y* y, const X* x, std::uint8_t* scratch, int padding,
                                    const P& p, row_block rows) {
  constexpr window_geometry block = block_of<C, G, V>();
  if constexpr (block.ow < G.ow)
    make_blocks_of_tiles<G, block, V, Ends>(y, x, scratch, padding, p, rows);
  else if constexpr (filter_form<G, V>::flat && staged_pixels<G, V> > 0)
    make_staged_tiles<G, V, Ends>(y, x, p, rows);
  else make_rows_of_tiles<G, V, Ends, Keeps>(y, x, scratch, padding, p, rows);
}

/// conv2d and dense by vectors V.
template <class V>
struct filter_tiles {
  /// The vectors of call C.
  template <class C>
  using vectors = decltype(pick_vectors<V, pairs_of_rows, C>());

  static constexpr bool widens_weights = true;

  static constexpr bool takes(const byte_layer& l) {
    const window_geometry& g = l.g;
    // Weights that each meet one word of codes alone are read as bytes, or not here.
    if (V::code_bytes > 1 && g.n * g.oh * g.ow == 1) return false;
    return l.sum_bits == 32 && takes_ends(l.end) && !l.by_channel && takes_windows(g);
  }
  template <class C>
  static constexpr bool proves = proves_ends<C, V>();
  template <class C>
  static constexpr int scratch = scratch_of_filters<C, layer_of<C>.g, vectors<C>>();
  template <class C>
  static constexpr auto pack() {
    return pack_tiles<C, vectors<C>>();
  }
  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    if constexpr (V::template is_compiled<A>) {
      make_rows_of_filters<C, layer_of<C>.g, vectors<C>, ends_by_factors<ends_of_filters<C, V>()>>(
          a.template out<0>(), a.template in<0>(), a.scratch(), padding_code<C, vectors<C>>,
          kernel_constants<K, C>(a), rows);
    } else {
      V::template refuse<A>();
    }
  }
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
