#pragma once

#include <etch/base/rounding.hpp>

namespace etch::inline ETCH_ABI {

/// sum / count rounded to an integer by policy R: toward_zero, half_up, or ties away from zero for
/// every other one; 1 <= count < 2^30. The last equals TensorFlow Lite's (sum + count / 2) / count.
template <rounding R>
constexpr std::int32_t mean_of(std::int32_t sum, int count) {
  const std::int32_t whole = sum / count;
  const std::int32_t twice = 2 * (sum - whole * count);
  if constexpr (R == rounding::toward_zero) {
    return whole;
  } else if constexpr (R == rounding::half_up) {
    return whole + (twice >= count ? 1 : 0) - (twice < -count ? 1 : 0);
  } else {
    return whole + (twice >= count ? 1 : 0) - (twice <= -count ? 1 : 0);
  }
}
/// The factor of TensorFlow Lite's MEAN of `count` codes: QuantizeMultiplier of the ratio of the
/// scales, then a division by count that rounds down; 1 <= count.
constexpr fixed_point_factor mean_factor(double ratio, int count) {
  const fixed_point_factor whole = quantise_factor(ratio);
  int shift = 0;
  while (count >> (shift + 1) != 0) ++shift;
  shift = minimum(shift, 31 + whole.shift);
  const std::int64_t multiplier = whole.multiplier * (std::int64_t{1} << shift) / count;
  return {static_cast<std::int32_t>(multiplier), whole.shift - shift};
}
/// sum / count in single precision.
template <rounding>
constexpr float mean_of(float sum, int count) {
  return sum / static_cast<float>(count);
}

}  // namespace etch::inline ETCH_ABI
