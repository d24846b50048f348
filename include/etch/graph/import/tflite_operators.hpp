// The list of TensorFlow Lite operators that the importer supports: builtin code to import
// function. Each function reads inputs, outputs and options of one operator and adds its nodes.
// Integers are computed as by the reference kernels of TensorFlow Lite Micro.
#pragma once

#include <etch/graph/import/tflite_batches.hpp>
#include <etch/graph/import/tflite_elements.hpp>
#include <etch/graph/import/tflite_layers.hpp>
#include <etch/graph/import/tflite_loops.hpp>
#include <etch/graph/import/tflite_moves.hpp>
#include <etch/graph/import/tflite_recurrent.hpp>
#include <etch/graph/import/tflite_reductions.hpp>
#include <etch/graph/import/tflite_shapes.hpp>
#include <etch/graph/import/tflite_variables.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void tflite_the_operator_is_not_supported(long /*code*/, long) {}
inline void tflite_loops_and_branches_are_not_supported_GRU_and_LSTM_take_unroll_True(long, long) {}
inline void tflite_operators_outside_of_TensorFlow_Lite_are_not_supported(long, long) {}
}  // namespace error

namespace tflite_operators {

/// Refuses an operator that the list below does not have, with a cure where there is one.
constexpr void refuse_operator(tflite_import& m) {
  m.values.file.tensor_type_of(m.output());
  const int code = m.values.file.place.code;
  const auto of = static_cast<builtin>(code);
  if (of == builtin::while_loop || of == builtin::if_else) {
    m.refuse(
        {.refuse = error::tflite_loops_and_branches_are_not_supported_GRU_and_LSTM_take_unroll_True,
         .message = "loops and branches are not supported: a GRU or LSTM of Keras takes "
                    "`unroll=True`"});
  } else if (of == builtin::custom) {
    m.refuse({.refuse = error::tflite_operators_outside_of_TensorFlow_Lite_are_not_supported,
              .message = "operators outside of TensorFlow Lite are not supported: convert with "
                         "`supported_ops=[tf.lite.OpsSet.TFLITE_BUILTINS]`"});
  } else {
    m.refuse({.refuse = error::tflite_the_operator_is_not_supported,
              .message = "the operator with code {} is not supported",
              .have = code});
  }
}

/// Imports operator `index` of the file.
constexpr void import_operator(tflite_import& m, int index) {
  const bool needed = m.open_operator(index);
  if (fold_integers(m) || !needed || m.failed()) return;
  if (m.reads_unknown()) return m.stand_in();
  m.check_inputs();
  if (is_loop(m.values.file.place.code) && import_while(m)) return;
  switch (static_cast<builtin>(m.values.file.place.code)) {
    case builtin::conv_2d: return import_conv_2d(m);
    case builtin::depthwise_conv_2d: return import_depthwise_conv_2d(m);
    case builtin::fully_connected: return import_fully_connected(m);
    case builtin::transpose_conv: return import_transpose_conv(m);
    case builtin::batch_matmul: return import_batch_matmul(m);
    case builtin::unidirectional_sequence_lstm: return import_lstm(m);
    case builtin::svdf: return import_svdf(m);
    case builtin::average_pool_2d: return import_pool<ops::avg_pool>(m);
    case builtin::max_pool_2d: return import_pool<ops::max_pool>(m);
    case builtin::mean: return import_reduction(m, reduction::mean);
    case builtin::sum: return import_reduction(m, reduction::sum);
    case builtin::reduce_max: return import_reduction(m, reduction::largest);
    case builtin::reduce_min: return import_reduction(m, reduction::smallest);
    case builtin::arg_max: return import_arg_max(m, false);
    case builtin::arg_min: return import_arg_max(m, true);
    case builtin::resize_bilinear:
      return import_resize<ops::resize_bilinear>(
          m, options_type::resize_bilinear, fields::resize_bilinear_options::align_corners,
          fields::resize_bilinear_options::half_pixel_centers);
    case builtin::resize_nearest_neighbor:
      return import_resize<ops::resize_nearest>(
          m, options_type::resize_nearest_neighbor,
          fields::resize_nearest_neighbor_options::align_corners,
          fields::resize_nearest_neighbor_options::half_pixel_centers);
    case builtin::add:
      return import_sum<ops::add>(m, options_type::add,
                                  fields::add_options::fused_activation_function);
    case builtin::sub:
      return import_sum<ops::sub>(m, options_type::sub,
                                  fields::sub_options::fused_activation_function);
    case builtin::mul:
      return import_pair<ops::mul>(m, options_type::mul,
                                   fields::mul_options::fused_activation_function);
    case builtin::div:
      return import_pairwise(m, pair_function::quotient, options_type::div,
                             fields::div_options::fused_activation_function);
    case builtin::squared_difference:
      return import_pairwise(m, pair_function::squared_difference, options_type::none);
    case builtin::pow: return import_pairwise(m, pair_function::power, options_type::none);
    case builtin::equal: return import_comparison(m, comparison::equal);
    case builtin::not_equal: return import_comparison(m, comparison::not_equal);
    case builtin::less: return import_comparison(m, comparison::less);
    case builtin::less_equal: return import_comparison(m, comparison::less_equal);
    case builtin::greater: return import_comparison(m, comparison::greater);
    case builtin::greater_equal: return import_comparison(m, comparison::greater_equal);
    case builtin::logical_and: return import_logical<ops::minimum>(m);
    case builtin::logical_or: return import_logical<ops::maximum>(m);
    case builtin::logical_not: return import_logical_not(m);
    case builtin::select: return import_select(m, options_type::select);
    case builtin::select_v2: return import_select(m, options_type::select_v2);
    case builtin::cast: return import_cast(m);
    case builtin::minimum: return import_pair<ops::minimum>(m, options_type::none);
    case builtin::maximum: return import_pair<ops::maximum>(m, options_type::none);
    case builtin::prelu: return import_pair<ops::prelu>(m, options_type::none);
    case builtin::relu: return import_activation(m, fused_activation::relu);
    case builtin::relu6: return import_activation(m, fused_activation::relu6);
    case builtin::relu_n1_to_1: return import_activation(m, fused_activation::relu_n1_to_1);
    case builtin::leaky_relu: return import_leaky_relu(m);
    case builtin::logistic: return import_one(m, ops::sigmoid{});
    case builtin::tanh: return import_one(m, ops::tanh{});
    case builtin::hard_swish: return import_one(m, ops::hard_swish{});
    case builtin::abs: return import_unary(m, unary_function::absolute);
    case builtin::neg: return import_unary(m, unary_function::negative);
    case builtin::square: return import_unary(m, unary_function::square);
    case builtin::sqrt: return import_unary(m, unary_function::square_root);
    case builtin::rsqrt: return import_unary(m, unary_function::reciprocal_square_root);
    case builtin::exp: return import_unary(m, unary_function::exponential);
    case builtin::log: return import_unary(m, unary_function::logarithm);
    case builtin::elu: return import_unary(m, unary_function::elu);
    case builtin::gelu: return import_gelu(m);
    case builtin::l2_normalization: return import_l2_normalization(m);
    case builtin::softmax: return import_softmax(m);
    case builtin::log_softmax: return import_log_softmax(m);
    case builtin::cumsum: return import_cumsum(m);
    case builtin::dequantize: return import_dequantize(m);
    case builtin::quantize: return import_rescaling(m);
    case builtin::reshape: return import_reshape(m, options_type::reshape);
    case builtin::squeeze:
    case builtin::expand_dims: return import_reshape(m, options_type::none);
    case builtin::transpose: return import_transpose(m);
    case builtin::pad:
    case builtin::padv2: return import_pad(m);
    case builtin::mirror_pad: return import_mirror_pad(m);
    case builtin::broadcast_to: return import_broadcast(m, options_type::broadcast_to, 0, 1);
    case builtin::fill: return import_broadcast(m, options_type::fill, 1, 0);
    case builtin::gather: return import_gather(m);
    case builtin::embedding_lookup: return import_embedding_lookup(m);
    case builtin::slice: return import_slice(m);
    case builtin::strided_slice: return import_strided_slice(m);
    case builtin::split: return import_split(m, false);
    case builtin::split_v: return import_split(m, true);
    case builtin::pack: return import_pack(m);
    case builtin::unpack: return import_unpack(m);
    case builtin::tile: return import_tile(m);
    case builtin::concatenation: return import_concatenation(m);
    case builtin::call_once:
    case builtin::var_handle: return;
    case builtin::read_variable: return import_read_variable(m);
    case builtin::assign_variable: return import_assign_variable(m);
    case builtin::space_to_batch_nd: return import_space_to_batch(m);
    case builtin::batch_to_space_nd: return import_batch_to_space(m);
    case builtin::space_to_depth: return import_blocks(m, true);
    case builtin::depth_to_space: return import_blocks(m, false);
    default: refuse_operator(m);
  }
}

}  // namespace tflite_operators

}  // namespace ETCH_NAMESPACE
