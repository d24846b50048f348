// The list of ONNX operators that the importer supports: name to import function. Each function
// reads inputs and attributes of one node of the file and adds its nodes.
#pragma once

#include <etch/graph/import/onnx_constants.hpp>
#include <etch/graph/import/onnx_conv_transpose.hpp>
#include <etch/graph/import/onnx_dynamic.hpp>
#include <etch/graph/import/onnx_moves.hpp>
#include <etch/graph/import/onnx_norms.hpp>
#include <etch/graph/import/onnx_pad.hpp>
#include <etch/graph/import/onnx_qdq.hpp>
#include <etch/graph/import/onnx_recurrent.hpp>
#include <etch/graph/import/onnx_resize.hpp>
#include <etch/graph/import/onnx_shapes.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_the_operator_is_not_supported(long, long) {}
}  // namespace error

namespace onnx_operators {

using onnx_schema::op;

/// How the order of channels passes through an operator.
enum class passes : int {
  nothing,  ///< it takes values in the file's order, or in any
  order,    ///< its inputs may lie as its output does
  channels  ///< it takes its first input with channels last
};
constexpr passes passes_of(op code) {
  if (const onnx_linear linear = linear_of(code, 5)) return passes_of(linear.as);
  switch (code) {
    case op::average_pool:
    case op::batch_normalization:
    case op::conv:
    case op::conv_integer:
    case op::conv_transpose:
    case op::depth_to_space:
    case op::global_average_pool:
    case op::global_max_pool:
    case op::group_normalization:
    case op::instance_normalization:
    case op::lrn:
    case op::max_pool:
    case op::mean_variance_normalization:
    case op::resize:
    case op::space_to_depth:
    case op::upsample: return passes::channels;
    case op::constant:
    case op::constant_of_shape:
    case op::expand:
    case op::flatten:
    case op::gru:
    case op::gather:
    case op::gemm:
    case op::layer_normalization:
    case op::lstm:
    case op::mat_mul:
    case op::mat_mul_integer:
    case op::range:
    case op::reshape:
    case op::rnn:
    case op::shape:
    case op::size:
    case op::squeeze:
    case op::transpose:
    case op::trilu:
    case op::unknown:
    case op::unsqueeze: return passes::nothing;
    default: return passes::order;
  }
}

/// Refuses a QLinear operator that has too few inputs for an operand.
constexpr void refuse_layout(onnx_import& m) {
  m.refuse({.refuse = error::onnx_the_node_has_another_number_of_inputs,
            .message = "the node has {} inputs, at most {} are possible",
            .have = m.inputs(),
            .want = most_inputs});
}
/// Imports node `index` of the file.
constexpr void import_node(onnx_import& m, int index) {
  m.enter(index);
  if (m.moves(m.code()) || m.code() == op::split) m.reads = onnx_reads::codes;
  if (m.linear) m.integer("channels_last", 0, 0, 0);
  else if (fold_integers(m)) return;
  if (m.failed()) return;
  const auto each = [&](unary_function of) { import_each(m, ops::unary{of}); };
  switch (m.code()) {
    case op::abs: return each(unary_function::absolute);
    case op::add: return import_two(m, ops::add{});
    case op::and_: return import_logical(m, op::and_);
    case op::arg_max: return import_arg_max(m, false);
    case op::arg_min: return import_arg_max(m, true);
    case op::average_pool: return import_pool<ops::avg_pool>(m);
    case op::batch_normalization: return import_batch_normalization(m);
    case op::cast: return import_cast(m);
    case op::cast_like: return import_cast_like(m);
    case op::ceil: return each(unary_function::ceiling);
    case op::celu: return import_celu(m);
    case op::clip: return import_clip(m);
    case op::concat: return import_concat(m);
    case op::constant: return import_constant(m);
    case op::constant_of_shape: return import_constant_of_shape(m);
    case op::conv: return import_conv(m);
    case op::conv_integer: return import_conv_integer(m);
    case op::conv_transpose: return import_conv_transpose(m);
    case op::cos: return each(unary_function::cosine);
    case op::cosh: return import_half_of_powers(m, true);
    case op::cum_sum: return import_cum_sum(m);
    case op::depth_to_space: return import_blocks(m, false);
    case op::dequantize_linear: return import_dequantize_linear(m);
    case op::div: return import_div(m);
    case op::dropout: return import_dropout(m);
    case op::dynamic_quantize_linear: return import_dynamic_quantize_linear(m);
    case op::elu: return import_elu(m);
    case op::equal: return import_comparison(m, comparison::equal);
    case op::erf: return each(unary_function::error);
    case op::exp: return each(unary_function::exponential);
    case op::expand: return import_expand(m);
    case op::flatten: return import_flatten(m);
    case op::floor: return each(unary_function::floor);
    case op::gather: return import_gather(m);
    case op::gelu: return import_gelu(m);
    case op::gemm: return import_gemm(m);
    case op::global_average_pool: return import_global_pool(m, false);
    case op::global_max_pool: return import_global_pool(m, true);
    case op::greater: return import_comparison(m, comparison::greater);
    case op::greater_or_equal: return import_comparison(m, comparison::greater_equal);
    case op::group_normalization: return import_group_norm(m, false);
    case op::gru: return import_gru(m);
    case op::hard_sigmoid: return import_hard_sigmoid(m);
    case op::hard_swish: return import_each(m, ops::hard_swish{});
    case op::hardmax: return import_hardmax(m);
    case op::identity: return import_identity(m);
    case op::instance_normalization: return import_group_norm(m, true);
    case op::is_inf: return import_is_inf(m);
    case op::is_nan: return import_is_nan(m);
    case op::layer_normalization: return import_layer_norm(m);
    case op::leaky_relu: return import_leaky_relu(m);
    case op::less: return import_comparison(m, comparison::less);
    case op::less_or_equal: return import_comparison(m, comparison::less_equal);
    case op::log: return each(unary_function::logarithm);
    case op::log_softmax: return import_log_softmax(m);
    case op::lstm: return import_lstm(m);
    case op::lrn: return import_lrn(m);
    case op::mat_mul: return import_mat_mul(m);
    case op::mat_mul_integer: return import_mat_mul_integer(m);
    case op::max: return import_some(m, ops::maximum{});
    case op::max_pool: return import_pool<ops::max_pool>(m);
    case op::mean: return import_mean(m);
    case op::mean_variance_normalization: return import_mean_variance_norm(m);
    case op::min: return import_some(m, ops::minimum{});
    case op::mish: return import_mish(m);
    case op::mod: return import_mod(m);
    case op::mul:
      if (scales_a_dynamic_one(m)) return m.postpone();
      return import_two(m, ops::mul{});
    case op::neg: return each(unary_function::negative);
    case op::not_: return import_not(m);
    case op::or_: return import_logical(m, op::or_);
    case op::pad: return import_pad(m);
    case op::pow: return import_pow(m);
    case op::prelu: return import_prelu(m);
    case op::qgemm:
    case op::qlinear_add:
    case op::qlinear_average_pool:
    case op::qlinear_concat:
    case op::qlinear_conv:
    case op::qlinear_global_average_pool:
    case op::qlinear_leaky_relu:
    case op::qlinear_mat_mul:
    case op::qlinear_mul:
    case op::qlinear_sigmoid:
    case op::qlinear_softmax: return refuse_layout(m);  // code() is what stands between the codes
    case op::quantize_linear: return import_quantize_linear(m);
    case op::range: return import_range(m);
    case op::reciprocal: return import_reciprocal(m);
    case op::reduce_l1:
    case op::reduce_l2:
    case op::reduce_log_sum:
    case op::reduce_log_sum_exp:
    case op::reduce_max:
    case op::reduce_mean:
    case op::reduce_min:
    case op::reduce_prod:
    case op::reduce_sum:
    case op::reduce_sum_square: return import_reduction(m);
    case op::relu: return import_relu(m);
    case op::reshape: return import_reshape(m);
    case op::resize: return import_resize(m);
    case op::rnn: return import_rnn(m);
    case op::round: return each(unary_function::nearest_even);
    case op::selu: return import_selu(m);
    case op::shrink: return import_shrink(m);
    case op::sigmoid: return import_activation(m, ops::sigmoid{});
    case op::sign: return import_sign(m);
    case op::sin: return each(unary_function::sine);
    case op::sinh: return import_half_of_powers(m, false);
    case op::slice: return import_slice(m);
    case op::softmax: return import_softmax(m);
    case op::softplus: return import_softplus(m);
    case op::softsign: return import_softsign(m);
    case op::space_to_depth: return import_blocks(m, true);
    case op::split: return import_split(m);
    case op::sqrt: return each(unary_function::square_root);
    case op::squeeze: return import_squeeze(m);
    case op::sub: return import_two(m, ops::sub{});
    case op::sum: return import_some(m, ops::add{});
    case op::tan: return import_tan(m);
    case op::tanh: return import_each(m, ops::tanh{});
    case op::thresholded_relu: return import_thresholded_relu(m);
    case op::tile: return import_tile(m);
    case op::transpose: return import_transpose(m);
    case op::trilu: return import_trilu(m);
    case op::unsqueeze: return import_unsqueeze(m);
    case op::upsample: return import_resize(m);
    case op::where: return import_where(m);
    case op::xor_: return import_logical(m, op::xor_);
    case op::shape:
    case op::size:
    case op::unknown:
      return m.refuse({.refuse = error::onnx_the_operator_is_not_supported,
                       .message = "the operator is not supported"});
  }
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
