// Pools: max_pool, avg_pool, global_avg_pool.
#pragma once

#include <etch/host/calibration/layer/window_text.hpp>
#include <etch/op/avg_pool.hpp>
#include <etch/op/global_avg_pool.hpp>
#include <etch/op/max_pool.hpp>

#include <algorithm>
#include <cmath>

namespace ETCH_NAMESPACE {
namespace host {

namespace layer_detail {
/// Facts and words that pools share.
template <class Op>
struct pool_layer : plain_layer {
  using op = Op;
  static constexpr bool keeps_factors = true;

  static std::string text(const layer_text& t) {
    const auto is = unpack<op>(t.what);
    std::string size = std::to_string(is.size.h), options;
    if (is.size.w != is.size.h) size += ", " + std::to_string(is.size.w);
    if (is.move.stride.h != is.size.h || is.move.stride.w != is.size.w) {
      options = ".stride = " + text_of_pair(is.move.stride);
    }
    if (is.move.pad.how != padding::rule::valid) {
      options += (options.empty() ? "" : ", ") + (".pad = " + text_of_padding(is.move.pad));
    }
    if (is.move.dilation.h != 1 || is.move.dilation.w != 1) {
      throw not_quantised(std::string(Op::name) + ": the language has no word for dilated pools");
    }
    const std::string word = std::string(Op::name) + "<" + size + ">";
    return piped(t, options.empty() ? word : word + "({" + options + "})");
  }
};
}  // namespace layer_detail

struct max_pool_layer : layer_detail::pool_layer<ops::max_pool> {
  static void run(const layer_run& r) {
    const window_geometry g = unpack<op>(r.what).at(r.x);
    for_each_place(
        g,
        [&](int n, int i, int j, double* y) {
          std::fill(y, y + g.oc, -INFINITY);
          for_each_cell(g, i, j, [&](int, int, int row, int column) {
            const double* const x = r.in[0] + ((n * g.h + row) * g.w + column) * g.c;
            for (int c = 0; c < g.oc; ++c) y[c] = std::fmax(y[c], x[c]);
          });
        },
        r.y);
  }
};

struct avg_pool_layer : layer_detail::pool_layer<ops::avg_pool> {
  static void run(const layer_run& r) {
    const window_geometry g = unpack<op>(r.what).at(r.x);
    for_each_place(
        g,
        [&](int n, int i, int j, double* y) {
          std::fill(y, y + g.oc, 0.0);
          int cells = 0;
          for_each_cell(g, i, j, [&](int, int, int row, int column) {
            const double* const x = r.in[0] + ((n * g.h + row) * g.w + column) * g.c;
            for (int c = 0; c < g.oc; ++c) y[c] += x[c];
            ++cells;
          });
          for (int c = 0; c < g.oc; ++c) y[c] /= cells;
        },
        r.y);
  }
};

struct global_avg_pool_layer : plain_layer {
  using op = ops::global_avg_pool;
  static constexpr bool keeps_factors = true;

  static void run(const layer_run& r) {
    const extents& e = r.x[0].shape;
    const int cells = e.h() * e.w(), channels = e.c();
    const double share = unpack<op>(r.what).sums != 0 ? 1 : 1.0 / cells;
    for (int n = 0; n < e.n(); ++n)
      for (int c = 0; c < channels; ++c) {
        double sum = 0;
        for (int k = 0; k < cells; ++k) sum += r.in[0][(n * cells + k) * channels + c];
        r.y[n * channels + c] = sum * share;
      }
  }
  static std::string text(const layer_text& t) {
    if (unpack<op>(t.what).sums != 0) {
      throw not_quantised("global_avg_pool: the language has no word for sums");
    }
    return piped(t, "global_avg_pool");
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
