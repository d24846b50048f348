#pragma once

#include <etch/format/integer.hpp>

namespace ETCH_NAMESPACE {

/// The kind of sums of products in 32 or 64 bits: what an integer conv2d or dense yields before
/// `to<F>`.
struct accumulator_kind : signed_kind<accumulator_kind> {
  static constexpr const char* name = "accumulator";
  static constexpr long long lowest(const format& f) { return -highest(f) - 1; }
  static constexpr long long highest(const format& f) {
    return static_cast<long long>((1ULL << (f.bits - 1)) - 1);
  }
  static constexpr long long encode(const format& f, double real, rounding r = rounding::standard) {
    const double steps = real / f.unit();
    // NOLINTNEXTLINE(bugprone-integer-division): the lowest code is even
    if (steps >= -2.0 * static_cast<double>(lowest(f) / 2)) return highest(f);
    if (steps <= static_cast<double>(lowest(f))) return lowest(f);
    return clamp(round_real(steps, r), lowest(f), highest(f));
  }
};

/// A 32-bit bias whose scale is that of the sum it is added to: input scale * weight scale.
struct bias32 {
  using kind = accumulator_kind;
  static constexpr int bits = 32;
  static constexpr format descriptor{.kind = &format_id<accumulator_kind>, .bits = 32};
};

/// The same in 64 bits, which makes the sum one of 64 bits: affine values of 16 bits with weights
/// of 8, or q of more than 8 bits, whose sums leave 32. Source: TensorFlow Lite's 16x8.
struct bias64 {
  using kind = accumulator_kind;
  static constexpr int bits = 64;
  static constexpr format descriptor{.kind = &format_id<accumulator_kind>, .bits = 64};
};

}  // namespace ETCH_NAMESPACE
