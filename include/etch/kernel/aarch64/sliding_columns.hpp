// depthwise_conv2d of 8-bit codes by windows of 3 x 3 whose columns slide: which layers, and the
// loop over pixels, 8 channels at a time. Cells outside the input hold its zero point, which the
// bias takes off: columns in a register, rows 16 bytes that are read again and again. With a
// dilation D every D-th pixel of a row, a phase, has windows without gaps of every D-th column.
//
// A block makes codes of columns. It is a struct of vectors, made from (channel_places, number of
// the block, first channel), with
//   static constexpr int rows;             output rows that it makes at once, 1 or 2
//   using column;                          a column of the rows + 2 input rows: of(codes of each),
//                                          all(the same code in all lanes); where it is_replaced,
//                                          load(): see lane_rows, and the block has `places`
//   template <int Pixels> void write(y, const column* x, pixel, row);
// which writes 1 or 2 pixels, `pixel` bytes apart, of each output row, `row` bytes apart.
#pragma once

#include <etch/kernel/aarch64/channel_constants.hpp>
#include <etch/kernel/aarch64/sliding_rows.hpp>
#include <etch/kernel/kernel.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

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

/// What the code of 8 channels of a row depends on: rows that have it in common share that code.
/// Pairs of pixels have windows inside the input; the others come last.
struct slide_shape {
  int stride;
  int begin, end;    ///< input columns of those that are there before the first pair
  bool loops, odd;   ///< whether there are two pairs or more, and one beside
  int rest, inside;  ///< pixels behind the pairs, and the columns of the input that they add
};
/// Bytes from a pixel to the next of the phase, from an output row of a block to the next, and the
/// turns of the loop.
struct slide_steps {
  int pixel, row, count;
};
/// Those of Phase of geometry G.
template <window_geometry G, column_phase Phase>
struct slide_form {
  static constexpr int stride = G.stride_w, kept = 3 - stride, fresh = 2 * stride;
  // columns left .. right - 1 are the input's
  static constexpr int left = Phase.left, right = left + Phase.inside;
  static constexpr int room = right - kept - fresh;
  static constexpr int pairs = room < 0 ? 0 : minimum(Phase.outputs / 2, room / fresh + 1);
  static constexpr int rest = Phase.outputs - 2 * pairs;
  static_assert(left <= kept);
  static constexpr slide_shape shape{stride,
                                     left,
                                     minimum(right, kept),
                                     pairs > 1,
                                     pairs % 2 != 0,
                                     rest,
                                     clamp(right - kept - pairs * fresh, 0, rest* stride)};
  static constexpr slide_steps steps{G.dilation_w * G.c, G.dilation_h* G.ow* G.c, pairs / 2};
};

/// 8 channels of a phase of the output rows of a block, from y on. Rows is one of the first two
/// above.
template <slide_shape S, class Block, class Rows>
ETCH_GLUE void slide(std::int8_t* y, Rows x, Block& block, outside_column<Block>& outside,
                     slide_steps by) {
  constexpr int kept = 3 - S.stride, fresh = 2 * S.stride;
  const int two_pixels = 2 * by.pixel;
  typename Block::column at[kept + fresh];
  // Columns From and on; of those, the ones from First .. are the input's
  const auto fill = [&]<int From, int Count, int First, int Last>() __attribute__((always_inline)) {
    unroll<Count>([&]<int I>() __attribute__((always_inline)) {
      if constexpr (I >= First && I < Last) x.template next<1>(at + From + I);
      else at[From + I] = outside.get();
    });
  };
  const auto slid = [&]() __attribute__((always_inline)) {
    unroll<kept>([&]<int I>() __attribute__((always_inline)) { at[I] = at[fresh + I]; });
  };
  fill.template operator()<0, kept, S.begin, S.end>();
  const auto pair = [&]() __attribute__((always_inline)) {
    x.template next<2>(at + kept);
    if constexpr (fresh == 4) x.template next<2>(at + kept + 2);
    block.template write<2>(y, at, by.pixel, by.row);
    slid();
    y += two_pixels;
  };
  if constexpr (S.loops) {
    int n = by.count;
    do {
      pair();
      pair();
    } while (--n != 0);
  }
  if constexpr (S.odd) pair();
  unroll<ceil_div(S.rest, 2)>([&]<int I>() __attribute__((always_inline)) {
    constexpr int pixels = minimum(2, S.rest - 2 * I);
    fill.template operator()<kept, pixels * S.stride, 0, S.inside - 2 * I * S.stride>();
    block.template write<pixels>(y, at, by.pixel, by.row);
    slid();
    y += two_pixels;
  });
}

/// The same of lane_rows: three columns take turns, and none is copied.
struct turn_shape {
  bool has_left;  ///< whether the first column is the input's
  int at_once;    ///< pixels of a turn of the loop, if it has any
  bool loops;
  int more;         ///< pixels behind them
  bool has_border;  ///< whether the last column of the last is padding
};
template <window_geometry G, column_phase Phase>
struct turn_form {
  // The pixels whose last column is the input's, then at most one.
  static constexpr int inner = minimum(Phase.outputs, Phase.left + Phase.inside - 2);
  static constexpr int at_once = inner >= 12 ? 6 : 3;
  static constexpr int more = inner % at_once;
  static constexpr turn_shape shape{Phase.left == 0, at_once, inner >= at_once, more,
                                    inner < Phase.outputs};
  static constexpr slide_steps steps{G.dilation_w * G.c, G.dilation_h* G.ow* G.c, inner / at_once};
};
template <turn_shape S, class Block, class Rows>
ETCH_GLUE void take_turns(std::int8_t* y, Rows x, Block& block, outside_column<Block>& outside,
                          slide_steps by) {
  using column = typename Block::column;
  column at[3] = {outside.get(), outside.get(), outside.get()};
  if constexpr (S.has_left) x.replace(at[0]);
  x.replace(at[1]);
  const auto some = [&]<int Count>() __attribute__((always_inline)) {
    unroll<Count>([&]<int I>() __attribute__((always_inline)) {
      x.replace(at[(I + 2) % 3]);
      const column in[3] = {at[I % 3], at[(I + 1) % 3], at[(I + 2) % 3]};
      block.template write<1>(y + I * by.pixel, in, by.pixel, by.row);
    });
    y += Count * by.pixel;
  };
  if constexpr (S.loops) {
    int n = by.count;
    do {
      some.template operator()<S.at_once>();
    } while (--n != 0);
  }
  some.template operator()<S.more>();
  if constexpr (S.has_border) {
    const column in[3] = {at[S.more % 3], at[(S.more + 1) % 3], outside.get()};
    block.template write<1>(y, in, by.pixel, by.row);
  }
}

/// 8 channels of a block of output rows, of which y is the first: phase by phase, with the input
/// rows from(byte) that begin so far behind the first channel.
// Few calls between a phase and its kernel: compilers copy all of it into each caller in turn.
template <window_geometry G, bool InTurns, class Block, class From>
ETCH_GLUE void slide_along(std::int8_t* y, const From& from, Block& block,
                           outside_column<Block>& outside) {
  const auto phase = [&]<int P>(int p) __attribute__((always_inline)) {
    constexpr column_phase first = phase_of(G, P);
    const int byte = (first.first + p - P) * G.c;
    if constexpr (InTurns) {
      using form = turn_form<G, first>;
      take_turns<form::shape>(y + p * G.c, from(byte), block, outside, form::steps);
    } else {
      using form = slide_form<G, first>;
      slide<form::shape>(y + p * G.c, from(byte), block, outside, form::steps);
    }
  };
  constexpr int phases = phases_of(G);
  if constexpr (are_alike(G)) {
    for (int p = 0; p < phases; ++p) phase.template operator()<0>(p);
  } else {
    unroll<phases>([&]<int P>()
                       __attribute__((always_inline)) { phase.template operator()<P>(P); });
  }
}

/// 8 channels of output rows i and on of an image, `count` of them, a multiple of those that the
/// block makes of neighbours. y and x: the first row of each, y from the first of the channels.
/// IsRest: the rows are what others leave, most of them at the end of the image.
template <window_geometry G, bool IsRest, class Block>
ETCH_GLUE void slide_down(std::int8_t* y, const std::int8_t* image, const std::int8_t* border,
                          int c, Block block, int i, int count) {
  constexpr int input_rows = Block::rows + 2;
  constexpr int gap = Block::rows > 1 ? G.dilation_h : 1;  // between the rows of a block
  constexpr row_cases cases = cases_of<G>;
  constexpr window_steps steps = steps_of<G>;
  outside_column<Block> outside(border);
  for (const int end = i + count; i < end; i += Block::rows * gap) {
    for (int k = 0; k < gap; ++k, y += G.ow * G.c) {
      const int top = (i + k) * G.stride_h - G.pad_top;
      if constexpr (requires { Block::column::is_replaced; } && G.stride_w == 1) {
        const auto from = [&](int byte) __attribute__((always_inline)) {
          return lane_rows<cases, typename Block::column>(image, top, border, c + byte,
                                                          block.places, steps);
        };
        slide_along<G, true>(y, from, block, outside);
      } else {
        if constexpr (!IsRest) {
          if (top >= 0 && top + (input_rows - 1) * G.dilation_h < G.h) {
            const auto from = [&](int byte) __attribute__((always_inline)) {
              return inner_rows<cases, input_rows>{image + top * steps.row + c + byte, steps.column,
                                                   steps.dilation_h * steps.row};
            };
            slide_along<G, false>(y, from, block, outside);
            continue;
          }
        }
        const sliding_rows<cases, input_rows> rows(image, top, border, steps);
        const auto from = [&](int byte)
                              __attribute__((always_inline)) { return rows.from_byte(c + byte); };
        slide_along<G, false>(y, from, block, outside);
      }
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
      constexpr bool by_two = !__is_same(Two, void) && G.stride_h == 1 && G.oh >= together;
      if constexpr (by_two) {
        done = count / together * together;
        if (done != 0)
          slide_down<G, false>(to, image, p.border, c, Two(p.places(), block, c), i, done);
      }
      if (done < count) {
        slide_down<G, by_two>(to + done * G.ow * G.c, image, p.border, c, One(p.places(), block, c),
                              i + done, count - done);
      }
    }
    r += count;
  }
}

#endif

}  // namespace neon
}  // namespace ETCH_NAMESPACE
