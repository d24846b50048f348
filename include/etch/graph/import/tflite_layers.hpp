// Import of TensorFlow Lite layers: CONV_2D, DEPTHWISE_CONV_2D, FULLY_CONNECTED, TRANSPOSE_CONV,
// and pools.
#pragma once

#include <etch/graph/import/tflite_batches.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void tflite_the_depth_multiplier_contradicts_the_weights(long /*multiplier*/, long) {}
inline void tflite_the_weights_are_of_another_type_than_the_value(long, long) {}
inline void tflite_shuffled_weights_are_not_supported(long /*format*/, long) {}
inline void tflite_the_weights_read_another_number_of_inputs_than_the_value_has(long /*weights*/,
                                                                                long /*value*/) {}
inline void tflite_convolutions_need_weights_with_zero_point_0(long /*zero*/, long) {}
}  // namespace error

namespace tflite_operators {

using namespace tflite_schema;

/// Reads the value, the weights and the bias, if there is one, into x; returns their number. A
/// value that is given in x[0] is not read.
constexpr int parameters(tflite_import& m, int (&x)[3], int channel_dimension, bool any_zero,
                         int bias_type_field = fields::none) {
  if (x[0] < 0) x[0] = m.read(m.input(0));
  x[1] = m.values.read_weights(m.input(1), channel_dimension);
  // int8 weights of an f32 value are the numbers scale * code: the layer computes in f32
  if (!m.failed() && !is_f32(m.at(x[0]).number) && is_f32(m.at(x[1]).number)) {
    m.refuse({.refuse = error::tflite_the_weights_are_of_another_type_than_the_value,
              .message = "the weights are of another type than the value"});
  }
  if (!m.failed() && !any_zero && m.at(x[1]).number.zero != 0) {
    m.refuse({.refuse = error::tflite_convolutions_need_weights_with_zero_point_0,
              .message = "convolutions need weights with zero point 0, not {}",
              .have = m.at(x[1]).number.zero});
  }
  if (m.input(2) < 0 && !m.failed()) {
    const int type =
        bias_type_field == fields::none ? 0 : m.options.number<std::int8_t>(bias_type_field);
    const bool wide = m.at(x[0]).number.bits == 16 && type != static_cast<int>(tensor_type::int32);
    if (!wide || is_f32(m.at(x[0]).number)) return 2;
    const extents w = m.at(x[1]).shape;
    x[2] = m.values.no_bias(channel_dimension == 0 ? w.d[0] : w.c());
    return 3;
  }
  if (m.failed()) return 2;
  x[2] = m.values.read_bias(m.input(2), m.at(x[0]).number, m.at(x[1]).number);
  return 3;
}

/// Adds a layer with windows; what is laid out in blocks stays so.
template <class Op>
constexpr void make_layer(tflite_import& m, const Op& what, const int* x, int count,
                          const tflite_blocks& blocks, int activation) {
  const format y = m.values.describe_output(m.output()).number;
  const node_limits l = m.fused(activation, y);
  if (!blocks || m.failed()) return m.make(what, x, count, l);
  operand seen[3]{};
  for (int i = 0; i < count; ++i) seen[i] = m.at(x[i]);
  const inference made = what.infer({seen, count});
  if (made.refused) return m.refuse(made.refused);
  write_blocks(m, {m.make_between(what, x, count, y, made.output.shape, l), blocks.h, blocks.w});
}

/// The window of a layer, from the fields of its options.
constexpr window window_of(tflite_import& m, pair stride, pair dilation, int pad) {
  return {.stride = m.sizes(stride.h, stride.w, 0),
          .dilation = m.sizes(dilation.h, dilation.w, 1),
          .pad = m.padding_of(pad)};
}

constexpr void import_conv_2d(tflite_import& m) {
  namespace field = fields::conv2d_options;
  if (!m.has(2, 3, options_type::conv2d)) return;
  window move = window_of(m, {field::stride_h, field::stride_w},
                          {field::dilation_h_factor, field::dilation_w_factor}, field::padding);
  const tflite_blocks blocks = dilate(m, move);
  int x[3]{blocks.value};
  const int count = parameters(m, x, 0, false, field::quantized_bias_type);
  if (m.failed()) return;
  const int groups = maximum(m.at(x[0]).shape.c() / m.at(x[1]).shape.c(), 1);
  make_layer(m, ops::conv2d{move, groups}, x, count, blocks, field::fused_activation_function);
}

constexpr void import_depthwise_conv_2d(tflite_import& m) {
  namespace field = fields::depthwise_conv2d_options;
  if (!m.has(2, 3, options_type::depthwise_conv2d)) return;
  window move = window_of(m, {field::stride_h, field::stride_w},
                          {field::dilation_h_factor, field::dilation_w_factor}, field::padding);
  const tflite_blocks blocks = dilate(m, move);
  int x[3]{blocks.value};
  const int count = parameters(m, x, 3, false);
  if (m.failed()) return;
  const int multiplier = m.options.number<std::int32_t>(field::depth_multiplier);
  if (multiplier != 0 && 1LL * multiplier * m.at(x[0]).shape.c() != m.at(x[1]).shape.c()) {
    m.refuse({.refuse = error::tflite_the_depth_multiplier_contradicts_the_weights,
              .message = "the depth multiplier {} contradicts the weights",
              .have = multiplier});
  }
  make_layer(m, ops::depthwise_conv2d{move}, x, count, blocks, field::fused_activation_function);
}

/// The value is (B, K) with the K of the weights, the output (B, O), each in any shape with as many
/// elements.
constexpr void import_fully_connected(tflite_import& m) {
  namespace field = fields::fully_connected_options;
  if (!m.has(2, 3, options_type::fully_connected)) return;
  int x[3]{-1};
  const int count = parameters(m, x, 0, true, field::quantized_bias_type);
  const int order = m.options.number<std::int8_t>(field::weights_format);
  if (order != static_cast<int>(weights_format::row_major)) {
    m.refuse({.refuse = error::tflite_shuffled_weights_are_not_supported,
              .message = "weights in order {} are not supported",
              .have = order});
  }
  const operand y = m.values.describe_output(m.output());
  const auto act = m.fused(field::fused_activation_function, y.number);
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

/// Inputs: (shape of the output, weights, value[, bias]). SAME crops as many rows and columns as it
/// would pad the output with.
constexpr void import_transpose_conv(tflite_import& m) {
  namespace field = fields::transpose_conv_options;
  if (!m.has(3, 4, options_type::transpose_conv)) return;
  int x[3]{m.read(m.input(2)), m.values.read_weights(m.input(1), 0)};
  if (m.failed()) return;
  if (m.input(3) >= 0) {
    x[2] = m.values.read_bias(m.input(3), m.at(x[0]).number, m.at(x[1]).number);
  } else if (!m.failed() && m.at(x[0]).number.bits == 16 && m.at(x[1]).shape.rank > 0) {
    x[2] = m.values.no_bias(m.at(x[1]).shape.d[0]);
  }
  operand y = m.values.describe_output(m.output());
  y.shape = m.output_shape(0);
  const pair stride = m.sizes(field::stride_h, field::stride_w, 0);
  const padding pad = m.padding_of(field::padding);
  const auto act = m.fused(field::fused_activation_function, y.number);
  if (m.failed()) return;
  if (m.at(x[1]).number.zero != 0) {
    return m.refuse({.refuse = error::tflite_convolutions_need_weights_with_zero_point_0,
                     .message = "convolutions need weights with zero point 0, not {}",
                     .have = m.at(x[1]).number.zero});
  }
  const extents out = y.shape, w = m.at(x[1]).shape;
  const auto cut = [&](int size, int s, int window) {
    const int cells = (ceil_div(size, s) - 1) * s + window - size;
    return pad.how == padding::rule::same ? maximum(cells, 0) / 2 : 0;
  };
  const ops::transpose_conv2d what{stride, cut(out.h(), stride.h, w.h()),
                                   cut(out.w(), stride.w, w.w()), out.h(), out.w()};
  m.make(what, x, m.input(3) >= 0 || x[2] != 0 ? 3 : 2, act);
  // LiteRT leaves only those to XNNPACK whose output shape is a constant
  if (!m.values.file.shapeless_tensor(m.input(0)).is_constant() && is_scaled(y.number)) {
    m.rounds_by(rounding::tflite_double);
  }
}

template <class Pool>
constexpr void import_pool(tflite_import& m) {
  namespace field = fields::pool2d_options;
  if (!m.has(1, 1, options_type::pool2d)) return;
  const int x = m.read(m.input(0));
  const padding pad = m.padding_of(field::padding);
  const pair size = m.sizes(field::filter_height, field::filter_width, 0);
  const Pool what{size, {m.sizes(field::stride_h, field::stride_w, 0), 1, pad}};
  // infer() looks for windows that contain only padding, in so many steps
  const long long cells = 1LL * size.h * size.h + 1LL * size.w * size.w;
  if (pad.how == padding::rule::same && !m.values.file.source.spend(cells)) return;
  m.make(what, &x, 1,
         m.fused(field::fused_activation_function, m.values.describe_output(m.output()).number));
}

}  // namespace tflite_operators

}  // namespace ETCH_NAMESPACE
