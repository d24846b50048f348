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
/// sum / count in single precision.
template <rounding>
constexpr float mean_of(float sum, int count) {
  return sum / static_cast<float>(count);
}

}  // namespace etch::inline ETCH_ABI
