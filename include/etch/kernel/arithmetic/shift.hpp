// Changes of q format: shifts by policy that saturate where they multiply.
#pragma once

#include <etch/base/rounding.hpp>

namespace ETCH_NAMESPACE {

/// x * 2^left saturated to 32 bits; left >= 0.
constexpr std::int32_t shift_left_saturated(std::int32_t x, int left) {
  const int l = left > 31 ? 31 : left;
  if (x > (INT32_MAX >> l)) return INT32_MAX;
  if (x < (INT32_MIN >> l)) return INT32_MIN;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << l);
}

/// x / 2^right rounded by policy R: half_away, half_even, toward_zero, or half_up for
/// every other one, whose addition of the half wraps modulo 2^32 as CMSIS's does. A negative
/// `right` multiplies and saturates.
template <rounding R>
constexpr std::int32_t shift_by(std::int32_t x, int right) {
  if (right <= 0) return shift_left_saturated(x, -right);
  if constexpr (R == rounding::half_away) {
    return right > 31 ? 0 : shift_half_away(x, right);
  } else if constexpr (R == rounding::toward_zero) {
    if (right > 30) return right == 31 && x == INT32_MIN ? -1 : 0;
    return shift_toward_zero(x, right);
  } else if constexpr (R == rounding::half_even) {
    return static_cast<std::int32_t>(shift_rounded<R>(x, right > 62 ? 62 : right));
  } else {
    return right > 31 ? 0 : shift_half_up(x, right);
  }
}

}  // namespace ETCH_NAMESPACE
