// Recurrent layers with gates over a sequence: lstm, gru.
#pragma once

#include <etch/host/calibration/number_choice.hpp>
#include <etch/op/gru.hpp>
#include <etch/op/lstm.hpp>

#include <algorithm>
#include <cmath>

namespace ETCH_NAMESPACE {
namespace host {

namespace layer_detail {
/// Facts that recurrent layers share.
struct recurrent_layer : plain_layer {
  static constexpr auto format = output_format::own;
  static constexpr bool is_recurrent = true;
};

inline double logistic(double x) { return 1 / (1 + std::exp(-x)); }

/// A float that C++ reads as the same one.
inline std::string text_of_float(float x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9e", static_cast<double>(x));
  return std::string(text) + "F";
}

/// Row j of a matrix times a vector.
inline double row_product(const double* matrix, int j, const double* v, int columns) {
  double sum = 0;
  for (int c = 0; c < columns; ++c) sum += matrix[j * columns + c] * v[c];
  return sum;
}

/// word<formats>(x, {options}, constants), the first `count` inputs of the layer.
inline std::string text_of_cell(const layer_text& t, const std::string& word,
                                const std::string& formats, const std::string& options, int count) {
  std::string line = word + "<" + formats + ">(" + t.in[0] + ", {" + options + "}";
  for (int i = 1; i < count; ++i) line += ", " + t.in[static_cast<std::size_t>(i)];
  return line + ")";
}
/// Adds an option to others.
inline void add_option(std::string& all, const std::string& one) {
  all += (all.empty() ? "" : ", ") + one;
}
}  // namespace layer_detail

/// Its states begin at 0 with every case.
struct lstm_layer : layer_detail::recurrent_layer {
  using op = ops::lstm;
  static constexpr int cell = op::cell;

  static std::string refuses(const number_choice& as) {
    const bool whole = as.form != codes_of_threshold::power && (as.bits == 8 || as.bits == 16);
    if (as.real != nullptr ? is_f32(*as.real->number) : whole) return {};
    return "its values are int8, int16 or f32, not " + as.name;
  }
  static void run(const layer_run& r) {
    const auto is = unpack<op>(r.what);
    const extents &e = r.x[0].shape, &to = r.y_is.shape;
    const bool major = is.time_major != 0;
    const int batches = e.d[major ? 1 : 0], steps = e.d[major ? 0 : 1], inputs = e.d[2];
    const int units = to.c();
    const auto constant = [&](int i) { return r.in[static_cast<std::size_t>(i)]; };
    if (r.cells != nullptr) r.cells->assign(static_cast<std::size_t>(to.size()), 0);
    for (int b = 0; b < batches; ++b) {
      numbers h(static_cast<std::size_t>(units)), c = h;
      for (int t = 0; t < steps; ++t) {
        const int row = major ? t * batches + b : b * steps + t;
        double* const y = r.y + row * units;
        for (int j = 0; j < units; ++j) {
          const auto gate = [&](int k) {
            return layer_detail::row_product(constant(op::weights + k), j, r.in[0] + row * inputs,
                                             inputs) +
                   layer_detail::row_product(constant(op::recurrent + k), j, h.data(), units) +
                   constant(op::biases + k)[j];
          };
          const auto i = static_cast<std::size_t>(j);
          double now = layer_detail::logistic(gate(1)) * c[i] +
                       layer_detail::logistic(gate(0)) * std::tanh(gate(2));
          const auto clip = static_cast<double>(is.clip());
          if (clip > 0) now = std::fmin(std::fmax(now, -clip), clip);
          c[i] = r.as_cell(now);
          y[j] = r.as_y(layer_detail::logistic(gate(3)) * std::tanh(c[i]));
          if (r.cells != nullptr) (*r.cells)[static_cast<std::size_t>(row * units + j)] = c[i];
        }
        std::copy(y, y + units, h.begin());
      }
    }
  }
  static std::string text(const layer_text& t) {
    const auto is = unpack<op>(t.what);
    std::string options;
    if (is.time_major != 0) layer_detail::add_option(options, ".time_major = true");
    if (is.clip() > 0) {
      layer_detail::add_option(options, ".clip = " + layer_detail::text_of_float(is.clip()));
    }
    return layer_detail::text_of_cell(t, "lstm", t.format + ", " + t.cell_format, options,
                                      op::hidden);
  }
};

/// Its state begins at 0 with every case.
struct gru_layer : layer_detail::recurrent_layer {
  using op = ops::gru;
  static constexpr int first_state(int inputs) { return op::hidden(inputs); }

  static std::string refuses(const number_choice& as) {
    if (as.real != nullptr || (as.bits >= 8 && as.bits <= 16)) return {};
    return "its integers have 8 to 16 bits, not those of " + as.name;
  }
  static void run(const layer_run& r) {
    const auto is = unpack<op>(r.what);
    const extents& e = r.x[0].shape;
    const int steps = e.d[1], inputs = e.d[2], units = r.y_is.shape.c();
    const bool two_biases = op::has_recurrent_biases(r.x.count);
    const auto constant = [&](int i) { return r.in[static_cast<std::size_t>(i)]; };
    const numbers nothing(static_cast<std::size_t>(units));
    numbers kept = nothing;
    for (int b = 0; b < e.d[0]; ++b) {
      const double* h = nothing.data();
      for (int t = 0; t < steps; ++t) {
        const int row = b * steps + t;
        const auto of_input = [&](int k, int j) {
          return layer_detail::row_product(constant(op::weights + k), j, r.in[0] + row * inputs,
                                           inputs) +
                 constant(op::biases + k)[j];
        };
        const auto of_state = [&](int k, int j, const double* state) {
          return layer_detail::row_product(constant(op::recurrent + k), j, state, units) +
                 (two_biases ? constant(op::recurrent_biases + k)[j] : 0);
        };
        const auto gate = [&](int k, int j) {
          return layer_detail::logistic(of_input(k, j) + of_state(k, j, h));
        };
        for (int j = 0; j < units && is.reset_after == 0; ++j) {
          kept[static_cast<std::size_t>(j)] = r.as_y(gate(1, j) * h[j]);
        }
        double* const y = r.y + row * units;
        for (int j = 0; j < units; ++j) {
          const double past =
              is.reset_after != 0 ? gate(1, j) * of_state(2, j, h) : of_state(2, j, kept.data());
          const double z = gate(0, j), n = std::tanh(of_input(2, j) + past);
          y[j] = r.as_y(is.takes_new != 0 ? z * n + (1 - z) * h[j] : z * h[j] + (1 - z) * n);
        }
        h = y;
      }
    }
  }
  static std::string text(const layer_text& t) {
    const auto is = unpack<op>(t.what);
    std::string options;
    if (is.reset_after == 0) layer_detail::add_option(options, ".reset_after = false");
    if (is.stateful != 0) layer_detail::add_option(options, ".stateful = true");
    if (is.takes_new != 0) layer_detail::add_option(options, ".takes_new = true");
    if (is.gate_bits != op{}.gate_bits) {
      layer_detail::add_option(options, ".gate_bits = " + std::to_string(is.gate_bits));
    }
    const int count = t.x.count, h = op::hidden(count);
    return layer_detail::text_of_cell(t, "gru", t.format, options, h < 0 ? count : h);
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
