// What depthwise_conv2d by VPDPBUSD and by VPMADDUBSW share: four vectors of sums at a time, each
// of four rows of a window.
//
// An output row is made as bytes, whichever pixel they belong to. Input rows lie in a ring with
// their padding, offset (vectors.hpp) and parted by the stride: then what column k of the window
// adds to a vector's bytes of output are as many neighbouring bytes of each row. Four such rows,
// interleaved, are the operands of four vectors of sums. Rows outside the input are a row of zero
// points. Where windows have up to three rows, 1 apart, four interleaved rows serve two output
// rows: weights are there twice, from the first row on and from the second. Along a row they serve
// all columns of a window that lie whole 128 bits apart.
#pragma once

#include <etch/kernel/x86_64/channel_form.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// Four rows of a vector's bytes as four vectors, each lane a byte of each row.
template <class V>
struct interleaved {
  using vector = typename V::vector;
  vector of[4];
  interleaved() = default;
  ETCH_GLUE interleaved(vector a, vector b, vector c, vector d) {
    const vector low = V::zip_low_8(a, b), high = V::zip_high_8(a, b);
    const vector low_2 = V::zip_low_8(c, d), high_2 = V::zip_high_8(c, d);
    of[0] = V::zip_low_16(low, low_2), of[1] = V::zip_high_16(low, low_2);
    of[2] = V::zip_low_16(high, high_2), of[3] = V::zip_high_16(high, high_2);
  }
};

/// The codes of a column, a multiple of 8, offset: narrow ones by less than a vector.
template <class V, int Codes>
ETCH_GLUE void copy_column(std::uint8_t* to, const std::int8_t* from) {
  if constexpr (Codes >= V::bytes) {
    copy_offset_codes<V, Codes>(to, from);
  } else {
    constexpr int bytes = Codes % 32 == 0 ? 32 : Codes % 16 == 0 ? 16 : 8;
    using part [[gnu::vector_size(bytes)]] = unsigned char;
    unroll<Codes / bytes>([&]<int I>() __attribute__((always_inline)) {
      part some;
      __builtin_memcpy(&some, from + bytes * I, bytes);
      if constexpr (V::offset != 0) some ^= 0x80;
      __builtin_memcpy(to + bytes * I, &some, bytes);
    });
  }
}
/// Whether two vectors V of columns are parted by the stride at once.
template <window_geometry G, class V>
inline constexpr bool parts_vectors = [] {
  if constexpr (requires(typename V::vector v) { V::template every_second<8, 0>(v, v); }) {
    return G.stride_w == 2 && G.c < V::bytes && V::bytes % G.c == 0 &&
           channel_form<G, V>::inside > 0;
  } else {
    return false;
  }
}();
/// One input row with its padding, offset, columns of one remainder by the stride side by side.
template <window_geometry G, class V>
ETCH_GLUE void copy_parted_row(std::uint8_t* to, const std::int8_t* from, int padding) {
  using form = channel_form<G, V>;
  if constexpr (G.stride_w == 1) {
    constexpr int left = G.pad_left * G.c, inside = form::inside * G.c;
    fill<V, left>(to, padding);
    copy_offset_codes<V, inside>(to + left, from);
    fill<V, form::covered * G.c - left - inside>(to + left + inside, padding);
  } else {
    constexpr bool by_vectors = parts_vectors<G, V>;
    unroll<minimum(G.stride_w, form::covered)>([&]<int I>() __attribute__((always_inline)) {
      // Of columns I, I + stride .. those in [first, last) are of the input.
      constexpr int count = ceil_div(form::covered - I, G.stride_w);
      constexpr int first = minimum(ceil_div(maximum(G.pad_left - I, 0), G.stride_w), count);
      constexpr int last = clamp(ceil_div(G.pad_left + form::inside - I, G.stride_w), first, count);
      std::uint8_t* const part = to + form::place(I);
      fill<V, first * G.c>(part, padding);
      for (int k = first; k < last && !by_vectors; ++k) {
        copy_column<V, G.c>(part + k * G.c, from + (I + k * G.stride_w - G.pad_left) * G.c);
      }
      fill<V, (count - last) * G.c>(part + last * G.c, padding);
    });
    if constexpr (by_vectors) {
      constexpr int columns = 2 * V::bytes / G.c, rest = form::inside % columns;
      for (int w = 0; w < form::inside - rest; w += columns) {
        const auto a = V::offset_codes(V::load(from + w * G.c));
        const auto b = V::offset_codes(V::load(from + w * G.c + V::bytes));
        V::store(to + form::place(w + G.pad_left), V::template every_second<G.c, 0>(a, b));
        V::store(to + form::place(w + 1 + G.pad_left), V::template every_second<G.c, 1>(a, b));
      }
      unroll<rest>([&]<int I>() __attribute__((always_inline)) {
        constexpr int w = form::inside - rest + I;
        copy_column<V, G.c>(to + form::place(w + G.pad_left), from + w * G.c);
      });
    }
  }
}

/// Those of rows at `at`; of the last of three, which has weights of 0 behind it, twice.
template <class V, int Rows = 4>
ETCH_GLUE interleaved<V> interleave(const std::uint8_t* const* rows, int at) {
  const auto a = V::load(rows[0] + at), b = V::load(rows[1] + at), c = V::load(rows[2] + at);
  if constexpr (Rows == 3) return {a, b, c, c};
  else return {a, b, c, V::load(rows[3] + at)};
}
/// The sums of four vectors, of Rows output rows, as codes. The rows end together, so that factors
/// are loaded once.
template <class V, vector_ends Ends, int Rows, class Factors>
ETCH_GLUE void end_block(typename V::vector (&codes)[Rows], typename V::vector (&sum)[Rows][4],
                         const Factors& by, int first) {
  unroll<4 * Rows>([&]<int I>() __attribute__((always_inline)) {
    constexpr int v = I / Rows, r = I % Rows;
    sum[r][v] = end_sums<V, Ends.how>(sum[r][v], by, first + V::lanes * v);
  });
  unroll<Rows>([&]<int R>() __attribute__((always_inline)) {
    codes[R] = codes_of<V, Ends>(sum[R][0], sum[R][1], sum[R][2], sum[R][3], by);
  });
}

/// The sums of four vectors, of Rows output rows, from the biases on, and with the products of a
/// column and its weights, those of the second row `row` bytes behind those of the first.
template <class V, int Rows>
ETCH_GLUE void begin_sums(typename V::vector (&sum)[Rows][4], const std::int32_t* bias) {
  unroll<4 * Rows>([&]<int I>() __attribute__((always_inline)) {
    sum[I / 4][I % 4] = V::load(bias + V::lanes * (I % 4));
  });
}
template <class V, int Rows>
ETCH_GLUE void add_column(typename V::vector (&sum)[Rows][4], const interleaved<V>& four,
                          const std::int8_t* w, [[maybe_unused]] int row) {
  unroll<4 * Rows>([&]<int I>() __attribute__((always_inline)) {
    const auto weights = V::load(w + I / 4 * row + I % 4 * V::bytes);
    sum[I / 4][I % 4] = V::add_products(sum[I / 4][I % 4], four.of[I % 4], weights);
  });
}

/// Count codes, at most a vector's, of an output row from those of block `block` on.
template <window_geometry G, class V, vector_ends Ends, int Count, class P>
ETCH_GLUE void make_block(std::int8_t* y,
                          const std::uint8_t* const (&rows)[4 * channel_form<G, V>::quads],
                          int block, const P& p) {
  using form = channel_form<G, V>;
  const int phase = form::period == 1 ? 0 : block % form::period;
  const std::int8_t* w = p.weights + phase * form::block_bytes;
  typename V::vector sum[1][4], codes[1];
  begin_sums<V>(sum, p.bias + V::bytes * phase);
  const auto column = [&](int q, int k) __attribute__((always_inline)) {
    const int at = V::bytes * block + form::place(k * G.dilation_w);
    add_column<V>(sum, interleave<V>(rows + 4 * q, at), w + (q * G.kw + k) * 4 * V::bytes, 0);
  };
  if constexpr (form::quads * G.kw <= 12) {
    unroll<form::quads * G.kw>([&]<int I>()
                                   __attribute__((always_inline)) { column(I / G.kw, I % G.kw); });
  } else {
    for (int i = 0; i < form::quads * G.kw; ++i) column(i / G.kw, i % G.kw);
  }
  end_block<V, Ends>(codes, sum, p.factors.places(), V::bytes * phase);
  V::template store<Count>(y + V::bytes * block, codes[0]);
}

/// How interleaved rows serve the columns of a window with remainder Phase by the stride: those
/// from `first` on are kept, `step` blocks apart, while blocks that lie `step` apart are made.
/// Channels that fill whole vectors are gone through one vector after the other, so that the column
/// behind is the next block that is made; others in their order, where columns may lie some 128
/// bits apart.
template <window_geometry G, class V, int Phase>
struct kept_columns {
  static constexpr bool fills_vectors = G.c % V::bytes == 0;
  static constexpr int step = fills_vectors ? G.c / V::bytes : 1;
  static constexpr int start = channel_form<G, V>::place(Phase);
  static constexpr int columns = ceil_div(G.kw - Phase, G.stride_w);
  static constexpr int needed = 1 + ceil_div((columns - 1) * G.c, V::bytes* step);
  /// As many as registers hold and a row has; else each column is interleaved anew.
  static constexpr bool keeps = needed <= 5 && (columns == 1 || start % V::bytes == 0);
  static constexpr int count = keeps ? needed : 1;
  static constexpr int rows_read = G.kh == 3 && channel_form<G, V>::together == 1 ? 3 : 4;
  using vectors = interleaved<V>;
  vectors kept[count];

  ETCH_GLUE void begin(const std::uint8_t* const (&rows)[4], int block) {
    unroll<count - 1>([&]<int I>() __attribute__((always_inline)) {
      kept[I] = interleave<V, rows_read>(rows, start + V::bytes * (block + step * I));
    });
  }
  ETCH_GLUE void next(const std::uint8_t* const (&rows)[4], int block) {
    if constexpr (keeps)
      kept[count - 1] =
          interleave<V, rows_read>(rows, start + V::bytes * (block + step * (count - 1)));
  }
  /// What column K of these adds to block `block`.
  template <int K>
  ETCH_GLUE vectors column(const std::uint8_t* const (&rows)[4], int block) const {
    constexpr int at = K * G.c, whole = at / (V::bytes * step), rest = at % (V::bytes * step);
    if constexpr (!keeps || rest % 16 != 0) {
      return interleave<V, rows_read>(rows, start + V::bytes * block + at);
    } else if constexpr (rest == 0) {
      return kept[whole];
    } else {
      vectors moved;
      unroll<4>([&]<int I>() __attribute__((always_inline)) {
        moved.of[I] = V::template move_lanes<rest / 16>(kept[whole].of[I], kept[whole + 1].of[I]);
      });
      return moved;
    }
  }
  ETCH_GLUE void move_on() {
    unroll<count - 1>([&]<int I>() __attribute__((always_inline)) { kept[I] = kept[I + 1]; });
  }
};

/// The same of all columns.
template <window_geometry G, class V, class Phases = detail::first<minimum(G.stride_w, G.kw)>>
struct kept_window;
template <window_geometry G, class V, int... Phase>
struct kept_window<G, V, detail::indices<Phase...>> : kept_columns<G, V, Phase>... {
  static constexpr int step = kept_columns<G, V, 0>::step;
  ETCH_GLUE void begin(const std::uint8_t* const (&rows)[4], int block) {
    (kept_columns<G, V, Phase>::begin(rows, block), ...);
  }
  ETCH_GLUE void next(const std::uint8_t* const (&rows)[4], int block) {
    (kept_columns<G, V, Phase>::next(rows, block), ...);
  }
  template <int K>
  ETCH_GLUE interleaved<V> column(const std::uint8_t* const (&rows)[4], int block) const {
    using those = kept_columns<G, V, K % G.stride_w>;
    return those::template column<K / G.stride_w>(rows, block);
  }
  ETCH_GLUE void move_on() { (kept_columns<G, V, Phase>::move_on(), ...); }
};
/// Whether single output rows are worth it: windows of four rows whose columns share bytes.
template <window_geometry G, class V>
inline constexpr bool keeps_window =
    channel_form<G, V>::quads == 1 && channel_form<G, V>::together == 1 && G.dilation_w == 1 &&
    G.kw > G.stride_w;

/// Rows output rows, one or two, from y on, of four rows of the ring.
template <window_geometry G, class V, vector_ends Ends, int Rows, class P>
ETCH_GLUE void make_of_four(std::int8_t* y, const std::uint8_t* const (&rows)[4], const P& p) {
  using form = channel_form<G, V>;
  using columns = kept_window<G, V>;
  constexpr int whole = form::row / V::bytes, rest = form::row % V::bytes;
  columns x;
  const auto make = [&]<int Count>(int block) __attribute__((always_inline)) {
    const int phase = form::period == 1 ? 0 : block % form::period;
    const std::int8_t* w = p.weights + phase * form::block_bytes;
    x.next(rows, block);
    typename V::vector sum[Rows][4], codes[Rows];
    begin_sums<V>(sum, p.bias + V::bytes * phase);
    unroll<G.kw>([&]<int K>() __attribute__((always_inline)) {
      const interleaved<V> four = x.template column<K>(rows, block);
      add_column<V>(sum, four, w + 4 * K * V::bytes, form::row_bytes);
    });
    end_block<V, Ends>(codes, sum, p.factors.places(), V::bytes * phase);
    unroll<Rows>([&]<int R>() __attribute__((always_inline)) {
      V::template store<Count>(y + R * form::row + V::bytes * block, codes[R]);
    });
    x.move_on();
  };
  for (int first = 0; first < columns::step; ++first) {
    x.begin(rows, first);
    for (int block = first; block < whole; block += columns::step) {
      make.template operator()<V::bytes>(block);
    }
  }
  if constexpr (rest != 0) make.template operator()<rest>(whole);
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, class V, vector_ends Ends, class P>
ETCH_KERNEL void make_rows_of_channels(std::int8_t* y,        // (N,OH,OW,C)
                                       const std::int8_t* x,  // (N,H,W,C)
                                       std::uint8_t* ring,    // (tall + 1, pitch)
                                       int padding, const P& p, row_block rows) {
  using form = channel_form<G, V>;
  std::uint8_t* const outside = ring + form::tall * form::pitch;
  fill<V, form::scratch - form::tall * form::pitch>(outside, padding);
  constexpr int covered = reach(G.kh, G.dilation_h);
  for (int r = rows.first, count; r < rows.first + rows.count; r += count) {
    const int n = G.n == 1 ? 0 : r / G.oh, i = G.n == 1 ? r : r % G.oh;
    const int top = i * G.stride_h - G.pad_top;
    const std::int8_t* image = x + n * G.h * G.w * G.c;
    count = minimum(form::together, minimum(rows.first + rows.count - r, G.oh - i));
    // Rows that the output rows before have not brought yet.
    const int had = i == 0 ? 0 : top - G.stride_h + covered;
    const int end = minimum(top + covered + count - 1, G.h);
    for (int h = maximum(had, maximum(top, 0)); h < end; ++h) {
      copy_parted_row<G, V>(ring + h % form::tall * form::pitch, image + h * G.w * G.c, padding);
    }
    const std::uint8_t* at[4 * form::quads];
    for (int u = 0; u < 4 * form::quads; ++u) {
      const int h = top + u * G.dilation_h;
      const bool inside = u < G.kh + count - 1 && h >= 0 && h < G.h;
      at[u] = inside ? ring + h % form::tall * form::pitch : outside;
    }
    std::int8_t* out = y + r * form::row;
    if constexpr (form::together == 2) {
      if (count == 2) {
        make_of_four<G, V, Ends, 2>(out, at, p);
        continue;
      }
    }
    if constexpr (keeps_window<G, V>) {
      make_of_four<G, V, Ends, 1>(out, at, p);
      continue;
    }
    for (int block = 0; block < form::row / V::bytes; ++block)
      make_block<G, V, Ends, V::bytes>(out, at, block, p);
    constexpr int rest = form::row % V::bytes;
    if constexpr (rest != 0) make_block<G, V, Ends, rest>(out, at, form::row / V::bytes, p);
  }
}

/// depthwise_conv2d by vectors V.
template <class V>
struct channel_rows {
  /// The vectors of call C.
  template <class C>
  using vectors = decltype(pick_vectors<V, pairs_of_columns, C>());

  static constexpr bool widens_weights = true;

  static constexpr bool takes(const byte_layer& l) {
    return l.sum_bits == 32 && takes_ends(l.end) && l.has_filter_per_channel() && l.g.c % 8 == 0 &&
           l.taps() <= 1024;
  }
  template <class C>
  static constexpr bool proves = proves_ends<C, V>();
  template <class C>
  static constexpr int scratch = channel_form<layer_of<C>.g, V>::scratch;
  /// Rows of the input, as these vectors read them.
  template <class C, class D>
  static constexpr bool keeps_the_same = __is_same(vectors<C>, vectors<D>);
  template <class C>
  static constexpr int rows_at_once = channel_form<layer_of<C>.g, vectors<C>>::together;
  template <class C>
  static constexpr auto pack() {
    return pack_channels<C, vectors<C>>();
  }
  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    if constexpr (V::template is_compiled<A>) {
      make_rows_of_channels<layer_of<C>.g, vectors<C>, ends_of<V>(layer_of<C>.end)>(
          a.template out<0>(), a.template in<0>(), a.scratch(), padding_code<C, vectors<C>>,
          kernel_constants<K, C>(a), rows);
    } else {
      V::template refuse<A>();
    }
  }
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
