#pragma once

#include <cstdint>

#include <etch/base/features.hpp>

namespace etch::inline ETCH_ABI {

/// e^x in single precision for x <= 88, 0 below -87.3 (no subnormal results); the relative error
/// is below 2^-22. x = n ln 2 + r, |r| <= ln 2 / 2, and a polynomial in r (Cephes expf).
constexpr float exponential(float x) {
  if (!(x >= -87.3F)) return 0;
  const float turns = x * 1.44269504F;
  const auto n = static_cast<std::int32_t>(turns + (turns < 0 ? -0.5F : 0.5F));
  const auto whole = static_cast<float>(n);
  float r = x - whole * 0.693359375F;  // exact: the constant has 9 bits
  r = r - whole * -2.12194440e-4F;
  float p = 1.9875691500e-4F;
  p = p * r + 1.3981999507e-3F;
  p = p * r + 8.3334519073e-3F;
  p = p * r + 4.1665795894e-2F;
  p = p * r + 1.6666665459e-1F;
  p = p * r + 5.0000001201e-1F;
  p = p * (r * r) + r;
  p = p + 1.0F;
  const auto scale = static_cast<std::uint32_t>(n + 127) << 23;
  return p * __builtin_bit_cast(float, scale);
}

}  // namespace etch::inline ETCH_ABI
