// mul of int8 codes, exact as TensorFlow Lite, by SMULL.
//
// Needs: Armv7-M; logical order; affine int8 codes of which none is a constant or broadcast;
// rounding tflite_double; factors of less than 1/2 and at least 2^-23. Reads: a, b (N,H,W,C).
// Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv7m/core.hpp>
#include <etch/kernel/cortex_m/mul.hpp>

namespace ETCH_NAMESPACE {

/// mul of affine int8 codes.
struct mul_s8_s8_s8_smull : cortex_m::mul_kernel<mul_s8_s8_s8_smull, armv7m::core> {
  static constexpr const char* name = "mul_s8_s8_s8_smull";
};

}  // namespace ETCH_NAMESPACE
