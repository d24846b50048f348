// 1D windows: conv1d, depthwise_conv1d and 1D pools over (L,C), a line of length L with C channels,
// are the 2D operators over one row, (1,L,C). Causal padding.
#pragma once

#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void a_window_along_one_axis_needs_a_value_of_two_dimensions_L_C(long /*rank*/,
                                                                        long /*rows*/) {}
inline void conv1d_the_weights_need_three_dimensions_O_K_I(long /*rank*/, long) {}
inline void depthwise_conv1d_the_weights_need_two_dimensions_K_CM(long /*rank*/, long) {}
}  // namespace error

/// Padding of a line: same, valid, pad(cells), pad(before, after), or causal: only before, so that
/// y[l] depends on no x behind x[l].
struct line_padding {
  padding cells = same;
  bool is_causal = false;

  constexpr line_padding() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): users write {.pad = valid}
  constexpr line_padding(const padding& p) : cells(p) {
    const bool all_alike = p.top == p.left && p.top == p.bottom && p.top == p.right;
    if (all_alike) cells.top = cells.bottom = 0;  // pad(1) pads the line only
  }
  constexpr line_padding(int before, int after)
      : cells{padding::rule::given, 0, before, 0, after} {}
};
inline constexpr line_padding causal = [] {
  line_padding p{0, 0};
  p.is_causal = true;
  return p;
}();
/// Padding before and after a line, each >= 0.
constexpr line_padding pad(int before, int after) { return {before, after}; }

/// A window of length `size` along a line.
constexpr window line_window(int size, int stride, int dilation, const line_padding& p) {
  padding cells = p.cells;
  if (p.is_causal) cells.left = (size - 1) * dilation;
  return {{1, stride}, {1, dilation}, cells};
}

/// Whether a value is a row, (1,L,C) or (N,1,L,C).
constexpr bool is_row(const extents& e) { return e.rank >= 3 && e.rank <= 4 && e.h() == 1; }
/// Refuses a shape that is neither a line (L,C) nor a row.
constexpr diagnosis check_line(const extents& e) {
  if (e.rank == 2 || is_row(e)) return {};
  return {.refuse = error::a_window_along_one_axis_needs_a_value_of_two_dimensions_L_C,
          .message =
              "a window along one axis needs a value of two dimensions (L, C), not {}, or one "
              "row, not {}",
          .have = e.rank,
          .want = e.h()};
}

/// Reshapes the weights (O,K,I) of conv1d to those of conv2d, (O,1,K,I).
constexpr inference weights_of_conv1d(operand w) {
  if (w.shape.rank != 3) {
    return {{.refuse = error::conv1d_the_weights_need_three_dimensions_O_K_I,
             .message = "conv1d: the weights have {} dimensions, not three (O, K, I)",
             .have = w.shape.rank}};
  }
  w.shape = {4, {w.shape.d[0], 1, w.shape.d[1], w.shape.d[2]}};
  return {{}, w};
}
/// Reshapes the weights (K,C M) or (1,K,C M) of depthwise_conv1d to those of depthwise_conv2d.
constexpr inference weights_of_depthwise_conv1d(operand w) {
  if (w.shape.rank != 2 && !(w.shape.rank == 3 && w.shape.h() == 1)) {
    return {{.refuse = error::depthwise_conv1d_the_weights_need_two_dimensions_K_CM,
             .message = "depthwise_conv1d: the weights have {} dimensions, not two (K, C M)",
             .have = w.shape.rank}};
  }
  w.shape = {4, {1, 1, w.shape.w(), w.shape.c()}};
  return {{}, w};
}

}  // namespace ETCH_NAMESPACE
