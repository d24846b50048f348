#pragma once

#include <etch/op/ops.hpp>

namespace etch::inline ETCH_ABI {

/// Whose rounding a graph follows where it does not say itself.
enum class numerics {
  standard,        ///< q as cmsis_legacy, affine as tflm_reference
  cmsis_legacy,    ///< CMSIS-NN's q7 functions: half up, average pool toward zero
  tflm_reference,  ///< TensorFlow Lite Micro's reference kernels: double rounding
  cmsis_nn,        ///< CMSIS-NN's s8 functions: double rounding
  litert_xnnpack,  ///< XNNPACK behind LiteRT: single rounding
};

/// The policy for an output in format y of operator `op`.
constexpr rounding default_rounding(numerics n, const operator_tag* op, const format& y) {
  if (is_real(y) && !is_f32(y)) return rounding::half_even;
  // TensorFlow Lite's MEAN rounds twice even where XNNPACK runs the other operators
  const bool lite =
      n == numerics::tflm_reference || n == numerics::cmsis_nn || n == numerics::litert_xnnpack;
  if (op == &op_id<ops::global_avg_pool> && is_affine(y) && lite) return rounding::tflite_double;
  if (op == &op_id<ops::avg_pool> || op == &op_id<ops::global_avg_pool>) {
    return is_q(y) ? rounding::toward_zero : rounding::half_away;
  }
  if (is_q(y)) return rounding::half_up;
  return n == numerics::litert_xnnpack ? rounding::tflite_single : rounding::tflite_double;
}

}  // namespace etch::inline ETCH_ABI
