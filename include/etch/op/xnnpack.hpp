// XNNPACK's arithmetic of int8 values: which scales it accepts and the factors that it derives from
// them, in single precision. LiteRT computes itself what XNNPACK refuses. Sources:
// xnnpack_delegate.cc of LiteRT, microparams-init.c of XNNPACK.
#pragma once

#include <etch/op/operand.hpp>

namespace ETCH_NAMESPACE {
namespace xnnpack {

/// Whether f is what XNNPACK calls qs8.
constexpr bool is_int8(const format& f) {
  return is_affine(f) && f.bits == 8 && f.channel_scale == nullptr;
}
/// a / b of two scales.
constexpr float ratio(double a, double b) { return static_cast<float>(a) / static_cast<float>(b); }
constexpr float product(double a, double b) {
  return static_cast<float>(a) * static_cast<float>(b);
}
/// The nearest integer, ties to even; 0 <= x < 2^31.
constexpr std::int32_t nearest(float x) {
  const auto whole = static_cast<std::int32_t>(x);
  const float rest = x - static_cast<float>(whole);
  return whole + (rest > 0.5F || (rest >= 0.5F && whole % 2 != 0) ? 1 : 0);
}
/// The code of y for a limit of an activation.
constexpr wide_int code_of(float real, const format& y) {
  const float steps = real / static_cast<float>(y.unit());
  const float code = clamp(steps + static_cast<float>(y.zero), -128.0F, 127.0F);
  return code < 0 ? -nearest(-code) : nearest(code);
}

/// Whether XNNPACK adds, or subtracts, codes of a and b to codes of y.
constexpr bool adds(const format& a, const format& b, const format& y) {
  const auto takes = [&](const format& x) {
    const float r = ratio(x.unit(), y.unit());
    return is_int8(x) && r >= 1.0F / 1024 && r < 256;
  };
  return is_int8(y) && takes(a) && takes(b);
}
/// Whether XNNPACK multiplies codes of a and b to codes of y.
constexpr bool multiplies(const format& a, const format& b, const format& y) {
  const float r = product(a.unit(), b.unit()) / static_cast<float>(y.unit());
  return is_int8(a) && is_int8(b) && is_int8(y) && r >= 1.0F / 65536 && r < 256;
}
/// Whether XNNPACK converts codes of x to codes of y, negative ones with a factor `slope`.
constexpr bool rescales(const format& x, const format& y, float slope = 1) {
  const float r = ratio(x.unit(), y.unit());
  return is_int8(x) && is_int8(y) && r >= 1.0F / 256 && r <= 128 && r * slope >= 1.0F / 256;
}

/// The factor from a sum in units of a b to codes of y.
constexpr fixed_point_factor sum_factor(double a, double b, const format& y) {
  return quantise_factor(static_cast<double>(product(a, b) / static_cast<float>(y.unit())));
}
/// The factor from codes of x to codes of y in units of 1/256, rounded half up.
constexpr fixed_point_factor short_factor(const format& x, const format& y, float slope = 1) {
  return quantise_factor(nearest(256 * (ratio(x.unit(), y.unit()) * slope)) / 256.0);
}

}  // namespace xnnpack
}  // namespace ETCH_NAMESPACE
