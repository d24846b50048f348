// sub of codes of 9 to 16 bits, exact as TensorFlow Lite, by halves of factors, whose sums ADCS
// rounds.
//
// Needs: the M profile; logical order; affine codes without zero points of which none is a
// constant; rounding tflite_double; factors of at most 1/2 and at least 2^-23. Reads: a, b
// (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv6m/add_s8_s8_s8_adcs.hpp>

namespace ETCH_NAMESPACE {

/// sub of affine codes of 9 to 16 bits.
struct sub_s16_s16_s16_adcs
    : cortex_m::sub_kernel<sub_s16_s16_s16_adcs, armv6m::units_by_halves<std::int16_t, -1>> {
  static constexpr const char* name = "sub_s16_s16_s16_adcs";
};

}  // namespace ETCH_NAMESPACE
