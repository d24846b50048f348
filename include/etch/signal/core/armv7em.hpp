// Armv7E-M multiplies and adds pairs of 16-bit numbers: SMUAD, SMUSDX, SMLAD, PKHBT.
#pragma once

#include <etch/signal/core/scalar.hpp>

#if ETCH_HAS_DSP
#include <arm_acle.h>

namespace ETCH_NAMESPACE::signal {

struct armv7em : scalar {
  ETCH_GLUE static constexpr complex16 pack(int re, int im) {
    if (__builtin_is_constant_evaluated()) return scalar::pack(re, im);
    return pack_by_pkhbt(re, im);
  }
  ETCH_GLUE static constexpr int product_real(complex16 z, complex16 w) {
    if (__builtin_is_constant_evaluated()) return scalar::product_real(z, w);
    return __smuad(static_cast<int16x2_t>(z), static_cast<int16x2_t>(w));
  }
  ETCH_GLUE static constexpr int product_imaginary(complex16 z, complex16 w) {
    if (__builtin_is_constant_evaluated()) return scalar::product_imaginary(z, w);
    return __smusdx(static_cast<int16x2_t>(w), static_cast<int16x2_t>(z));
  }
  ETCH_GLUE static constexpr int add_real(int sum, complex16 z, int factor) {
    if (__builtin_is_constant_evaluated()) return scalar::add_real(sum, z, factor);
    return __smlabb(static_cast<int>(z), factor, sum);
  }
  ETCH_GLUE static constexpr int add_imaginary(int sum, complex16 z, int factor) {
    if (__builtin_is_constant_evaluated()) return scalar::add_imaginary(sum, z, factor);
    return __smlatb(static_cast<int>(z), factor, sum);
  }
  ETCH_GLUE static constexpr std::uint32_t squared_magnitude(int re, int im) {
    const complex16 z = pack(re, im);
    return static_cast<std::uint32_t>(product_real(z, z));
  }
  ETCH_GLUE static constexpr std::uint32_t dot(const std::int16_t* a, const std::int16_t* b,
                                               int count, std::uint32_t start) {
    if (__builtin_is_constant_evaluated()) return scalar::dot(a, b, count, start);
    int i = 0;
    for (; i + 2 <= count; i += 2) {
      int16x2_t x = 0, y = 0;
      __builtin_memcpy(&x, a + i, sizeof x);
      __builtin_memcpy(&y, b + i, sizeof y);
      start = static_cast<std::uint32_t>(__smlad(x, y, static_cast<std::int32_t>(start)));
    }
    return scalar::dot(a + i, b + i, count - i, start);
  }

 private:
  // compilers make UXTH and ORR of the shifts
  ETCH_GLUE static complex16 pack_by_pkhbt(int re, int im) {
    complex16 z = 0;
    __asm("pkhbt %0, %1, %2, lsl #16" : "=r"(z) : "r"(re), "r"(im));
    return z;
  }
};

}  // namespace ETCH_NAMESPACE::signal
#endif
