#pragma once

#include <etch/base/rounding.hpp>
#include <etch/format/arithmetic.hpp>
#include <etch/format/format.hpp>

namespace ETCH_NAMESPACE {

/// The kind of f32.
struct f32_kind {
  static constexpr const char* name = "f32";
  static constexpr bool is_integer = false;
  static constexpr bool is_power_of_two = false;
  template <int Bits>
  using storage = float;
  using arithmetic = float_arithmetic;
  static constexpr float lowest(const format&) { return -3.402823466e+38F; }
  static constexpr float highest(const format&) { return 3.402823466e+38F; }
  static constexpr double decode(const format&, float code, int = 0) {
    return static_cast<double>(code);
  }
  static constexpr float encode(const format& f, double real, rounding = rounding::standard) {
    const auto highest_real = static_cast<double>(highest(f));
    return static_cast<float>(clamp(real, -highest_real, highest_real));
  }
};

/// IEEE 754 single precision.
struct f32 {
  using kind = f32_kind;
  static constexpr int bits = 32;
  static constexpr format descriptor{.kind = &format_id<f32_kind>, .bits = 32};
};

}  // namespace ETCH_NAMESPACE
