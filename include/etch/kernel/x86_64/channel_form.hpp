// Constants of depthwise_conv2d by VPDPBUSD and by VPMADDUBSW (channel_rows.hpp), and where the
// rows lie that they meet.
#pragma once

#include <etch/kernel/x86_64/filter_tiles.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// Whether four rows serve two output rows.
constexpr bool makes_neighbours(const window_geometry& g) {
  return g.stride_h == 1 && g.stride_w == 1 && g.dilation_h == 1 && g.dilation_w == 1 &&
         g.kh <= 3 && g.oh > 1;
}

/// How the sums of geometry G are made by vectors V.
template <window_geometry G, class V>
struct channel_form {
  static constexpr int row = G.ow * G.c;                        // bytes of an output row
  static constexpr int quads = ceil_div(G.kh, 4);               // of window rows
  static constexpr int together = makes_neighbours(G) ? 2 : 1;  // output rows
  /// Columns that windows cover, padding included, and the bytes of those with one remainder by
  /// the stride, side by side in the ring.
  static constexpr int covered = (G.ow - 1) * G.stride_w + reach(G.kw, G.dilation_w);
  static constexpr int phase = ceil_div(covered, G.stride_w) * G.c;
  /// Input columns that any window reads.
  static constexpr int inside = minimum(G.w, covered - G.pad_left);
  static constexpr int tall = reach(G.kh, G.dilation_h) + together - 1;
  static constexpr int pitch = round_up(G.stride_w * phase, 64);
  /// Where column k of a row begins.
  static constexpr int place(int k) { return k % G.stride_w * phase + k / G.stride_w * G.c; }
  /// Bytes of a row that vectors reach, those of the next row perhaps.
  static constexpr int reached = [] {
    int last = 0;
    for (int k = 0; k < G.kw; ++k) last = maximum(last, place(k * G.dilation_w));
    return round_up(row, V::bytes) + round_up(last, V::bytes);
  }();
  /// Behind the ring a row of zero points.
  static constexpr int scratch = tall * pitch + maximum(pitch, round_up(reached, 64));

  /// Blocks of a vector of bytes until the same channels come again, and their vectors.
  static constexpr int period = [] {
    int blocks = 1;
    while (V::bytes * blocks % G.c != 0) ++blocks;
    return blocks;
  }();
  static constexpr int sums = V::bytes * period;
  static constexpr int row_bytes = quads * G.kw * 4 * V::bytes;  // of weights, for an output row
  static constexpr int block_bytes = together * row_bytes;
  /// The byte of a block that lane `lane` of vector i sums up.
  static constexpr int byte_at(int i, int lane) { return lane / 4 * 16 + i * 4 + lane % 4; }
};

/// Of the weights (1,KH,KW,C) of call C: pairs are neighbours in a window column, from even rows
/// on, and where two output rows are made together from odd ones too.
struct pairs_of_columns {
  template <class C>
  static constexpr pair_facts of() {
    constexpr window_geometry G = layer_of<C>.g;
    constexpr int row = G.kw * G.c, step = makes_neighbours(G) ? 1 : 2;
    pair_facts facts;
    for (int u = 0; u < G.kh; u += step) {
      const unsigned char* w = C::bytes(1) + u * row;
      for (int k = 0; k < row; ++k) facts.add(w + k, row, u + 1 < G.kh);
    }
    return facts;
  }
};

/// The constants of call C.
template <class C, class V>
constexpr auto pack_channels() {
  constexpr byte_layer l = layer_of<C>;
  constexpr window_geometry G = l.g;
  using form = channel_form<G, V>;
  tile_constants<V, form::period * form::block_bytes, form::sums, 1, ends_of<V>(l.end).how,
                 form::sums>
      p{};
  for (int place = 0; place < form::sums; ++place) {
    const int block = place / V::bytes, i = place / V::lanes % 4, lane = place % V::lanes;
    const int c = (V::bytes * block + form::byte_at(i, lane)) % G.c;
    for (int tap = 0; tap < G.kh * G.kw && !gives_one_code<C>(c); ++tap) {
      for (int row = 0; row < form::together; ++row) {
        const int u = tap / G.kw + row,
                  at = ((u / 4 * G.kw + tap % G.kw) * 4 + i) * V::bytes + lane * 4 + u % 4;
        p.weights[block * form::block_bytes + row * form::row_bytes + at] =
            static_cast<std::int8_t>(C::bytes(1)[tap * G.c + c]);
      }
    }
    p.factors.set(place, l.end, factor_of_filter<C>(c));
    p.bias[place] = bias_of_filter<C, V>(c, sum_weights<C>(c).sum());
  }
  p.factors.set_range(l.end);
  return p;
}

}  // namespace x86
}  // namespace ETCH_NAMESPACE
