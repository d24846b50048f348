#pragma once

#include <etch/op/ops.hpp>

namespace ETCH_NAMESPACE {

/// The rounding of output `out` of operator `op` on x, where the graph does not name one.
constexpr rounding default_rounding(numerics n, pointer_to<operator_tag> op, const operands& x,
                                    const operand& out) {
  const format& y = out.number;
  if (is_real(y) && !is_f32(y)) return rounding::half_even;
  if (n == numerics::litert_xnnpack && op->runs_on_xnnpack(x, out)) return rounding::xnnpack;
  if (const rounding own = op->own_rounding(n, x, out); own != rounding::standard) return own;
  if (n == numerics::onnxruntime && is_scaled(y)) {
    return op->runs_on_xnnpack(x, out) ? rounding::xnnpack : rounding::half_even;
  }
  return is_q(y) ? rounding::half_up : rounding::tflite_double;
}

}  // namespace ETCH_NAMESPACE
