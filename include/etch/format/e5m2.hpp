#pragma once

#include <etch/format/minifloat.hpp>

namespace ETCH_NAMESPACE {

/// The upper half of half precision.
struct e5m2_description {
  static constexpr const char* name = "e5m2";
  static constexpr int exponent = 5, mantissa = 2, bias = 15;
  static constexpr bool has_infinity = true;
};
/// fp8 with range before digits: largest 57344, smallest 2^-16. Source: OCP 8-bit Floating Point
/// Specification 1.0, E5M2.
using e5m2 = minifloat<e5m2_description>;

}  // namespace ETCH_NAMESPACE
