// The list of ONNX operators that the importer supports: name to import function. Each function
// reads inputs and attributes of one node of the file and adds its nodes.
#pragma once

#include <etch/graph/import/onnx_elements.hpp>
#include <etch/graph/import/onnx_layers.hpp>
#include <etch/graph/import/onnx_moves.hpp>
#include <etch/graph/import/onnx_qdq.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void onnx_the_operator_is_not_supported(long, long) {}
inline void onnx_the_alpha_of_an_Elu_is_1(long, long) {}
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
    case op::conv:
    case op::max_pool:
    case op::average_pool:
    case op::global_average_pool:
    case op::global_max_pool:
    case op::batch_normalization: return passes::channels;
    case op::constant:
    case op::flatten:
    case op::gemm:
    case op::mat_mul:
    case op::reshape:
    case op::squeeze:
    case op::transpose:
    case op::unsqueeze:
    case op::unknown: return passes::nothing;
    default: return passes::order;
  }
}

inline constexpr diagnosis alpha_is_1{.refuse = error::onnx_the_alpha_of_an_Elu_is_1,
                                      .message = "the alpha of an Elu is 1"};

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
  if (m.moves(m.code())) m.reads = onnx_reads::codes;
  if (m.linear) m.integer("channels_last", 0, 0, 0);
  if (m.failed()) return;
  switch (m.code()) {
    case op::abs: return import_each(m, ops::unary{unary_function::absolute});
    case op::add: return import_two(m, ops::add{});
    case op::average_pool: return import_pool<ops::avg_pool>(m);
    case op::batch_normalization: return import_batch_normalization(m);
    case op::clip: return import_clip(m);
    case op::concat: return import_concat(m);
    case op::constant:
      return m.refuse(
          {.refuse = error::onnx_a_Constant_is_a_tensor, .message = "a Constant is a tensor"});
    case op::conv: return import_conv(m);
    case op::dequantize_linear: return import_dequantize_linear(m);
    case op::div: return import_two(m, ops::pairwise{pair_function::quotient});
    case op::dropout: return import_identity(m, 3);
    case op::elu:
      if (m.real("alpha", 1) != 1) return m.refuse(alpha_is_1);
      return import_each(m, ops::unary{unary_function::elu});
    case op::exp: return import_each(m, ops::unary{unary_function::exponential});
    case op::flatten: return import_flatten(m);
    case op::gemm: return import_gemm(m);
    case op::global_average_pool: return import_global_pool(m, false);
    case op::global_max_pool: return import_global_pool(m, true);
    case op::hard_swish: return import_each(m, ops::hard_swish{});
    case op::identity: return import_identity(m);
    case op::leaky_relu:
      return import_each(m, ops::leaky_relu{__builtin_bit_cast(int, m.real("alpha", 0.01F))});
    case op::log: return import_each(m, ops::unary{unary_function::logarithm});
    case op::mat_mul: return import_mat_mul(m);
    case op::max: return import_two(m, ops::maximum{});
    case op::max_pool: return import_pool<ops::max_pool>(m);
    case op::min: return import_two(m, ops::minimum{});
    case op::mul: return import_two(m, ops::mul{});
    case op::neg: return import_each(m, ops::unary{unary_function::negative});
    case op::pad: return import_pad(m);
    case op::pow: return import_two(m, ops::pairwise{pair_function::power});
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
    case op::relu: return import_relu(m);
    case op::reshape: return import_reshape(m);
    case op::sigmoid: return import_activation(m, ops::sigmoid{});
    case op::softmax: return import_softmax(m);
    case op::sqrt: return import_each(m, ops::unary{unary_function::square_root});
    case op::squeeze: return import_squeeze(m);
    case op::sub: return import_two(m, ops::sub{});
    case op::tanh: return import_each(m, ops::tanh{});
    case op::transpose: return import_transpose(m);
    case op::unsqueeze: return import_unsqueeze(m);
    case op::unknown:
      return m.refuse({.refuse = error::onnx_the_operator_is_not_supported,
                       .message = "the operator is not supported"});
  }
}

}  // namespace onnx_operators

}  // namespace ETCH_NAMESPACE
