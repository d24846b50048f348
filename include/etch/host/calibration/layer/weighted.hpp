// Layers with weights: conv2d, depthwise_conv2d, dense.
#pragma once

#include <etch/host/calibration/layer/window_text.hpp>
#include <etch/op/conv2d.hpp>
#include <etch/op/dense.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {
namespace host {

namespace layer_detail {
/// Facts that layers with weights share.
struct weighted_layer : plain_layer {
  static constexpr auto format = output_format::own;
  static constexpr bool has_weights = true;

  static double bias(const layer_run& r, int c) { return r.in[2] == nullptr ? 0 : r.in[2][c]; }
};
}  // namespace layer_detail

struct conv2d_layer : layer_detail::weighted_layer {
  using op = ops::conv2d;

  static int input_channel(const attributes& a, const operands& x, int, int i) {
    const extents& w = x[1].shape;
    const int filter = i / (w.size() / w.n()), filters = w.n() / unpack<op>(a).groups;
    return filter / filters * w.c() + i % w.c();
  }

  static void run(const layer_run& r) {
    const window_geometry g = unpack<op>(r.what).at(r.x);
    const int channels = g.c / g.groups, filters = g.oc / g.groups;
    for_each_place(
        g,
        [&](int n, int i, int j, double* y) {
          for (int o = 0; o < g.oc; ++o) {
            double sum = bias(r, o);
            for_each_cell(g, i, j, [&](int u, int v, int row, int column) {
              const double* const w = r.in[1] + ((o * g.kh + u) * g.kw + v) * channels;
              const double* const x =
                  r.in[0] + ((n * g.h + row) * g.w + column) * g.c + o / filters * channels;
              for (int c = 0; c < channels; ++c) sum += x[c] * w[c];
            });
            y[o] = sum;
          }
        },
        r.y);
  }
  static std::string text(const layer_text& t) {
    const auto is = unpack<op>(t.what);
    std::string options = text_of_window(is.move);
    if (is.groups != 1) {
      options += (options.empty() ? "" : ", ") + (".groups = " + std::to_string(is.groups));
    }
    return piped(t, "conv2d(" + with_options(t.parameters, options) + ") | to<" + t.format + ">");
  }
};

struct depthwise_conv2d_layer : layer_detail::weighted_layer {
  using op = ops::depthwise_conv2d;
  static constexpr auto weights_at = channels_at::last;

  static int input_channel(const attributes&, const operands& x, int channels, int i) {
    const int filters = x[1].shape.c();
    return i % filters / (filters / channels);
  }

  static void run(const layer_run& r) {
    const window_geometry g = unpack<op>(r.what).at(r.x);
    const int filters = g.oc / g.c;
    for_each_place(
        g,
        [&](int n, int i, int j, double* y) {
          for (int o = 0; o < g.oc; ++o) y[o] = bias(r, o);
          for_each_cell(g, i, j, [&](int u, int v, int row, int column) {
            const double* const w = r.in[1] + (u * g.kw + v) * g.oc;
            const double* const x = r.in[0] + ((n * g.h + row) * g.w + column) * g.c;
            for (int o = 0; o < g.oc; ++o) y[o] += x[o / filters] * w[o];
          });
        },
        r.y);
  }
  static std::string text(const layer_text& t) {
    const std::string options = text_of_window(unpack<op>(t.what).move);
    return piped(
        t, "depthwise_conv2d(" + with_options(t.parameters, options) + ") | to<" + t.format + ">");
  }
};

struct dense_layer : layer_detail::weighted_layer {
  using op = ops::dense;

  static int input_channel(const attributes&, const operands& x, int channels, int i) {
    const int inputs = x[1].shape.d[1];
    return inputs % channels == 0 ? i % inputs % channels : -1;
  }

  static void run(const layer_run& r) {
    const window_geometry g = unpack<op>(r.what).at(r.x);
    for (int b = 0; b < g.w; ++b)
      for (int o = 0; o < g.oc; ++o) {
        double sum = bias(r, o);
        for (int k = 0; k < g.c; ++k) sum += r.in[0][b * g.c + k] * r.in[1][o * g.c + k];
        r.y[b * g.oc + o] = sum;
      }
  }
  static std::string text(const layer_text& t) {
    return piped(t, "dense(" + t.parameters + ") | to<" + t.format + ">");
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
