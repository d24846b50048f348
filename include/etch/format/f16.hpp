#pragma once

#include <etch/format/minifloat.hpp>

namespace ETCH_NAMESPACE {

/// IEEE 754 binary16.
struct f16_description {
  static constexpr const char* name = "f16";
  static constexpr const char* fused_name = "f16_fused";
  static constexpr int exponent = 5, mantissa = 10, bias = 15;
  static constexpr bool has_infinity = true;
};
/// Half precision, products (exact in single precision) summed in single precision.
using f16 = minifloat<f16_description>;
/// Half precision whose sums are in half precision too, a product added in one rounding: FMLA of
/// Armv8.2-A's FEAT_FP16.
using f16_fused = minifloat<f16_description, fused_arithmetic<f16_description>>;

}  // namespace ETCH_NAMESPACE
