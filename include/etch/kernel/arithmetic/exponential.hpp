#pragma once

#include <cstdint>

#include <etch/base/features.hpp>

namespace ETCH_NAMESPACE {

namespace detail {
/// e^r - 1 in single precision for |r| <= ln 2 / 2: a polynomial (Cephes expf).
constexpr float power_less_one(float r) {
  float p = 1.9875691500e-4F;
  p = p * r + 1.3981999507e-3F;
  p = p * r + 8.3334519073e-3F;
  p = p * r + 4.1665795894e-2F;
  p = p * r + 1.6666665459e-1F;
  p = p * r + 5.0000001201e-1F;
  return p * (r * r) + r;
}
}  // namespace detail

/// e^x in single precision for x <= 88, 0 below -87.3 (no subnormal results); the relative error
/// is below 2^-22. x = n ln 2 + r, |r| <= ln 2 / 2.
constexpr float exponential(float x) {
  if (!(x >= -87.3F)) return 0;
  const float turns = x * 1.44269504F;
  const auto n = static_cast<std::int32_t>(turns + (turns < 0 ? -0.5F : 0.5F));
  const auto whole = static_cast<float>(n);
  float r = x - whole * 0.693359375F;  // exact: the constant has 9 bits
  r = r - whole * -2.12194440e-4F;
  const float p = detail::power_less_one(r) + 1.0F;
  const auto scale = static_cast<std::uint32_t>(n + 127) << 23;
  return p * __builtin_bit_cast(float, scale);
}

/// 1 / (1 + e^-x) in single precision; the relative error is below 2^-21 where x >= -87.3, below
/// that the result is 0.
constexpr float logistic_of(float x) {
  const float power = exponential(x < 0 ? x : -x);
  return (x < 0 ? power : 1.0F) / (1.0F + power);
}

/// tanh(x) in single precision; the relative error is below 2^-21. A polynomial near 0 (Cephes
/// tanhf).
constexpr float hyperbolic_tangent_of(float x) {
  const float size = x < 0 ? -x : x;
  if (!(size >= 0.625F)) {
    const float z = x * x;
    float p = -5.70498872745e-3F;
    p = p * z + 2.06390887954e-2F;
    p = p * z - 5.37397155531e-2F;
    p = p * z + 1.33314422036e-1F;
    p = p * z - 3.33332819422e-1F;
    return p * z * x + x;
  }
  const float y = size > 44.0F ? 1.0F : 1.0F - 2.0F / (exponential(2 * size) + 1.0F);
  return x < 0 ? -y : y;
}

}  // namespace ETCH_NAMESPACE
