#pragma once

#include <etch/format/minifloat.hpp>

namespace etch::inline ETCH_ABI {

/// IEEE 754 binary16.
struct f16_description {
  static constexpr const char* name = "f16";
  static constexpr int exponent = 5, mantissa = 10, bias = 15;
  static constexpr bool has_infinity = true;
};
/// Half precision, products (exact in single precision) summed in single precision.
using f16 = minifloat<f16_description>;

}  // namespace etch::inline ETCH_ABI
