// Import of element-wise TensorFlow Lite operators: ADD, MUL, RELU, LOGISTIC, QUANTIZE, SOFTMAX,
// ...
#pragma once

#include <etch/graph/import/tflite_import.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void tflite_the_scales_of_the_sum_are_too_far_apart(long, long) {}
inline void tflite_a_logical_operator_takes_values_of_type_BOOL(long, long) {}
inline void tflite_a_CAST_is_of_numbers_without_a_scale(long, long) {}
}  // namespace error

namespace tflite_operators {

using namespace tflite_schema;

/// An operator on two values that fuses the activation in a field of its options, if it has one.
template <class Op>
constexpr void import_pair(tflite_import& m, int options, int activation = fields::none) {
  if (!m.has(2, 2, options)) return;
  const int x[2]{m.read(m.input(0)), m.read(m.input(1))};
  const format y = m.values.describe_output(m.output()).number;
  if (m.failed()) return;
  m.make(Op{}, x, 2, activation == fields::none ? node_limits{} : m.fused(activation, y));
}

/// DIV, POW and SQUARED_DIFFERENCE. A quotient of whole numbers is cut off.
constexpr void import_pairwise(tflite_import& m, pair_function of, int options,
                               int activation = fields::none) {
  if (!m.has(2, 2, options)) return;
  const int x[2]{m.read(m.input(0)), m.read(m.input(1))};
  const format y = m.values.describe_output(m.output()).number;
  if (m.failed()) return;
  m.make(ops::pairwise{of}, x, 2,
         activation == fields::none ? node_limits{} : m.fused(activation, y));
  if (is_q(y)) m.rounds_by(rounding::toward_zero);
}

/// LESS, EQUAL, ...
constexpr void import_comparison(tflite_import& m, comparison by) {
  if (!m.has(2, 2, options_type::none)) return;
  const int x[2]{m.read(m.input(0)), m.read(m.input(1))};
  m.make(ops::compare{by}, x, 2);
}
constexpr void refuse_truth(tflite_import& m) {
  m.refuse({.refuse = error::tflite_a_logical_operator_takes_values_of_type_BOOL,
            .message = "a logical operator takes values of type BOOL"});
}
/// LOGICAL_AND is the smaller truth, LOGICAL_OR the larger.
template <class Op>
constexpr void import_logical(tflite_import& m) {
  if (!m.has(2, 2, options_type::none)) return;
  const int x[2]{m.read(m.input(0)), m.read(m.input(1))};
  if (!m.failed() && !(m.at(x[0]).number == truth::descriptor)) return refuse_truth(m);
  m.make(Op{}, x, 2);
}
constexpr void import_logical_not(tflite_import& m) {
  if (!m.has(1, 1, options_type::none)) return;
  const int x[2]{m.read(m.input(0)), m.values.zero_of(truth::descriptor)};
  if (!m.failed() && !(m.at(x[0]).number == truth::descriptor)) return refuse_truth(m);
  m.make(ops::compare{comparison::equal}, x, 2);
}

/// SELECT and SELECT_V2; a condition of SELECT with one dimension chooses parts of the first one.
constexpr void import_select(tflite_import& m, int options) {
  if (!m.has(3, 3, options)) return;
  int x[3]{m.read(m.input(0)), m.read(m.input(1)), m.read(m.input(2))};
  if (m.failed()) return;
  const extents c = m.at(x[0]).shape, a = m.at(x[1]).shape;
  if (options == options_type::select && c.rank == 1 && a.rank > 1 && c.d[0] > 1) {
    ops::reshape column{a.rank, {c.d[0], 1, 1, 1, 1}};
    x[0] = m.then(column, x[0]);
  }
  m.make(ops::select{}, x, 3);
}

/// CAST between INT32, BOOL and FLOAT32: numbers are cut off, and true where they are not 0.
constexpr void import_cast(tflite_import& m) {
  if (!m.has(1, 1, options_type::none)) return;
  const int x = m.read(m.input(0));
  const format y = m.values.describe_output(m.output()).number;
  if (m.failed()) return;
  const format a = m.at(x).number;
  if (is_scaled(a) || is_scaled(y)) {
    return m.refuse({.refuse = error::tflite_a_CAST_is_of_numbers_without_a_scale,
                     .message = "a CAST is of numbers without a scale"});
  }
  if (y == truth::descriptor && !(a == y)) {
    const int both[2]{x, m.values.zero_of(a)};
    return m.make(ops::compare{comparison::not_equal}, both, 2);
  }
  m.make(ops::to{}, &x, 1);
  m.rounds_by(rounding::toward_zero);
}

/// ADD and SUB, which rescale both values to twice the larger scale.
template <class Op>
constexpr void import_sum(tflite_import& m, int options, int activation) {
  if (!m.has(2, 2, options)) return;
  const int x[2]{m.read(m.input(0)), m.read(m.input(1))};
  const format y = m.values.describe_output(m.output()).number;
  if (m.failed()) return;
  const double most = 2 * maximum(m.at(x[0]).number.unit(), m.at(x[1]).number.unit());
  const double headroom = y.bits == 8 ? 1048576 : 32768;
  if (is_scaled(y) && most >= headroom * y.unit()) {
    m.refuse({.refuse = error::tflite_the_scales_of_the_sum_are_too_far_apart,
              .message = "the scales of the sum are too far apart"});
  }
  m.make(Op{}, x, 2, m.fused(activation, y));
}

/// An operator on one value without options.
template <class Op>
constexpr void import_one(tflite_import& m, const Op& what) {
  if (!m.has(1, 1, options_type::none)) return;
  const int x = m.read(m.input(0));
  m.make(what, &x, 1);
}

/// RELU, RELU6 and RELU_N1_TO_1. RELU whose output has another scale requantises; the others keep
/// the format.
constexpr void import_activation(tflite_import& m, fused_activation a) {
  if (!m.has(1, 1, options_type::none)) return;
  const int x = m.read(m.input(0));
  const format y = m.values.describe_output(m.output()).number;
  if (m.failed()) return;
  const auto l = m.clamping(static_cast<int>(a), y);
  if (a != fused_activation::relu) return m.make(ops::clamp{l.low, l.high}, &x, 1);
  if (m.at(x).number == y) return m.make(ops::relu{}, &x, 1);
  m.make(ops::to{}, &x, 1, l);
  m.rounds_by(rounding::tflite_double);  // LiteRT does not delegate it to XNNPACK
}

/// ABS, EXP, ELU, ...
constexpr void import_unary(tflite_import& m, unary_function of) { import_one(m, ops::unary{of}); }
constexpr void import_gelu(tflite_import& m) {
  if (!m.has(1, 1, options_type::gelu)) return;
  const bool by_tanh = m.options.number<bool>(fields::gelu_options::approximate);
  const int x = m.read(m.input(0));
  m.make(ops::unary{by_tanh ? unary_function::gelu_tanh : unary_function::gelu}, &x, 1);
}

/// QUANTIZE: a change of scale, so both tensors need one.
constexpr void import_rescaling(tflite_import& m) {
  if (!m.has(1, 1, options_type::none)) return;
  m.values.needs_scale(m.input(0));
  m.values.needs_scale(m.output());
  const int x = m.read(m.input(0));
  m.make(ops::to{}, &x, 1);
}

/// DEQUANTIZE. A float16 constant stays one: layers read it as weights.
constexpr void import_dequantize(tflite_import& m) {
  if (!m.has(1, 1, options_type::none) || m.values.decode(m.input(0), m.output())) return;
  import_rescaling(m);
}

constexpr void import_leaky_relu(tflite_import& m) {
  if (!m.has(1, 1, options_type::leaky_relu)) return;
  const int x = m.read(m.input(0));
  const auto alpha = m.options.number<float>(fields::leaky_relu_options::alpha);
  m.make(ops::leaky_relu{__builtin_bit_cast(wide_int, alpha)}, &x, 1);
}

constexpr void import_l2_normalization(tflite_import& m) {
  if (!m.has(1, 1, options_type::l2_norm)) return;
  const int act = m.options.number<std::int8_t>(fields::l2_norm_options::fused_activation_function);
  if (act != static_cast<int>(fused_activation::none)) {
    m.refuse({.refuse = error::tflite_the_fused_activation_is_not_supported,
              .message = "the fused activation {} is not supported",
              .have = act});
  }
  const int x = m.read(m.input(0));
  m.make(ops::l2_normalise{}, &x, 1);
}

/// SOFTMAX, of int8 to int16 as well.
constexpr void import_softmax(tflite_import& m) {
  if (!m.has(1, 1, options_type::softmax)) return;
  const int x = m.read(m.input(0));
  const format y = m.values.describe_output(m.output()).number;
  if (m.failed()) return;
  auto what = ops::softmax::with_beta(m.options.number<float>(fields::softmax_options::beta));
  what.wide = is_affine(m.at(x).number) && m.at(x).number.bits == 8 && y.bits == 16 ? 1 : 0;
  m.make(what, &x, 1);
}

constexpr void import_log_softmax(tflite_import& m) {
  if (!m.has(1, 1, options_type::log_softmax)) return;
  const int x = m.read(m.input(0));
  m.make(ops::log_softmax{}, &x, 1);
}

}  // namespace tflite_operators

}  // namespace ETCH_NAMESPACE
