#pragma once

#include <etch/format/bfdot.hpp>
#include <etch/format/minifloat.hpp>

namespace ETCH_NAMESPACE {

/// The upper half of single precision.
struct bf16_description {
  static constexpr const char* name = "bf16";
  static constexpr int exponent = 8, mantissa = 7, bias = 127;
  static constexpr bool has_infinity = true;
};
/// bfloat16, products summed in single precision, one rounding each. Numbers are rounded to even;
/// NaN keeps its payload and becomes quiet, as Arm's BFCVT does.
using bf16 = minifloat<bf16_description>;
/// bfloat16 whose products are summed as Arm's BFDOT and BFMMLA do (bfdot_arithmetic).
using bf16_dot = minifloat<bf16_description, bfdot_arithmetic>;

}  // namespace ETCH_NAMESPACE
