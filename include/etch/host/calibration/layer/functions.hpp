// Functions of each number: activations, hard_swish and softmax.
#pragma once

#include <etch/host/calibration/layer.hpp>
#include <etch/op/clamp.hpp>
#include <etch/op/hard_swish.hpp>
#include <etch/op/leaky_relu.hpp>
#include <etch/op/relu.hpp>
#include <etch/op/relu6.hpp>
#include <etch/op/sigmoid.hpp>
#include <etch/op/softmax.hpp>
#include <etch/op/tanh.hpp>

#include <cmath>

namespace ETCH_NAMESPACE {
namespace host {

/// What an activation makes of a number; low and high are the ends of activation::clamp.
inline double activated(activation act, double x, double low, double high) {
  switch (act) {
    case activation::none: break;
    case activation::relu: return std::fmax(x, 0);
    case activation::relu6: return std::fmin(std::fmax(x, 0), 6);
    case activation::clamp: return std::fmin(std::fmax(x, low), high);
  }
  return x;
}
/// The word of an activation; of clamp with codes of format f.
inline std::string word_of(activation act, int low, int high, const format& f) {
  switch (act) {
    case activation::none: break;
    case activation::relu: return "relu";
    case activation::relu6: return "relu6";
    case activation::clamp: {
      const auto code = [&](int real) {
        return std::to_string(f.kind->is_integer ? f.kind->encode(f, real) : real);
      };
      return "clamp(" + code(low) + ", " + code(high) + ")";
    }
  }
  return "";
}

namespace layer_detail {
/// A layer that applies F::of(attributes, x) to each number.
template <class F, class Op>
struct function_layer : plain_layer {
  using op = Op;
  static void run(const layer_run& r) {
    const int size = r.y_is.shape.size();
    for (int i = 0; i < size; ++i) r.y[i] = F::of(r.what, r.in[0][i]);
  }
};
/// An operator that is an activation.
template <class Op>
struct clamping_layer : function_layer<clamping_layer<Op>, Op> {
  static constexpr bool keeps_factors = Op::clamps == activation::relu;
  static code_limits limits(const attributes& a) { return op_id<Op>.limits(a); }
  static double of(const attributes& a, double x) {
    return activated(Op::clamps, x, limits(a).low, limits(a).high);
  }
  static std::string text(const layer_text& t) {
    return piped(t, word_of(Op::clamps, limits(t.what).low, limits(t.what).high, t.y_is.number));
  }
};
}  // namespace layer_detail

using relu_layer = layer_detail::clamping_layer<ops::relu>;
using relu6_layer = layer_detail::clamping_layer<ops::relu6>;
using clamp_layer = layer_detail::clamping_layer<ops::clamp>;

struct leaky_relu_layer : layer_detail::function_layer<leaky_relu_layer, ops::leaky_relu> {
  static constexpr bool keeps_factors = true;
  static double of(const attributes& a, double x) {
    return x >= 0 ? x : static_cast<double>(unpack<op>(a).slope()) * x;
  }
  static std::string text(const layer_text& t) {
    return piped(t, "leaky_relu(" + std::to_string(unpack<op>(t.what).slope()) + "F)");
  }
};
struct sigmoid_layer : layer_detail::function_layer<sigmoid_layer, ops::sigmoid> {
  static constexpr auto format = output_format::inferred;
  static double of(const attributes&, double x) { return 1 / (1 + std::exp(-x)); }
  static std::string text(const layer_text& t) { return piped(t, "sigmoid"); }
};
struct tanh_layer : layer_detail::function_layer<tanh_layer, ops::tanh> {
  static constexpr auto format = output_format::inferred;
  static double of(const attributes&, double x) { return std::tanh(x); }
  static std::string text(const layer_text& t) { return piped(t, "tanh()"); }
};
struct hard_swish_layer : layer_detail::function_layer<hard_swish_layer, ops::hard_swish> {
  static constexpr auto format = output_format::inferred;
  static double of(const attributes&, double x) {
    return x * activated(activation::relu6, x + 3, 0, 0) / 6;
  }
  static std::string text(const layer_text& t) { return piped(t, "hard_swish"); }
};

struct softmax_layer : plain_layer {
  using op = ops::softmax;
  static constexpr auto format = output_format::inferred;

  static void run(const layer_run& r) {
    const double beta = static_cast<double>(unpack<op>(r.what).beta());
    const int channels = r.y_is.shape.c();
    for (int at = 0; at < r.y_is.shape.size(); at += channels) {
      const double* const x = r.in[0] + at;
      double most = x[0], sum = 0;
      for (int c = 1; c < channels; ++c) most = std::fmax(most, x[c]);
      for (int c = 0; c < channels; ++c) sum += r.y[at + c] = std::exp(beta * (x[c] - most));
      for (int c = 0; c < channels; ++c) r.y[at + c] /= sum;
    }
  }
  static std::string text(const layer_text& t) {
    if (unpack<op>(t.what).beta() != 1) {
      throw not_quantised("softmax: the language has no word for another beta than 1");
    }
    return piped(t, "softmax");
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
