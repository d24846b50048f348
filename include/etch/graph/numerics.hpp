#pragma once

#include <etch/op/ops.hpp>

namespace etch::inline ETCH_ABI {

/// Whose rounding a graph follows where it does not say itself.
enum class numerics {
  standard,        ///< q as cmsis_legacy, affine as tflm_reference
  cmsis_legacy,    ///< CMSIS-NN's q7 functions: half up, average pool toward zero
  tflm_reference,  ///< TensorFlow Lite Micro's reference kernels: double rounding
  cmsis_nn,        ///< CMSIS-NN's s8 functions: double rounding
  litert_xnnpack,  ///< LiteRT with XNNPACK: int8 in single precision
};

/// Whether LiteRT leaves operator `op` from x to y to XNNPACK: int8 values with scales that it
/// takes. All other integers are for LiteRT's own kernels.
constexpr bool runs_on_xnnpack(pointer_to<operator_tag> op, const operands& x, const operand& y) {
  const format &a = x[0].number, &b = x[x.count > 1 ? 1 : 0].number, &c = y.number;
  const auto one_of = [&](auto... tags) { return ((op == tags) || ...); };
  if (!xnnpack::is_int8(c)) return false;
  if (op == &op_id<ops::to>) {
    return is_accumulator(a) || is_f32(a) || xnnpack::rescales(a, c);
  }
  if (one_of(&op_id<ops::add>, &op_id<ops::sub>)) return xnnpack::adds(a, b, c);
  if (op == &op_id<ops::mul>) return xnnpack::multiplies(a, b, c);
  if (!xnnpack::is_int8(a)) return false;
  if (op == &op_id<ops::dense>) return b.zero == 0;
  return one_of(&op_id<ops::conv2d>, &op_id<ops::depthwise_conv2d>, &op_id<ops::transpose_conv2d>,
                &op_id<ops::global_avg_pool>, &op_id<ops::leaky_relu>, &op_id<ops::sigmoid>,
                &op_id<ops::tanh>, &op_id<ops::resize_bilinear>);
}

/// The policy for output `out` of operator `op` over x.
constexpr rounding default_rounding(numerics n, pointer_to<operator_tag> op, const operands& x,
                                    const operand& out) {
  const format& y = out.number;
  if (is_real(y) && !is_f32(y)) return rounding::half_even;
  if (n == numerics::litert_xnnpack && runs_on_xnnpack(op, x, out)) return rounding::xnnpack;
  // LiteRT's FULLY_CONNECTED multiplies sums of 64 bits in double precision
  const bool wide = x.count > 2 && x[2].number.bits == 64;
  if (n == numerics::litert_xnnpack && op == &op_id<ops::dense> && wide && is_scaled(y))
    return rounding::half_away;
  // and makes the tables of its softmax of 16 bits in it
  if (n == numerics::litert_xnnpack && op == &op_id<ops::softmax> && y.bits == 16 && is_scaled(y))
    return rounding::half_away;
  // TensorFlow Lite's MEAN, whose sum is scaled as those of layers; CMSIS-NN's q7 has no affine one
  const bool is_mean = op == &op_id<ops::global_avg_pool> && is_affine(y);
  if (is_mean && n != numerics::cmsis_legacy) return rounding::tflite_double;
  if (op == &op_id<ops::avg_pool> || op == &op_id<ops::global_avg_pool>) {
    return is_q(y) ? rounding::toward_zero : rounding::half_away;
  }
  return is_q(y) ? rounding::half_up : rounding::tflite_double;
}

}  // namespace etch::inline ETCH_ABI
