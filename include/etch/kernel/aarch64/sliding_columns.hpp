// depthwise_conv2d of 8-bit codes by windows of 3 x 3 whose columns slide: which layers, and the
// loop over pixels, 8 channels at a time. Cells outside the input hold its zero point, which the
// bias takes off: columns in a register, rows 16 bytes that are read again and again. With a
// dilation D every D-th pixel of a row, a phase, has windows without gaps of every D-th column.
//
// A block makes codes of columns. It is a struct of vectors, made from (constants, number of the
// block, first channel), with
//   static constexpr int rows;             output rows that it makes at once, 1 or 2
//   using column;                          a column of the rows + 2 input rows: of(codes of each),
//                                          all(the same code in all lanes); where it is_replaced,
//                                          load(): see lane_rows, and the block has `places`
//   template <int Pixels> void write(y, const column* x);   1 or 2 pixels of each output row
#pragma once

#include <etch/kernel/aarch64/channel_constants.hpp>
#include <etch/kernel/kernel.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

/// Rows of the input of g that the last window reaches out of it at the bottom; columns at the
/// right.
constexpr int rows_below(const window_geometry& g) {
  return (g.oh - 1) * g.stride_h + reach(g.kh, g.dilation_h) - g.pad_top - g.h;
}
constexpr int columns_behind(const window_geometry& g) {
  return (g.ow - 1) * g.stride_w + reach(g.kw, g.dilation_w) - g.pad_left - g.w;
}

/// Every dilation_w-th output column of a row.
struct column_phase {
  int first;    ///< input column that it reads
  int left;     ///< columns of its first window in front of that
  int inside;   ///< columns inside the input
  int outputs;  ///< of the row
};
/// Phase p of g, p below both dilation_w and ow.
constexpr column_phase phase_of(const window_geometry& g, int p) {
  const int left = ceil_div(maximum(g.pad_left - p, 0), g.dilation_w);
  const int first = p - g.pad_left + left * g.dilation_w;
  return {first, left, ceil_div(g.w - first, g.dilation_w), ceil_div(g.ow - p, g.dilation_w)};
}
constexpr int phases_of(const window_geometry& g) { return minimum(g.dilation_w, g.ow); }
/// Whether all phases of g are alike but for where they begin.
constexpr bool are_alike(const window_geometry& g) {
  const column_phase a = phase_of(g, 0), b = phase_of(g, phases_of(g) - 1);
  return a.left == b.left && a.inside == b.inside && a.outputs == b.outputs;
}
/// Loops of a row are written out for each phase, where they differ.
constexpr int most_phases(const window_geometry& g) {
  return g.stride_w == 1 && are_alike(g) ? g.dilation_w : 2;
}

/// Whether columns of layer l slide.
constexpr bool has_sliding_columns(const byte_layer& l) {
  const window_geometry& g = l.g;
  return l.has_filter_per_channel() && g.c >= 8 && g.kh == 3 && g.kw == 3 &&
         g.stride_w * g.dilation_w <= most_phases(g) && g.pad_top <= g.dilation_h &&
         g.pad_left <= g.dilation_w && rows_below(g) <= g.dilation_h &&
         columns_behind(g) <= g.dilation_w;
}

#if ETCH_HAS_NEON

/// The Rows input rows under an output row, or two: where the next column lies in each, and the
/// bytes from there to the one behind it, 0 in a row outside the input.
template <window_geometry G, int Rows>
struct sliding_rows {
  static constexpr int column = G.dilation_w * G.c;
  const std::int8_t* at[Rows];
  int first_step, last_step;

  /// Rows `top` and on of `image`, from column 0 of the first window on.
  ETCH_GLUE sliding_rows(const std::int8_t* image, int top, const std::int8_t* border)
      : first_step(top < 0 ? 0 : column),
        last_step(top + (Rows - 1) * G.dilation_h >= G.h ? 0 : column) {
    unroll<Rows>([&]<int K>() __attribute__((always_inline)) {
      at[K] = step<K>() == 0 ? border : image + ((top + K * G.dilation_h) * G.w) * G.c;
    });
  }
  template <int K>
  ETCH_GLUE int step() const {
    if constexpr (K == 0 && G.pad_top > 0) return first_step;
    else if constexpr (K == Rows - 1 && rows_below(G) > 0) return last_step;
    else return column;
  }
  /// The same rows from byte `from` on.
  ETCH_GLUE sliding_rows from_byte(int from) const {
    sliding_rows rows = *this;
    unroll<Rows>([&]<int K>()
                     __attribute__((always_inline)) { rows.at[K] += step<K>() == 0 ? 0 : from; });
    return rows;
  }
  /// The next Count columns.
  template <int Count, class Column>
  ETCH_GLUE void next(Column* to) {
    if constexpr (Count == 2 && column == 8 && requires { Column::has_pairs; }) {
      int8x16_t codes[Rows];  // of two pixels
      unroll<Rows>([&]<int K>() __attribute__((always_inline)) {
        codes[K] = vld1q_s8(at[K]);
        at[K] += 2 * step<K>();
      });
      to[0] = Column::of(codes), to[1] = Column::of_second(codes);
    } else {
      int8x16_t codes[Count][Rows];  // the low halves
      unroll<Rows>([&]<int K>() __attribute__((always_inline)) {
        unroll<Count>([&]<int I>() __attribute__((always_inline)) {
          codes[I][K] = vcombine_s8(vld1_s8(at[K] + I * step<K>()), vdup_n_s8(0));
        });
        at[K] += Count * step<K>();
      });
      unroll<Count>([&]<int I>() __attribute__((always_inline)) { to[I] = Column::of(codes[I]); });
    }
  }
};

/// The same where all rows lie inside the input: one pointer serves them.
template <window_geometry G, int Rows>
struct inner_rows {
  const std::int8_t* at;

  template <int Count, class Column>
  ETCH_GLUE void next(Column* to) {
    constexpr int row = G.dilation_h * G.w * G.c, column = G.dilation_w * G.c;
    if constexpr (Count == 2 && column == 8 && requires { Column::has_pairs; }) {
      int8x16_t codes[Rows];  // of two pixels
      unroll<Rows>([&]<int K>()
                       __attribute__((always_inline)) { codes[K] = vld1q_s8(at + K * row); });
      to[0] = Column::of(codes), to[1] = Column::of_second(codes);
    } else {
      unroll<Count>([&]<int I>() __attribute__((always_inline)) {
        int8x16_t codes[Rows];  // the low halves
        unroll<Rows>([&]<int K>() __attribute__((always_inline)) {
          codes[K] = vcombine_s8(vld1_s8(at + K * row + I * column), vdup_n_s8(0));
        });
        to[I] = Column::of(codes);
      });
    }
    at += Count * column;
  }
};

/// Four rows by pointers of their own, which loads move on. Column: one that is loaded from such.
template <window_geometry G, class Column>
struct lane_rows {
  static constexpr std::int64_t step = G.dilation_w * G.c;
  using whole = const std::int8_t[G.h * G.w * G.c];
  const std::int8_t *image, *at[4];
  std::int64_t first_step, last_step;  // 0 in a row outside the input
  typename Column::places places;

  /// Rows `top` and on of `image`, from byte `from` of each on.
  ETCH_GLUE lane_rows(const std::int8_t* x, int top, const std::int8_t* border, int from,
                      typename Column::places in)
      : image(x), places(in) {
    const bool above = G.pad_top > 0 && top < 0;
    const bool below = rows_below(G) > 0 && top + 3 * G.dilation_h >= G.h;
    unroll<4>([&]<int K>() __attribute__((always_inline)) {
      const bool is_outside = (K == 0 && above) || (K == 3 && below);
      at[K] = is_outside ? border : x + (top + K * G.dilation_h) * G.w * G.c + from;
    });
    first_step = above ? 0 : step;
    last_step = below ? 0 : step;
  }
  /// The next column in place of another.
  ETCH_GLUE void replace(Column& to) {
    to.load(*reinterpret_cast<whole*>(image), at, first_step, step, last_step, places);
  }
};

/// Codes outside the input, as a column of blocks `Block`. clang loads it where it is used, or
/// would keep it on the stack.
template <class Block>
class outside_column {
 public:
#ifdef __clang__
  ETCH_GLUE explicit outside_column(const std::int8_t* border) : border_(border) {}
  ETCH_GLUE typename Block::column get() {
    asm volatile("" : "+r"(border_));
    return Block::column::all(vld1q_s8(border_));
  }

 private:
  const std::int8_t* border_;
#else
  ETCH_GLUE explicit outside_column(const std::int8_t* border)
      : column_(Block::column::all(vld1q_s8(border))) {}
  ETCH_GLUE typename Block::column get() const { return column_; }

 private:
  typename Block::column column_;
#endif
};

/// 8 channels of a phase of the output rows of a block, from y on. Rows is one of the two above.
template <window_geometry G, column_phase Phase, class Block, class Rows>
ETCH_GLUE void slide(std::int8_t* y, Rows x, Block& block, outside_column<Block>& outside) {
  constexpr int stride = G.stride_w, kept = 3 - stride, fresh = 2 * stride;
  // columns left .. right - 1 are the input's
  constexpr int left = Phase.left, right = left + Phase.inside;
  constexpr int outputs = Phase.outputs, two_pixels = 2 * G.dilation_w * G.c;
  typename Block::column at[kept + fresh];
  const auto fill = [&]<int From, int First, int Count>() __attribute__((always_inline)) {
    unroll<Count>([&]<int I>() __attribute__((always_inline)) {
      constexpr int j = First + I;
      if constexpr (j >= left && j < right) x.template next<1>(at + From + I);
      else at[From + I] = outside.get();
    });
  };
  const auto slid = [&]() __attribute__((always_inline)) {
    unroll<kept>([&]<int I>() __attribute__((always_inline)) { at[I] = at[fresh + I]; });
  };
  fill.template operator()<0, 0, kept>();
  // Two pixels from windows inside the input, then the others.
  constexpr int room = right - kept - fresh;
  constexpr int pairs = room < 0 ? 0 : minimum(outputs / 2, room / fresh + 1);
  const auto pair = [&]() __attribute__((always_inline)) {
    x.template next<2>(at + kept);
    if constexpr (fresh == 4) x.template next<2>(at + kept + 2);
    block.template write<2>(y, at);
    slid();
    y += two_pixels;
  };
  if constexpr (pairs > 1) {
    int n = pairs / 2;
    do {
      pair();
      pair();
    } while (--n != 0);
  }
  if constexpr (pairs % 2 != 0) pair();
  constexpr int done = 2 * pairs, rest = outputs - done;
  unroll<ceil_div(rest, 2)>([&]<int I>() __attribute__((always_inline)) {
    constexpr int pixels = minimum(2, rest - 2 * I);
    fill.template operator()<kept, (done + 2 * I) * stride + kept, pixels * stride>();
    block.template write<pixels>(y, at);
    slid();
    y += two_pixels;
  });
}

/// The same of lane_rows: three columns take turns, and none is copied.
template <window_geometry G, column_phase Phase, class Block>
ETCH_GLUE void take_turns(std::int8_t* y, lane_rows<G, typename Block::column> x, Block& block,
                          outside_column<Block>& outside) {
  using column = typename Block::column;
  constexpr int pixel = G.dilation_w * G.c, right = Phase.left + Phase.inside;
  // The pixels whose last column is the input's, then at most one.
  constexpr int inner = minimum(Phase.outputs, right - 2);
  column at[3] = {outside.get(), outside.get(), outside.get()};
  if constexpr (Phase.left == 0) x.replace(at[0]);
  x.replace(at[1]);
  const auto some = [&]<int Count>() __attribute__((always_inline)) {
    unroll<Count>([&]<int I>() __attribute__((always_inline)) {
      x.replace(at[(I + 2) % 3]);
      const column in[3] = {at[I % 3], at[(I + 1) % 3], at[(I + 2) % 3]};
      block.template write<1>(y + I * pixel, in);
    });
    y += Count * pixel;
  };
  constexpr int at_once = inner >= 12 ? 6 : 3, more = inner % at_once;
  if constexpr (inner >= at_once) {
    int n = inner / at_once;
    do {
      some.template operator()<at_once>();
    } while (--n != 0);
  }
  some.template operator()<more>();
  if constexpr (inner < Phase.outputs) {
    const column in[3] = {at[more % 3], at[(more + 1) % 3], outside.get()};
    block.template write<1>(y, in);
  }
}

/// 8 channels, from c on, of a block of output rows, of which y is the first and whose windows
/// begin with input row `top`.
template <window_geometry G, class Block>
ETCH_GLUE void slide_along(std::int8_t* y, const std::int8_t* image, const std::int8_t* border,
                           int c, Block& block, outside_column<Block>& outside, int top) {
  constexpr int input_rows = Block::rows + 2;
  constexpr int phases = phases_of(G);
  constexpr bool in_turns = requires { Block::column::is_replaced; } && G.stride_w == 1;
  const auto one = [&]<column_phase Phase>(std::int8_t* to, auto rows)
                       __attribute__((always_inline)) {
                         if constexpr (in_turns) take_turns<G, Phase>(to, rows, block, outside);
                         else slide<G, Phase>(to, rows, block, outside);
                       };
  const auto all = [&](const auto& of_byte) __attribute__((always_inline)) {
    if constexpr (are_alike(G)) {
      constexpr column_phase first = phase_of(G, 0);
      for (int p = 0; p < phases; ++p)
        one.template operator()<first>(y + p * G.c, of_byte(c + (first.first + p) * G.c));
    } else {
      unroll<phases>([&]<int P>() __attribute__((always_inline)) {
        constexpr column_phase phase = phase_of(G, P);
        one.template operator()<phase>(y + P * G.c, of_byte(c + phase.first * G.c));
      });
    }
  };
  if constexpr (in_turns) {
    all([&](int byte) __attribute__((always_inline)) {
      return lane_rows<G, typename Block::column>(image, top, border, byte, block.places);
    });
  } else if (top >= 0 && top + (input_rows - 1) * G.dilation_h < G.h) {
    all([&](int byte) __attribute__((always_inline)) {
      return inner_rows<G, input_rows>{image + top * G.w * G.c + byte};
    });
  } else {
    const sliding_rows<G, input_rows> rows(image, top, border);
    all([&](int byte) __attribute__((always_inline)) { return rows.from_byte(byte); });
  }
}

/// 8 channels of output rows i and on of an image, `count` of them, a multiple of those that the
/// block makes of neighbours. y and x: the first row of each, y from the first of the channels.
template <window_geometry G, class Block>
ETCH_GLUE void slide_down(std::int8_t* y, const std::int8_t* image, const std::int8_t* border,
                          int c, Block block, int i, int count) {
  constexpr int gap = Block::rows > 1 ? G.dilation_h : 1;  // between the rows of a block
  outside_column<Block> outside(border);
  for (const int end = i + count; i < end; i += Block::rows * gap) {
    for (int k = 0; k < gap; ++k, y += G.ow * G.c) {
      slide_along<G>(y, image, border, c, block, outside, (i + k) * G.stride_h - G.pad_top);
    }
    y += (Block::rows - 1) * gap * G.ow * G.c;
  }
}

/// Output rows first .. first + count - 1 of the N OH rows: two, dilation_h apart, at a time by
/// blocks `Two`, or none where that is void, the others by blocks `One`.
template <window_geometry G, class One, class Two, class P>
ETCH_KERNEL void sliding_channels(std::int8_t* y,        // (N,OH,OW,C)
                                  const std::int8_t* x,  // (N,H,W,C)
                                  const P& p, row_block rows) {
  constexpr int together = 2 * G.dilation_h;
  const int end = rows.first + rows.count;
  for (int r = rows.first; r < end;) {
    const int n = G.n == 1 ? 0 : r / G.oh, i = G.n == 1 ? r : r % G.oh;
    const int count = minimum(G.oh - i, end - r);  // rows of one image
    const std::int8_t* const image = x + n * G.h * G.w * G.c;
    for (int block = 0; block < ceil_div(G.c, 8); ++block) {
      const int c = minimum(8 * block, G.c - 8);  // the last block overlaps the one before
      std::int8_t* const to = y + r * G.ow * G.c + c;
      int done = 0;
      if constexpr (!__is_same(Two, void) && G.stride_h == 1 && G.oh >= together) {
        done = count / together * together;
        if (done != 0) slide_down<G>(to, image, p.border, c, Two(p, block, c), i, done);
      }
      if (done < count) {
        slide_down<G>(to + done * G.ow * G.c, image, p.border, c, One(p, block, c), i + done,
                      count - done);
      }
    }
    r += count;
  }
}

#endif

}  // namespace neon
}  // namespace ETCH_NAMESPACE
