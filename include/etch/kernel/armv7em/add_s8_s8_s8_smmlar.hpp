// add of int8 codes, exact as TensorFlow Lite, by SMMLAR: about 18 instructions a code.
//
// Needs: DSP instructions; logical order; affine int8 codes of which none is a constant; rounding
// tflite_double; factors of at most 1/2 and at least 2^-23.
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/add.hpp>

namespace ETCH_NAMESPACE {

/// add of affine int8 codes.
struct add_s8_s8_s8_smmlar
    : cortex_m::add_kernel<add_s8_s8_s8_smmlar, cortex_m::units_by_high_products<armv7em::core>> {
  static constexpr const char* name = "add_s8_s8_s8_smmlar";
};

}  // namespace ETCH_NAMESPACE
