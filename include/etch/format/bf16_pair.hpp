// Sums of products of bfloat16 as x86's VDPBF16PS makes them.
#pragma once

#include <etch/format/bfdot.hpp>

namespace ETCH_NAMESPACE {

/// x in single precision, rounded to even; what is below the normal numbers after that becomes 0 of
/// its sign, NaN 0x7fc00000.
constexpr float flushed_float_of(const parts& x) {
  if (x.is == parts::what::number && x.exponent < -126) {
    // 24 bits round up to the least normal number, or are flushed
    const bool is_normal = x.exponent == -127 && rounded(x, 24, rounding::half_even) >> 24 != 0;
    const std::uint32_t size = is_normal ? 0x00800000U : 0U;
    return __builtin_bit_cast(float, size | (x.negative ? 0x80000000U : 0U));
  }
  return float_of(x);
}

/// sum + x w in one rounding, where x and w are bfloat16.
constexpr float fused_flushed(float sum, float x, float w) {
  if (detail::is_plain(sum) && detail::is_plain(x) && detail::is_plain(w)) {
    // The product is exact. The sum rounded to odd, which has bits to spare, rounds as the exact
    // one.
    const double a = sum, b = static_cast<double>(x) * w, both = a + b;
    const double size = both < 0 ? -both : both;
    if (size >= 0x1p-126 && size < 0x1p127) {
      const double part = both - a, error = (a - (both - part)) + (b - part);
      auto word = __builtin_bit_cast(std::uint64_t, both);
      if ((word & 1) == 0 && (error < 0 || error > 0)) {
        word = (error < 0) == (both < 0) ? word + 1 : word - 1;
      }
      return static_cast<float>(__builtin_bit_cast(double, word));
    }
    if (!(size > 0)) return static_cast<float>(both);
  }
  return flushed_float_of(
      add(flushed_parts_of(sum), multiply(flushed_parts_of(x), flushed_parts_of(w))));
}

/// VDPBF16PS: sum + x[1] w[1], then + x[0] w[0], each in one rounding to even; numbers below the
/// normal ones are read as 0 and flushed to it. Source: Intel 64 and IA-32 Architectures Software
/// Developer's Manual, VDPBF16PS.
constexpr float vdpbf16ps(float sum, const float (&x)[2], const float (&w)[2]) {
  return fused_flushed(fused_flushed(sum, x[1], w[1]), x[0], w[0]);
}

/// Products joined two by two by vdpbf16ps.
struct bf16_pair_arithmetic : joined_pairs<vdpbf16ps> {
  static constexpr const char* format_name = "bf16_pair";
};

}  // namespace ETCH_NAMESPACE
