// FastGRNN over a sequence and over windows: fastgrnn, rnn_pool.
#pragma once

#include <etch/host/calibration/layer/gated.hpp>
#include <etch/op/fastgrnn.hpp>
#include <etch/op/rnn_pool.hpp>

#include <algorithm>
#include <cmath>

namespace ETCH_NAMESPACE {
namespace host {

namespace layer_detail {
/// Facts that both share.
struct fastgrnn_cells : recurrent_layer {
  static std::string refuses(const number_choice& as) {
    if (as.real != nullptr) return {};
    return "its formats of integers, which depend on one another, are not chosen by data; posits "
           "and floats are";
  }
};

/// A FastGRNN cell on real numbers: what ops::fastgrnn says of a step.
struct real_cell {
  const layer_run& run;
  fastgrnn_inputs at;
  double zeta, nu;

  int units() const { return run.x[at.bias_of_gate].shape.d[0]; }
  /// y, the state after h and value v; y is not h.
  void step(const double* v, int inputs, const double* h, double* y) const {
    numbers p(static_cast<std::size_t>(units()));
    add_product(at.w, at.w2, v, inputs, p);
    add_product(at.u, at.u2, h, units(), p);
    for (std::size_t j = 0; j < p.size(); ++j) {
      const double z = 1 / (1 + std::exp(-(p[j] + input(at.bias_of_gate)[j])));
      const double n = std::tanh(p[j] + input(at.bias_of_new)[j]);
      y[j] = run.as_y(z * h[j] + (zeta * (1 - z) + nu) * n);
    }
  }
  /// The state after `count` values, the first at v and each so many numbers behind the one before.
  numbers last(const double* v, int inputs, int count, std::ptrdiff_t stride) const {
    numbers h(static_cast<std::size_t>(units())), next = h;
    for (int i = 0; i < count; ++i, h.swap(next)) {
      step(v + i * stride, inputs, h.data(), next.data());
    }
    return h;
  }

 private:
  const double* input(int i) const { return run.in[static_cast<std::size_t>(i)]; }
  /// sums += matrix v, where the matrix is that of input i, of so many columns.
  void add_matrix(int i, const double* v, int columns, numbers& sums) const {
    const double* w = input(i);
    for (double& sum : sums)
      for (int c = 0; c < columns; ++c) sum += *w++ * v[c];
  }
  void add_product(int first, int second, const double* v, int columns, numbers& sums) const {
    if (second < 0) return add_matrix(first, v, columns, sums);
    numbers between(static_cast<std::size_t>(run.x[first].shape.d[0]));
    add_matrix(first, v, columns, between);
    add_matrix(second, between.data(), static_cast<int>(between.size()), sums);
  }
};

/// zeta and nu as designated initialisers.
inline std::string text_of_shares(float zeta, float nu) {
  return ".zeta = " + text_of_float(zeta) + ", .nu = " + text_of_float(nu);
}
}  // namespace layer_detail

struct fastgrnn_layer : layer_detail::fastgrnn_cells {
  using op = ops::fastgrnn;

  static void run(const layer_run& r) {
    const auto is = of(r.what, r.x);
    const extents& e = r.x[0].shape;
    const layer_detail::real_cell cell{r, is.inputs(), static_cast<double>(is.zeta()),
                                       static_cast<double>(is.nu())};
    const int inputs = e.d[2], units = cell.units();
    for (int b = 0; b < e.d[0]; ++b) {
      const numbers nothing(static_cast<std::size_t>(units));
      const double* h = nothing.data();
      for (int t = 0; t < e.d[1]; ++t) {
        const int at = b * e.d[1] + t;
        double* const y = r.y + at * units;
        cell.step(r.in[0] + at * inputs, inputs, h, y);
        h = y;
      }
    }
  }
  static std::string text(const layer_text& t) {
    const auto is = of(t.what, t.x);
    const fastgrnn_inputs at = is.inputs();
    const auto in = [&](int i) { return t.in[static_cast<std::size_t>(i)]; };
    const auto matrix = [&](int first, int second) {
      return second < 0 ? in(first) : "low_rank(" + in(first) + ", " + in(second) + ")";
    };
    return "fastgrnn<" + t.format + ">(" + in(0) + ", {" +
           layer_detail::text_of_shares(is.zeta(), is.nu()) + "}, " + matrix(at.w, at.w2) + ", " +
           matrix(at.u, at.u2) + ", " + in(at.bias_of_gate) + ", " + in(at.bias_of_new) + ")";
  }

 private:
  static ops::fastgrnn of(const attributes& what, const operands& x) {
    const auto is = unpack<op>(what);
    if (is.hidden(x.count) >= 0) throw not_quantised("fastgrnn: a state that is kept or given");
    return is;
  }
};

struct rnn_pool_layer : layer_detail::fastgrnn_cells {
  using op = ops::rnn_pool;

  static void run(const layer_run& r) {
    const auto is = unpack<op>(r.what);
    const extents &e = r.x[0].shape, &to = r.y_is.shape;
    const auto cell = [&](int i) {
      return layer_detail::real_cell{r, op::cell(i), static_cast<double>(is.zeta(i)),
                                     static_cast<double>(is.nu(i))};
    };
    const layer_detail::real_cell lines = cell(0), states = cell(1);
    const std::ptrdiff_t column = e.c(), row = column * e.w();
    double* y = r.y;
    // what the second cell makes, forwards and backwards, of what the first makes of each line
    const auto sum_up = [&](const double* window, std::ptrdiff_t along, std::ptrdiff_t across) {
      const int units = lines.units(), size = is.size;
      numbers of_lines;
      for (int i = 0; i < size; ++i) {
        const numbers h = lines.last(window + i * across, e.c(), size, along);
        of_lines.insert(of_lines.end(), h.begin(), h.end());
      }
      for (const bool back : {false, true}) {
        const double* const begin = of_lines.data() + (back ? (size - 1) * units : 0);
        const numbers h = states.last(begin, units, size, back ? -units : units);
        y = std::copy(h.begin(), h.end(), y);
      }
    };
    for (int n = 0; n < e.n(); ++n)
      for (int i = 0; i < to.h(); ++i)
        for (int j = 0; j < to.w(); ++j) {
          const double* const window =
              r.in[0] + (n * e.h() + i * is.stride) * row + j * is.stride * column;
          sum_up(window, column, row);
          sum_up(window, row, column);
        }
  }
  static std::string text(const layer_text& t) {
    const auto is = unpack<op>(t.what);
    std::string line = "rnn_pool<" + t.format + ", " + std::to_string(is.size) + ", " +
                       std::to_string(is.stride) + ">(" + t.in[0];
    line += ", {.first = {" + layer_detail::text_of_shares(is.zeta(0), is.nu(0));
    line += "}, .second = {" + layer_detail::text_of_shares(is.zeta(1), is.nu(1)) + "}}";
    for (std::size_t i = 1; i < t.in.size(); ++i) line += ", " + t.in[i];
    return line + ")";
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
