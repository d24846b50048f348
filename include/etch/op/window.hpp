// Sliding windows: stride, padding and dilation of convolutions and pools.
#pragma once

#include <etch/op/channels.hpp>

namespace ETCH_NAMESPACE {

/// A height and a width; one number stands for both.
struct pair {
  int h = 1;
  int w = 1;
  constexpr pair() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): users write {.stride = 2}
  constexpr pair(int both) : h(both), w(both) {}
  constexpr pair(int height, int width) : h(height), w(width) {}
};

/// Padding around an input: none (valid), as much as ceil(H / stride) output rows need, with an odd
/// row at the end (same, as in TensorFlow), or given for each side.
struct padding {
  enum class rule : int { same, valid, given };
  rule how = rule::same;
  int top = 0, left = 0, bottom = 0, right = 0;
};
/// Padding by the first two rules.
inline constexpr padding same{padding::rule::same};
inline constexpr padding valid{padding::rule::valid};
/// The same padding on each side; cells >= 0.
constexpr padding pad(int cells) { return {padding::rule::given, cells, cells, cells, cells}; }
/// Padding for each side, each >= 0.
constexpr padding pad(int top, int left, int bottom, int right) {
  return {padding::rule::given, top, left, bottom, right};
}

/// The attributes that windowed operators share: stride, dilation and padding.
struct window {
  pair stride{};
  pair dilation{};
  padding pad = same;
};

/// Rows (or columns) that a dilated window of `size` taps spans.
constexpr int reach(int size, int dilation) { return (size - 1) * dilation + 1; }

/// One dimension of a windowed operator: the size of its output and the padding before its input.
struct window_fit {
  int out = 0;
  int before = 0;
};
constexpr window_fit fit(int in, int size, int stride, int dilation, padding::rule how, int before,
                         int after) {
  const int covered = reach(size, dilation);
  if (how == padding::rule::same) {
    const int out = ceil_div(in, stride);
    return {out, maximum((out - 1) * stride + covered - in, 0) / 2};
  }
  if (how == padding::rule::valid) before = after = 0;
  const int room = in + before + after - covered;
  return {room < 0 ? 0 : room / stride + 1, before};
}
constexpr window_fit fit_rows(const window& m, int in, int size) {
  return fit(in, size, m.stride.h, m.dilation.h, m.pad.how, m.pad.top, m.pad.bottom);
}
constexpr window_fit fit_columns(const window& m, int in, int size) {
  return fit(in, size, m.stride.w, m.dilation.w, m.pad.how, m.pad.left, m.pad.right);
}

/// The first and the last of the input rows that output row y reads, both in [0, H).
constexpr row_range window_rows(const window& m, int in, int size, int y) {
  const int first = y * m.stride.h - fit_rows(m, in, size).before;
  const int last = first + reach(size, m.dilation.h) - 1;
  const int above = ceil_div(maximum(-first, 0), m.dilation.h);
  const int below = ceil_div(maximum(last - in + 1, 0), m.dilation.h);
  return {first + above * m.dilation.h, last - below * m.dilation.h};
}

/// The geometry of a windowed operator, as kernels need it: (N,H,W,C) in, (N,OH,OW,OC) out, window
/// KH x KW.
struct window_geometry {
  int n = 1, h = 1, w = 1, c = 1;
  int oh = 1, ow = 1, oc = 1;
  int kh = 1, kw = 1;
  int stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1;
  int pad_top = 0, pad_left = 0;
  int groups = 1;
  constexpr bool operator==(const window_geometry&) const = default;
};

constexpr window_geometry geometry(const window& m, const extents& in, int kh, int kw, int oc,
                                   int groups) {
  const window_fit rows = fit_rows(m, in.h(), kh);
  const window_fit columns = fit_columns(m, in.w(), kw);
  return {.n = in.n(),
          .h = in.h(),
          .w = in.w(),
          .c = in.c(),
          .oh = rows.out,
          .ow = columns.out,
          .oc = oc,
          .kh = kh,
          .kw = kw,
          .stride_h = m.stride.h,
          .stride_w = m.stride.w,
          .dilation_h = m.dilation.h,
          .dilation_w = m.dilation.w,
          .pad_top = rows.before,
          .pad_left = columns.before,
          .groups = groups};
}

/// The output pixels of a row whose windows have no padding in their columns.
constexpr int inner_pixels(const window_geometry& g) {
  const int first = ceil_div(g.pad_left, g.stride_w);
  const int room = g.w + g.pad_left - reach(g.kw, g.dilation_w);
  return room < 0 ? 0 : maximum(minimum(room / g.stride_w + 1, g.ow) - first, 0);
}

namespace error {
inline void a_window_needs_a_value_of_three_or_four_dimensions_H_W_C(long /*rank*/, long) {}
inline void stride_and_dilation_are_at_least_1_and_padding_at_least_0(long, long) {}
inline void the_window_is_larger_than_the_padded_input(long /*window*/, long /*input*/) {}
inline void the_padding_is_as_large_as_the_window(long /*padding*/, long /*window*/) {}
}  // namespace error

/// Refuses a window that does not fit x.
constexpr diagnosis check_window(const window& m, const operand& x, int kh, int kw) {
  if (x.shape.rank < 3 || x.shape.rank > 4) {
    return {.refuse = error::a_window_needs_a_value_of_three_or_four_dimensions_H_W_C,
            .message = "a window needs a value of three or four dimensions (H, W, C), not {}",
            .have = x.shape.rank};
  }
  if (m.stride.h < 1 || m.stride.w < 1 || m.dilation.h < 1 || m.dilation.w < 1 || m.pad.top < 0 ||
      m.pad.left < 0 || m.pad.bottom < 0 || m.pad.right < 0) {
    return {.refuse = error::stride_and_dilation_are_at_least_1_and_padding_at_least_0,
            .message = "stride and dilation are at least 1 and padding at least 0"};
  }
  const int ch = reach(kh, m.dilation.h), cw = reach(kw, m.dilation.w);
  const int tall = maximum(m.pad.top, m.pad.bottom), wide = maximum(m.pad.left, m.pad.right);
  if (tall >= ch || wide >= cw) {
    return {.refuse = error::the_padding_is_as_large_as_the_window,
            .message = "the padding of {} cells is as large as the window of {}",
            .have = tall >= ch ? tall : wide,
            .want = tall >= ch ? ch : cw};
  }
  if (fit_rows(m, x.shape.h(), kh).out < 1 || fit_columns(m, x.shape.w(), kw).out < 1) {
    const bool rows = fit_rows(m, x.shape.h(), kh).out < 1;
    return {.refuse = error::the_window_is_larger_than_the_padded_input,
            .message = "the window of {} cells is larger than the padded input of {}",
            .have = rows ? ch : cw,
            .want = rows ? x.shape.h() + m.pad.top + m.pad.bottom
                         : x.shape.w() + m.pad.left + m.pad.right};
  }
  return {};
}

}  // namespace ETCH_NAMESPACE
