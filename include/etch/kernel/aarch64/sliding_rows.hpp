// The input rows under one or two output rows of depthwise_conv2d by sliding columns
// (sliding_columns.hpp): where the next column lies in each. A row outside the input is the same 16
// bytes again and again. What no code depends on is data, so that layers share code.
#pragma once

#include <etch/base/features.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/op/window.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

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

#if ETCH_HAS_NEON

/// What loads of the rows under a window depend on: whether the first, or the last, may lie outside
/// the input, and whether two pixels of a row are 16 bytes.
struct row_cases {
  bool above, below, has_pairs;
};
template <window_geometry G>
inline constexpr row_cases cases_of{G.pad_top > 0, rows_below(G) > 0, G.dilation_w* G.c == 8};
/// Bytes from a column of a window to the next, from a row to the next, and its rows in all.
struct window_steps {
  int column, row, dilation_h, h;
};
template <window_geometry G>
inline constexpr window_steps steps_of{G.dilation_w * G.c, G.w* G.c, G.dilation_h, G.h};

/// The Rows input rows under an output row, or two: where the next column lies in each, and the
/// bytes from there to the one behind it, 0 in a row outside the input.
template <row_cases S, int Rows>
struct sliding_rows {
  const std::int8_t* at[Rows];
  int column, first_step, last_step;

  /// Rows `top` and on of `image`, from column 0 of the first window on.
  ETCH_GLUE sliding_rows(const std::int8_t* image, int top, const std::int8_t* border,
                         window_steps by)
      : column(by.column),
        first_step(top < 0 ? 0 : by.column),
        last_step(top + (Rows - 1) * by.dilation_h >= by.h ? 0 : by.column) {
    unroll<Rows>([&]<int K>() __attribute__((always_inline)) {
      at[K] = step<K>() == 0 ? border : image + (top + K * by.dilation_h) * by.row;
    });
  }
  template <int K>
  ETCH_GLUE int step() const {
    if constexpr (K == 0 && S.above) return first_step;
    else if constexpr (K == Rows - 1 && S.below) return last_step;
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
    if constexpr (Count == 2 && S.has_pairs && requires { Column::has_pairs; }) {
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

/// The same where all rows lie inside the input: one pointer serves them, `row` bytes apart.
template <row_cases S, int Rows>
struct inner_rows {
  const std::int8_t* at;
  int column, row;

  template <int Count, class Column>
  ETCH_GLUE void next(Column* to) {
    if constexpr (Count == 2 && S.has_pairs && requires { Column::has_pairs; }) {
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
template <row_cases S, class Column>
struct lane_rows {
  const std::int8_t *image, *at[4];
  std::int64_t step, first_step, last_step;  // 0 in a row outside the input
  typename Column::places places;

  /// Rows `top` and on of `image`, from byte `from` of each on.
  ETCH_GLUE lane_rows(const std::int8_t* x, int top, const std::int8_t* border, int from,
                      typename Column::places in, window_steps by)
      : image(x), step(by.column), places(in) {
    const bool above = S.above && top < 0, below = S.below && top + 3 * by.dilation_h >= by.h;
    unroll<4>([&]<int K>() __attribute__((always_inline)) {
      const bool is_outside = (K == 0 && above) || (K == 3 && below);
      at[K] = is_outside ? border : x + (top + K * by.dilation_h) * by.row + from;
    });
    first_step = above ? 0 : step;
    last_step = below ? 0 : step;
  }
  /// The next column in place of another.
  ETCH_GLUE void replace(Column& to) { to.load(image, at, first_step, step, last_step, places); }
};

#endif

}  // namespace neon
}  // namespace ETCH_NAMESPACE
