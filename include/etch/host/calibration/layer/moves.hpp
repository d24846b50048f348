// Operators that move numbers: concat, pad, slice, flatten, reshape, transpose, broadcast_to.
#pragma once

#include <etch/host/calibration/layer.hpp>
#include <etch/op/broadcast_to.hpp>
#include <etch/op/concat.hpp>
#include <etch/op/flatten.hpp>
#include <etch/op/pad.hpp>
#include <etch/op/reshape.hpp>
#include <etch/op/slice.hpp>
#include <etch/op/transpose.hpp>

#include <algorithm>

namespace ETCH_NAMESPACE {
namespace host {

namespace layer_detail {
/// A shape as arguments of a template.
inline std::string sizes_of(const extents& e) {
  std::string all;
  for (int i = 0; i < e.rank; ++i) all += (i == 0 ? "" : ", ") + std::to_string(e.d[i]);
  return all;
}

/// A layer whose output has the elements of its input in the same order.
template <class Op>
struct renaming_layer : plain_layer {
  using op = Op;
  static constexpr bool keeps_factors = true;
  static void run(const layer_run& r) { std::copy(r.in[0], r.in[0] + r.y_is.shape.size(), r.y); }
};
}  // namespace layer_detail

struct flatten_layer : layer_detail::renaming_layer<ops::flatten> {
  static std::string text(const layer_text& t) { return piped(t, "flatten"); }
};
struct reshape_layer : layer_detail::renaming_layer<ops::reshape> {
  static std::string text(const layer_text& t) {
    return piped(t, "reshape<" + layer_detail::sizes_of(t.y_is.shape) + ">");
  }
};

struct broadcast_to_layer : plain_layer {
  using op = ops::broadcast_to;

  static void run(const layer_run& r) {
    const extents &from = r.x[0].shape, &to = r.y_is.shape;
    for (int i = 0; i < to.size(); ++i) {
      int place = 0, step = 1;
      for (int k = to.rank - 1, rest = i; k >= 0; rest /= to.d[k--]) {
        const int size = etch::detail::aligned(from, to.rank, k);
        place += (size == 1 ? 0 : rest % to.d[k]) * step, step *= size;
      }
      r.y[i] = r.in[0][place];
    }
  }
  static std::string text(const layer_text& t) {
    return piped(t, "broadcast_to<" + layer_detail::sizes_of(t.y_is.shape) + ">");
  }
};

struct transpose_layer : plain_layer {
  using op = ops::transpose;

  static void run(const layer_run& r) {
    const auto is = unpack<op>(r.what);
    const extents &from = r.x[0].shape, &to = r.y_is.shape;
    for (int i = 0; i < to.size(); ++i) {
      int at[5]{};
      for (int k = to.rank - 1, rest = i; k >= 0; rest /= to.d[k--])
        at[is.axis[k]] = rest % to.d[k];
      int place = 0;
      for (int k = 0; k < from.rank; ++k) place = place * from.d[k] + at[k];
      r.y[i] = r.in[0][place];
    }
  }
  static std::string text(const layer_text& t) {
    const auto is = unpack<op>(t.what);
    std::string axes;
    for (int k = 0; k < is.rank; ++k) axes += (k == 0 ? "" : ", ") + std::to_string(is.axis[k]);
    return piped(t, "transpose<" + axes + ">");
  }
};

struct concat_layer : plain_layer {
  using op = ops::concat;

  static void run(const layer_run& r) {
    const int axis = unpack<op>(r.what).along(r.x);
    double* y = r.y;
    int outer = 1;
    for (int i = 0; i < axis; ++i) outer *= r.y_is.shape.d[i];
    for (int o = 0; o < outer; ++o)
      for (int k = 0; k < r.x.count; ++k) {
        const int part = r.x[k].shape.size() / outer;
        const double* const from = r.in[static_cast<std::size_t>(k)] + o * part;
        y = std::copy(from, from + part, y);
      }
  }
  static std::string text(const layer_text& t) {
    std::string all;
    for (const std::string& x : t.in) {
      all += (all.empty() ? "" : ", ") + x + " | to<" + t.format + ">";
    }
    return "concat<" + std::to_string(unpack<op>(t.what).along(t.x)) + ">(" + all + ")";
  }
};

struct slice_layer : plain_layer {
  using op = ops::slice;

  static void run(const layer_run& r) {
    const auto is = unpack<op>(r.what);
    const extents &from = r.x[0].shape, &to = r.y_is.shape;
    for (int i = 0; i < to.size(); ++i) {
      int place = 0, rest = i, step = 1;
      for (int k = to.rank - 1; k >= 0; rest /= to.d[k], step *= from.d[k], --k)
        place += (is.begin[k] + rest % to.d[k] * is.step[k]) * step;
      r.y[i] = r.in[0][place];
    }
  }
  static std::string text(const layer_text& t) {
    const auto is = unpack<op>(t.what);
    std::string ranges;
    for (int k = 0; k < is.rank; ++k) {
      ranges += std::string(k == 0 ? "" : ", ") + "range{" + std::to_string(is.begin[k]) + ", " +
                std::to_string(is.size[k]) + ", " + std::to_string(is.step[k]) + "}";
    }
    return piped(t, "slice(" + ranges + ")");
  }
};

struct pad_layer : plain_layer {
  using op = ops::pad;

  static void run(const layer_run& r) {
    const auto is = unpack<op>(r.what);
    if (is.has_code != 0) throw not_quantised("pad: only padding with 0 is quantised");
    const extents &e = r.x[0].shape, &y = r.y_is.shape;
    std::fill(r.y, r.y + y.size(), 0.0);
    const double* x = r.in[0];
    for (int n = 0; n < e.n(); ++n)
      for (int h = 0; h < e.h(); ++h)
        for (int w = 0; w < e.w(); ++w, x += e.c()) {
          const int cell = (n * y.h() + h + is.top) * y.w() + w + is.left;
          std::copy(x, x + e.c(), r.y + cell * y.c() + is.front);
        }
  }
  static std::string text(const layer_text& t) {
    const auto is = unpack<op>(t.what);
    const auto n = [](int cells) { return std::to_string(cells); };
    return piped(t, "pad(border{" + n(is.top) + ", " + n(is.bottom) + ", " + n(is.left) + ", " +
                        n(is.right) + ", " + n(is.front) + ", " + n(is.back) + "})");
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
