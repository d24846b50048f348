// Each operator of TensorFlow Lite that an import knows, as nodes of ours. A function reads the
// options, the inputs and the output of the operator at work; int8 as TensorFlow Lite Micro's
// reference kernels compute it.
#pragma once

#include <etch/graph/import/tflite_import.hpp>

namespace etch::inline ETCH_ABI {

namespace error {
inline void tflite_the_depth_multiplier_contradicts_the_weights(long /*multiplier*/, long) {}
inline void tflite_the_weights_are_of_another_type_than_the_value(long, long) {}
inline void tflite_shuffled_weights_are_not_supported(long /*format*/, long) {}
inline void tflite_the_weights_read_another_number_of_inputs_than_the_value_has(long /*weights*/,
                                                                                long /*value*/) {}
inline void tflite_convolutions_need_weights_with_zero_point_0(long /*zero*/, long) {}
inline void tflite_the_mean_is_over_other_dimensions_than_height_and_width(long /*axis*/, long) {}
inline void tflite_the_scales_of_the_sum_are_too_far_apart(long, long) {}
inline void tflite_a_concatenation_fuses_no_activation(long /*activation*/, long) {}
}  // namespace error

namespace tflite_operators {

using namespace tflite_schema;

/// The value, its weights, its bias where there is one: x; returns how many they are.
constexpr int parameters(tflite_import& m, int (&x)[3], int channel_dimension, bool any_zero) {
  x[0] = m.read(m.input(0));
  x[1] = m.read_weights(m.input(1), channel_dimension);
  if (!m.failed() && is_f32(m.at(x[0]).number) != is_f32(m.at(x[1]).number)) {
    m.refuse({.refuse = error::tflite_the_weights_are_of_another_type_than_the_value,
              .message = "the weights are of another type than the value"});
  }
  if (!m.failed() && !any_zero && m.at(x[1]).number.zero != 0) {
    m.refuse({.refuse = error::tflite_convolutions_need_weights_with_zero_point_0,
              .message = "convolutions need weights with zero point 0, not {}",
              .have = m.at(x[1]).number.zero});
  }
  if (m.input(2) < 0) return 2;
  m.constant(m.input(2));
  x[2] = m.read(m.input(2));
  return 3;
}

constexpr void import_conv_2d(tflite_import& m) {
  namespace field = conv2d_field;
  if (!m.has(2, 3, options_type::conv2d)) return;
  int x[3]{};
  const int count = parameters(m, x, 0, false);
  if (m.failed()) return;
  const int groups = maximum(m.at(x[0]).shape.c() / m.at(x[1]).shape.c(), 1);
  const ops::conv2d what{
      {m.sizes(field::stride_h, field::stride_w, 0),
       m.sizes(field::dilation_h, field::dilation_w, 1), m.padding_of(field::padding)},
      groups};
  m.make(what, x, count, m.fused(field::activation, m.describe_output(m.output()).number));
}

constexpr void import_depthwise_conv_2d(tflite_import& m) {
  namespace field = depthwise_field;
  if (!m.has(2, 3, options_type::depthwise_conv2d)) return;
  int x[3]{};
  const int count = parameters(m, x, 3, false);
  if (m.failed()) return;
  const int multiplier = m.options.number<std::int32_t>(field::multiplier);
  if (multiplier != 0 && 1LL * multiplier * m.at(x[0]).shape.c() != m.at(x[1]).shape.c()) {
    m.refuse({.refuse = error::tflite_the_depth_multiplier_contradicts_the_weights,
              .message = "the depth multiplier {} contradicts the weights",
              .have = multiplier});
  }
  const ops::depthwise_conv2d what{{m.sizes(field::stride_h, field::stride_w, 0),
                                    m.sizes(field::dilation_h, field::dilation_w, 1),
                                    m.padding_of(field::padding)}};
  m.make(what, x, count, m.fused(field::activation, m.describe_output(m.output()).number));
}

/// The value is read as (B, K), K being what the weights read, and the output is (B, O) in
/// whatever shape the tensor has.
constexpr void import_fully_connected(tflite_import& m) {
  namespace field = fully_connected_field;
  if (!m.has(2, 3, options_type::fully_connected)) return;
  int x[3]{};
  const int count = parameters(m, x, 0, true);
  const int order = m.options.number<std::int8_t>(field::weights_format);
  if (order != 0) {
    m.refuse({.refuse = error::tflite_shuffled_weights_are_not_supported,
              .message = "weights in order {} are not supported",
              .have = order});
  }
  const operand y = m.describe_output(m.output());
  const auto act = m.fused(field::activation, y.number);
  if (m.failed()) return;
  const extents in = m.at(x[0]).shape, weights = m.at(x[1]).shape;
  const int depth = weights.c();
  if (weights.rank != 2 || in.size() % depth != 0) {
    m.refuse({.refuse = error::tflite_the_weights_read_another_number_of_inputs_than_the_value_has,
              .message = "the weights read {} inputs, the value has {}",
              .have = depth,
              .want = in.size()});
    return;
  }
  const int batches = in.size() / depth;
  const bool as_it_is = (in.rank == 2 || in.rank == 4) && in.d[0] == batches;
  if (!as_it_is) {
    x[0] = m.make_between(ops::reshape{2, {batches, depth}}, x, 1, m.at(x[0]).number,
                          {2, {batches, depth}});
  }
  const extents made{2, {batches, weights.d[0]}};
  if (y.shape == made) return m.make(ops::dense{}, x, count, act);
  m.make_reshaped(m.make_between(ops::dense{}, x, count, y.number, made, act));
}

template <class Pool>
constexpr void import_pool(tflite_import& m) {
  namespace field = pool_field;
  if (!m.has(1, 1, options_type::pool2d)) return;
  const int x = m.read(m.input(0));
  const padding pad = m.padding_of(field::padding);
  const pair size = m.sizes(field::height, field::width, 0);
  const Pool what{size, {m.sizes(field::stride_h, field::stride_w, 0), 1, pad}};
  // the search for windows of padding only
  const long long cells = 1LL * size.h * size.h + 1LL * size.w * size.w;
  if (pad.how == padding::rule::same && !m.file.source.spend(cells)) return;
  m.make(what, &x, 1, m.fused(field::activation, m.describe_output(m.output()).number));
}

/// MEAN over height and width.
constexpr void import_mean(tflite_import& m) {
  if (!m.has(2, 2, options_type::reducer)) return;
  const tflite_tensor axes = m.constant(m.input(1));
  const int x = m.read(m.input(0));
  if (m.failed()) return;
  const extents in = m.at(x).shape;
  bool h = false, w = false, other = !axes.is(tensor_type::int32) || axes.data.count > 20;
  int last = 0;
  for (int i = 0; 4 * i + 4 <= axes.data.count && !other; ++i) {
    last = m.file.source.read<std::int32_t>(axes.data.at + 4 * i);
    const int axis = last < 0 ? last + in.rank : last;
    h |= axis == in.rank - 3;
    w |= axis == in.rank - 2;
    other |= axis != in.rank - 3 && axis != in.rank - 2;
  }
  if (other || !h || !w || in.rank < 3 || in.rank > 4) {
    m.refuse({.refuse = error::tflite_the_mean_is_over_other_dimensions_than_height_and_width,
              .message = "the mean is over other dimensions than height and width: {}",
              .have = last});
    return;
  }
  const operand y = m.describe_output(m.output());
  const extents made = in.rank == 4 ? extents{2, {in.n(), in.c()}} : extents{1, {in.c()}};
  if (y.shape == made) return m.make(ops::global_avg_pool{}, &x, 1);
  m.make_reshaped(m.make_between(ops::global_avg_pool{}, &x, 1, y.number, made));
}

constexpr void import_add(tflite_import& m) {
  if (!m.has(2, 2, options_type::add)) return;
  const int x[2]{m.read(m.input(0)), m.read(m.input(1))};
  const format y = m.describe_output(m.output()).number;
  if (m.failed()) return;
  const double most = 2 * maximum(m.at(x[0]).number.unit(), m.at(x[1]).number.unit());
  if (is_affine(y) && most >= 1048576 * y.unit()) {
    m.refuse({.refuse = error::tflite_the_scales_of_the_sum_are_too_far_apart,
              .message = "the scales of the sum are too far apart"});
  }
  m.make(ops::add{}, x, 2, m.fused(0, y));
}

/// RESHAPE: what the new shape is, the output tensor says.
constexpr void import_reshape(tflite_import& m) {
  if (!m.has(1, 2, options_type::reshape)) return;
  m.make_reshaped(m.read(m.input(0)));
}

constexpr void import_softmax(tflite_import& m) {
  if (!m.has(1, 1, options_type::softmax)) return;
  const int x = m.read(m.input(0));
  m.make(ops::softmax::with_beta(m.options.number<float>(0)), &x, 1);
}

constexpr void import_concatenation(tflite_import& m) {
  if (!m.has(1, 8, options_type::concatenation)) return;
  const int fused = m.options.number<std::int8_t>(1);
  if (fused != 0) {
    m.refuse({.refuse = error::tflite_a_concatenation_fuses_no_activation,
              .message = "a concatenation fuses no activation, this one fuses {}",
              .have = fused});
  }
  int x[8]{};
  for (int i = 0; i < m.inputs(); ++i) x[i] = m.read(m.input(i));
  if (m.inputs() == 1) return m.make_reshaped(x[0]);
  m.make(ops::concat{m.options.number<std::int32_t>(0)}, x, m.inputs());
}

/// RELU with another scale behind it is a requantisation; RELU6 keeps its format.
constexpr void import_activation(tflite_import& m, fused_activation a) {
  if (!m.has(1, 1, options_type::none)) return;
  const int x = m.read(m.input(0));
  const format y = m.describe_output(m.output()).number;
  if (m.failed()) return;
  const auto l = m.clamping(static_cast<int>(a), y);
  if (a != fused_activation::relu) return m.make(ops::clamp{l.low, l.high}, &x, 1);
  if (m.at(x).number == y) return m.make(ops::relu{}, &x, 1);
  m.make(ops::to{}, &x, 1, l);
}

/// QUANTIZE and DEQUANTIZE.
constexpr void import_conversion(tflite_import& m) {
  if (!m.has(1, 1, options_type::none)) return;
  const int x = m.read(m.input(0));
  if (!m.failed()) m.make(ops::to{}, &x, 1);
}

/// Operator `index` of the file.
constexpr void import_operator(tflite_import& m, int index) {
  if (!m.open_operator(index)) return;
  switch (static_cast<builtin>(m.file.place.code)) {
    case builtin::conv_2d: return import_conv_2d(m);
    case builtin::depthwise_conv_2d: return import_depthwise_conv_2d(m);
    case builtin::fully_connected: return import_fully_connected(m);
    case builtin::average_pool_2d: return import_pool<ops::avg_pool>(m);
    case builtin::max_pool_2d: return import_pool<ops::max_pool>(m);
    case builtin::mean: return import_mean(m);
    case builtin::add: return import_add(m);
    case builtin::reshape: return import_reshape(m);
    case builtin::softmax: return import_softmax(m);
    case builtin::concatenation: return import_concatenation(m);
    case builtin::relu: return import_activation(m, fused_activation::relu);
    case builtin::relu6: return import_activation(m, fused_activation::relu6);
    case builtin::quantize:
    case builtin::dequantize: return import_conversion(m);
    default:
      m.file.tensor_type_of(m.output());
      m.refuse({.refuse = error::tflite_the_operator_is_not_supported,
                .message = "the operator with code {} is not supported",
                .have = m.file.place.code});
  }
}

}  // namespace tflite_operators

}  // namespace etch::inline ETCH_ABI
