#pragma once

#include <etch/format/arithmetic.hpp>
#include <etch/format/parts.hpp>

namespace ETCH_NAMESPACE {

/// f32 to integer: y = clamp(round(x / unit) + zero); NaN becomes real 0. By onnxruntime the zero
/// point, as the file has it, is added before the sum is rounded: so its means become codes.
template <class Y, rounding R>
struct float_to_integer {
  float unit;
  std::int32_t zero;
  Y low, high;
  float first = static_cast<float>(static_cast<std::int64_t>(low) - zero);  ///< steps of low
  float last = static_cast<float>(static_cast<std::int64_t>(high) - zero);
  constexpr Y operator()(float x, int) const {
    if (!(x == x)) return static_cast<Y>(clamp<std::int32_t>(zero, low, high));
    const float steps = R == rounding::xnnpack ? x * (1 / unit) : x / unit;
    if (steps >= last) return high;
    if (steps <= first) return low;
    if constexpr (is_onnxruntime(R)) {
      const int more = R == rounding::onnxruntime_unsigned ? 128 : 0;
      const std::int32_t code = round_steps(steps + static_cast<float>(zero + more)) - more;
      return static_cast<Y>(clamp<std::int32_t>(code, low, high));
    }
    const std::int32_t y = integer_arithmetic::add(round_steps(steps), zero);
    return static_cast<Y>(clamp<std::int32_t>(y, low, high));
  }

 private:
  // The rest is exact, so that no sum of steps and 1/2 is rounded a first time.
  static constexpr std::int32_t round_steps(float steps) {
    const auto whole = static_cast<std::int32_t>(steps);
    const float rest = steps - static_cast<float>(whole);
    if constexpr (R == rounding::toward_zero) return whole;
    if constexpr (R == rounding::half_up) {
      return whole + (rest >= 0.5F ? 1 : 0) - (rest < -0.5F ? 1 : 0);
    }
    constexpr bool to_even = R == rounding::xnnpack || is_onnxruntime(R);
    if constexpr (R == rounding::half_even || to_even || is_stochastic(R)) {
      const parts x = parts_of(steps);
      const auto size =
          static_cast<std::int32_t>(rounded(x, x.exponent + 1, to_even ? rounding::half_even : R));
      return x.negative ? -size : size;
    }
    return whole + (rest >= 0.5F ? 1 : 0) - (rest <= -0.5F ? 1 : 0);
  }
};

}  // namespace ETCH_NAMESPACE
