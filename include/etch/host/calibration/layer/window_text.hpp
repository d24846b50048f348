// Shared by layers with windows: their loops, and their options as text.
#pragma once

#include <etch/host/calibration/layer.hpp>
#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {
namespace host {

/// Calls place(n, i, j, y) for every output cell (n, i, j), whose channels begin at y.
template <class Place>
void for_each_place(const window_geometry& g, const Place& place, double* y) {
  for (int n = 0; n < g.n; ++n)
    for (int i = 0; i < g.oh; ++i)
      for (int j = 0; j < g.ow; ++j, y += g.oc) place(n, i, j, y);
}
/// Calls cell(u, v, row, column) for every cell (u, v) of the window at (i, j) that lies in the
/// input.
template <class Cell>
void for_each_cell(const window_geometry& g, int i, int j, const Cell& cell) {
  for (int u = 0; u < g.kh; ++u) {
    const int row = i * g.stride_h + u * g.dilation_h - g.pad_top;
    if (row < 0 || row >= g.h) continue;
    for (int v = 0; v < g.kw; ++v) {
      const int column = j * g.stride_w + v * g.dilation_w - g.pad_left;
      if (column >= 0 && column < g.w) cell(u, v, row, column);
    }
  }
}

/// A pair as the language has it: 2 or {2, 1}.
inline std::string text_of_pair(const pair& p) {
  if (p.h == p.w) return std::to_string(p.h);
  return "{" + std::to_string(p.h) + ", " + std::to_string(p.w) + "}";
}
/// Padding as the language has it: same, valid or pad(top, left, bottom, right).
inline std::string text_of_padding(const padding& p) {
  if (p.how == padding::rule::same) return "same";
  if (p.how == padding::rule::valid) return "valid";
  return "pad(" + std::to_string(p.top) + ", " + std::to_string(p.left) + ", " +
         std::to_string(p.bottom) + ", " + std::to_string(p.right) + ")";
}
/// The options of a window that are not the usual ones: ".stride = 2, .pad = valid".
inline std::string text_of_window(const window& m) {
  std::string text;
  const auto add = [&](const std::string& option) { text += (text.empty() ? "" : ", ") + option; };
  if (m.stride.h != 1 || m.stride.w != 1) add(".stride = " + text_of_pair(m.stride));
  if (m.pad.how != padding::rule::same) add(".pad = " + text_of_padding(m.pad));
  if (m.dilation.h != 1 || m.dilation.w != 1) add(".dilation = " + text_of_pair(m.dilation));
  return text;
}
/// Arguments of a word: the first one, and options in braces where there are any.
inline std::string with_options(const std::string& first, const std::string& options) {
  if (options.empty()) return first;
  return first + (first.empty() ? "{" : ", {") + options + "}";
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
