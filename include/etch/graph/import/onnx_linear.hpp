// The QLinear operators of ONNX, those of ONNX Runtime's domain com.microsoft as well: an operator
// between DequantizeLinear of its inputs and QuantizeLinear of its output, in one node.
#pragma once

#include <etch/graph/import/onnx_schema.hpp>

namespace ETCH_NAMESPACE {

/// Where the inputs of a node stand that names the scales and zero points of its operands and of
/// its output: each behind what it belongs to.
struct onnx_linear {
  onnx_schema::op as = onnx_schema::op::unknown;  ///< the operator between both
  int operands = 0;                               ///< 0: the node is no QLinear operator
  int first = 0;   ///< input that is operand 0; the next one is three behind it
  int output = 0;  ///< input that is the scale of the output
  int bias = -1;   ///< input that is the bias, codes in units of both scales; -1: there is none

  constexpr explicit operator bool() const { return operands > 0; }
  /// The input that is operand k, or the bias behind them; -1: there is none.
  constexpr int place(int k) const {
    if (k < operands) return first + 3 * k;
    return k == operands ? bias : -1;
  }
};

/// How a node of operator `code` with so many inputs is laid out.
constexpr onnx_linear linear_of(onnx_schema::op code, int inputs) {
  using onnx_schema::op;
  switch (code) {
    case op::qgemm: return {.as = op::gemm, .operands = 2, .output = 7, .bias = 6};
    case op::qlinear_add: return {.as = op::add, .operands = 2, .output = 6};
    case op::qlinear_average_pool: return {.as = op::average_pool, .operands = 1, .output = 3};
    case op::qlinear_concat:
      return {.as = op::concat, .operands = (inputs - 2) / 3, .first = 2, .output = 0};
    case op::qlinear_conv: return {.as = op::conv, .operands = 2, .output = 6, .bias = 8};
    case op::qlinear_global_average_pool:
      return {.as = op::global_average_pool, .operands = 1, .output = 3};
    case op::qlinear_leaky_relu: return {.as = op::leaky_relu, .operands = 1, .output = 3};
    case op::qlinear_mat_mul: return {.as = op::mat_mul, .operands = 2, .output = 6};
    case op::qlinear_mul: return {.as = op::mul, .operands = 2, .output = 6};
    case op::qlinear_sigmoid: return {.as = op::sigmoid, .operands = 1, .output = 3};
    case op::qlinear_softmax: return {.as = op::softmax, .operands = 1, .output = 3};
    default: return {};
  }
}
/// Operator `code`, if it is one of domain com.microsoft or, if not `of_microsoft`, of ONNX's own.
constexpr onnx_schema::op op_of_domain(onnx_schema::op code, bool of_microsoft) {
  using onnx_schema::op;
  const bool is_of_both = code == op::quantize_linear || code == op::dequantize_linear;
  const bool is_linear =
      linear_of(code, 5) && code != op::qlinear_conv && code != op::qlinear_mat_mul;
  return is_of_both || is_linear == of_microsoft ? code : op::unknown;
}

}  // namespace ETCH_NAMESPACE
