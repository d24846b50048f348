// Products of integers with a factor that the compiler knows, bit by bit those of scale_by
// (base/rounding.hpp): constants decide how, so that each is two to four instructions where it can.
#pragma once

#include <etch/base/rounding.hpp>
#include <etch/kernel/kernel.hpp>

namespace ETCH_NAMESPACE {

/// Limits of Bits bits, of x >> Shift.
template <int Bits, int Shift = 0>
constexpr std::int32_t within_bits(std::int32_t x) {
#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  if (!__builtin_is_constant_evaluated()) {
    if constexpr (Shift == 0) __asm("ssat %0,%1,%0" : "+r"(x) : "I"(Bits));
    else __asm("ssat %0,%1,%0,asr %2" : "+r"(x) : "I"(Bits), "I"(Shift));
    return x;
  }
#endif
  constexpr std::int32_t most = (std::int32_t{1} << (Bits - 1)) - 1;
  return clamp<std::int32_t>(x >> Shift, -most - 1, most);
}

/// floor(a + x m / 2^32), or where Rounds the nearest integer, halves up.
template <bool Rounds>
constexpr std::int32_t add_high_product(std::int32_t a, std::int32_t x, std::int32_t m) {
#if ETCH_HAS_DSP
  if (!__builtin_is_constant_evaluated()) {
    std::int32_t y;
    if (__builtin_constant_p(a) && a == 0) {
      if constexpr (Rounds) __asm("smmulr %0,%1,%2" : "=r"(y) : "r"(x), "r"(m));
      else __asm("smmul %0,%1,%2" : "=r"(y) : "r"(x), "r"(m));
      return y;
    }
    if constexpr (Rounds) __asm("smmlar %0,%1,%2,%3" : "=r"(y) : "r"(x), "r"(m), "r"(a));
    else __asm("smmla %0,%1,%2,%3" : "=r"(y) : "r"(x), "r"(m), "r"(a));
    return y;
  }
#endif
  const std::int64_t product = static_cast<std::int64_t>(x) * m;
  const std::int64_t start = a * (std::int64_t{1} << 32) + (Rounds ? std::int64_t{1} << 31 : 0);
  return static_cast<std::int32_t>((start + product) >> 32);
}

/// floor(x m / 2^31), or where Rounds the nearest integer, halves up, by products of 16 bits, of x
/// below 2^30. With x = 2^16 a + b, b signed, what a leaves has 32 bits.
template <bool Rounds>
constexpr std::int32_t high_product_of_halves(std::int32_t x, std::int32_t m) {
  const std::int32_t b = static_cast<std::int16_t>(x), a = (x - b) >> 16;
  const std::int32_t low = m & 0xffff, high = m >> 16;
  const std::int32_t rest = a * low + b * high + ((b * low) >> 16);
  return 2 * a * high + ((rest + (Rounds ? std::int32_t{1} << 14 : 0)) >> 15);
}

/// x F by policy R, F positive, |x| at most Most; within Bits bits where they are fewer than 32.
template <rounding R, fixed_point_factor F, std::int64_t Most, int Bits = 32>
constexpr std::int32_t scale_by_known(std::int32_t x) {
  constexpr std::int32_t m = F.multiplier;
  constexpr int left = maximum(F.shift, 0), right = maximum(-F.shift, 0), total = 31 - F.shift;
  constexpr bool is_power = m == std::int32_t{1} << 30;
  constexpr bool twice = R == rounding::tflite_double || R == rounding::standard;
  constexpr bool once = R == rounding::tflite_single || R == rounding::half_up;
  const auto shifted = []<int Shift>(std::int32_t y) __attribute__((always_inline)) {
    if constexpr (Bits < 32) return within_bits<Bits, Shift>(y);
    else return y >> Shift;
  };
  // what makes the shift round half away, a negative sum by one less
  constexpr std::int32_t half = right > 0 ? std::int32_t{1} << (right - 1) : 0;
  if constexpr (twice && is_power && left == 0 && right > 0 && right < 30 && Most < INT32_MAX / 2) {
    return shifted.template operator()<right>(((x + 1) >> 1) + half + (x >> 31));
  } else if constexpr (once && is_power && F.shift < 1 && right < 29 && Most < INT32_MAX / 2) {
    return shifted.template operator()<right + 1>(x + (std::int32_t{1} << right));
  } else if constexpr (!ETCH_HAS_LONG_MULTIPLY && (twice || (once && left == 0)) && left < 30 &&
                       right < 31 && Most <= ((std::int32_t{1} << 30) - 1) >> left) {
    const std::int32_t a = twice && right > 0 ? half + (x >> 31) : half;
    const std::int32_t y =
        high_product_of_halves < twice || right == 0 > (x * (std::int32_t{1} << left), m);
    return shifted.template operator()<right>(y + a);
  } else if constexpr (!ETCH_HAS_LONG_MULTIPLY) {
    return shifted.template operator()<0>(scale_by<R>(x, fixed_point_factor{m, F.shift}));
  } else if constexpr (twice && left < 30 && right < 31 && Most <= (INT32_MAX >> (left + 1))) {
    const std::int32_t a = right > 0 ? half + (x >> 31) : 0;
    return shifted.template operator()<right>(
        add_high_product<true>(a, x * (std::int32_t{2} << left), m));
  } else if constexpr (once && total > 32 && total < 63) {
    return shifted.template operator()<total - 32>(
        add_high_product<false>(std::int32_t{1} << (total - 33), x, m));
  } else {
    return shifted.template operator()<0>(scale_by<R>(x, fixed_point_factor{m, F.shift}));
  }
}

}  // namespace ETCH_NAMESPACE
