#pragma once

#include <etch/format/bf16_pair.hpp>
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
/// bfloat16 whose products are summed as x86's VDPBF16PS does (bf16_pair_arithmetic).
using bf16_pair = minifloat<bf16_description, bf16_pair_arithmetic>;

}  // namespace ETCH_NAMESPACE
