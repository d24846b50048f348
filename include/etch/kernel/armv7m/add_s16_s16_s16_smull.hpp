// add of codes of 9 to 16 bits, exact as TensorFlow Lite, by SMULL.
//
// Needs: Armv7-M; logical order; affine codes without zero points of which none is a constant;
// rounding tflite_double; factors of at most 1/2 and at least 2^-23. Reads: a, b (N,H,W,C). Writes:
// y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv7m/core.hpp>
#include <etch/kernel/cortex_m/add.hpp>

namespace ETCH_NAMESPACE {

/// add of affine codes of 9 to 16 bits.
struct add_s16_s16_s16_smull
    : cortex_m::add_kernel<add_s16_s16_s16_smull,
                           cortex_m::units_by_high_products<armv7m::core, std::int16_t>> {
  static constexpr const char* name = "add_s16_s16_s16_smull";
};

}  // namespace ETCH_NAMESPACE
