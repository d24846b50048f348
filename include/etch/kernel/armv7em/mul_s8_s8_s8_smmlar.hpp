// mul of int8 codes, exact as TensorFlow Lite, by SMMLAR.
//
// Needs: DSP instructions; logical order; affine int8 codes of which none is a constant or
// broadcast; rounding tflite_double; factors of less than 1/2 and at least 2^-23. Reads: a, b
// (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/mul.hpp>

namespace ETCH_NAMESPACE {

/// mul of affine int8 codes.
struct mul_s8_s8_s8_smmlar : cortex_m::mul_kernel<mul_s8_s8_s8_smmlar, armv7em::core> {
  static constexpr const char* name = "mul_s8_s8_s8_smmlar";
};

}  // namespace ETCH_NAMESPACE
