// depthwise_conv2d of 8-bit codes by windows of 3 x 3 whose columns slide: which layers, and the
// loop over pixels, 8 channels at a time. Cells outside the input hold its zero point, which the
// bias takes off: columns in a register, rows 16 bytes that are read again and again.
//
// A block makes codes of columns. It is a struct of vectors, made from (constants, number of the
// block, first channel), with
//   static constexpr int rows;             output rows that it makes at once, 1 or 2
//   using column;                          a column of the rows + 2 input rows: of(codes of each),
//                                          all(the same code in all lanes)
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
  return (g.oh - 1) * g.stride_h + g.kh - g.pad_top - g.h;
}
constexpr int columns_behind(const window_geometry& g) {
  return (g.ow - 1) * g.stride_w + g.kw - g.pad_left - g.w;
}

/// Whether columns of layer l slide.
constexpr bool has_sliding_columns(const byte_layer& l) {
  const window_geometry& g = l.g;
  return l.has_filter_per_channel() && g.c >= 8 && g.kh == 3 && g.kw == 3 && !l.is_dilated() &&
         g.stride_w <= 2 && g.pad_top <= 1 && g.pad_left <= 1 && rows_below(g) <= 1 &&
         columns_behind(g) <= 1;
}

#if ETCH_HAS_NEON

/// The Rows input rows under an output row, or two: where the next column lies in each, and the
/// bytes from there to the one behind it, 0 in a row outside the input.
template <window_geometry G, int Rows>
struct sliding_rows {
  const std::int8_t* at[Rows];
  int first_step, last_step;

  /// Rows `top` and on of `image`, from column 0 of the first window on.
  ETCH_GLUE sliding_rows(const std::int8_t* image, int top, const std::int8_t* border)
      : first_step(top < 0 ? 0 : G.c), last_step(top + Rows > G.h ? 0 : G.c) {
    unroll<Rows>([&]<int K>() __attribute__((always_inline)) {
      at[K] = step<K>() == 0 ? border : image + ((top + K) * G.w) * G.c;
    });
  }
  template <int K>
  ETCH_GLUE int step() const {
    if constexpr (K == 0 && G.pad_top > 0) return first_step;
    else if constexpr (K == Rows - 1 && rows_below(G) > 0) return last_step;
    else return G.c;
  }
  /// The same rows from channel c on.
  ETCH_GLUE sliding_rows from_channel(int c) const {
    sliding_rows rows = *this;
    unroll<Rows>([&]<int K>()
                     __attribute__((always_inline)) { rows.at[K] += step<K>() == 0 ? 0 : c; });
    return rows;
  }
  /// The next Count columns.
  template <int Count, class Column>
  ETCH_GLUE void next(Column* to) {
    if constexpr (Count == 2 && G.c == 8 && requires { Column::has_pairs; }) {
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
    constexpr int row = G.w * G.c;
    if constexpr (Count == 2 && G.c == 8 && requires { Column::has_pairs; }) {
      int8x16_t codes[Rows];  // of two pixels
      unroll<Rows>([&]<int K>()
                       __attribute__((always_inline)) { codes[K] = vld1q_s8(at + K * row); });
      to[0] = Column::of(codes), to[1] = Column::of_second(codes);
    } else {
      unroll<Count>([&]<int I>() __attribute__((always_inline)) {
        int8x16_t codes[Rows];  // the low halves
        unroll<Rows>([&]<int K>() __attribute__((always_inline)) {
          codes[K] = vcombine_s8(vld1_s8(at + K * row + I * G.c), vdup_n_s8(0));
        });
        to[I] = Column::of(codes);
      });
    }
    at += Count * G.c;
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

/// 8 channels of the output rows of a block, from y on. Rows is one of the two above.
template <window_geometry G, class Block, class Rows>
ETCH_GLUE void slide(std::int8_t* y, Rows x, Block& block, outside_column<Block>& outside) {
  constexpr int stride = G.stride_w, kept = 3 - stride, fresh = 2 * stride;
  constexpr int left = G.pad_left, right = left + G.w;  // columns left .. right - 1 are the input's
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
  constexpr int pairs = room < 0 ? 0 : minimum(G.ow / 2, room / fresh + 1);
  const auto pair = [&]() __attribute__((always_inline)) {
    x.template next<2>(at + kept);
    if constexpr (fresh == 4) x.template next<2>(at + kept + 2);
    block.template write<2>(y, at);
    slid();
    y += 2 * G.c;
  };
  if constexpr (pairs > 1) {
    int n = pairs / 2;
    do {
      pair();
      pair();
    } while (--n != 0);
  }
  if constexpr (pairs % 2 != 0) pair();
  constexpr int done = 2 * pairs, rest = G.ow - done;
  unroll<ceil_div(rest, 2)>([&]<int I>() __attribute__((always_inline)) {
    constexpr int pixels = minimum(2, rest - 2 * I);
    fill.template operator()<kept, (done + 2 * I) * stride + kept, pixels * stride>();
    block.template write<pixels>(y, at);
    slid();
    y += 2 * G.c;
  });
}

/// 8 channels of output rows i and on of an image, `count` of them, a multiple of the block's. y
/// and x: the first row of each, from the first of the channels.
template <window_geometry G, class Block>
ETCH_GLUE void slide_down(std::int8_t* y, const std::int8_t* image, const std::int8_t* border,
                          int c, Block block, int i, int count) {
  constexpr int input_rows = Block::rows + 2;
  outside_column<Block> outside(border);
  for (const int end = i + count; i < end; i += Block::rows, y += Block::rows * G.ow * G.c) {
    const int top = i * G.stride_h - G.pad_top;
    if (top >= 0 && top + input_rows <= G.h) {
      const inner_rows<G, input_rows> rows{image + top * G.w * G.c + c};
      slide<G>(y, rows, block, outside);
    } else {
      const sliding_rows<G, input_rows> rows(image, top, border);
      slide<G>(y, rows.from_channel(c), block, outside);
    }
  }
}

/// Output rows first .. first + count - 1 of the N OH rows: two at a time by blocks `Two`, or none
/// where that is void, the others by blocks `One`.
template <window_geometry G, class One, class Two, class P>
ETCH_KERNEL void sliding_channels(std::int8_t* y,        // (N,OH,OW,C)
                                  const std::int8_t* x,  // (N,H,W,C)
                                  const P& p, row_block rows) {
  const int end = rows.first + rows.count;
  for (int r = rows.first; r < end;) {
    const int n = G.n == 1 ? 0 : r / G.oh, i = G.n == 1 ? r : r % G.oh;
    const int count = minimum(G.oh - i, end - r);  // rows of one image
    const std::int8_t* const image = x + n * G.h * G.w * G.c;
    for (int block = 0; block < ceil_div(G.c, 8); ++block) {
      const int c = minimum(8 * block, G.c - 8);  // the last block overlaps the one before
      std::int8_t* const to = y + r * G.ow * G.c + c;
      int done = 0;
      if constexpr (!__is_same(Two, void) && G.stride_h == 1 && G.oh > 1) {
        done = count / 2 * 2;
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
