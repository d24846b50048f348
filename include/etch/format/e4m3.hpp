#pragma once

#include <etch/format/minifloat.hpp>

namespace ETCH_NAMESPACE {

/// 4 bits of exponent, 3 of mantissa, no infinity, NaN in the last code alone.
struct e4m3_description {
  static constexpr const char* name = "e4m3";
  static constexpr int exponent = 4, mantissa = 3, bias = 7;
  static constexpr bool has_infinity = false;
};
/// fp8 for values and weights: largest 448, smallest 2^-9. Source: OCP 8-bit Floating Point
/// Specification 1.0, E4M3 (e4m3fn elsewhere).
using e4m3 = minifloat<e4m3_description>;

}  // namespace ETCH_NAMESPACE
