// The end of a sum in instructions that every core of the M profile has.
#pragma once

#include <etch/kernel/cortex_m/sums.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

using cortex_m::code_range, cortex_m::epilogue_code, cortex_m::factor_step, cortex_m::layer_end,
    cortex_m::saturation, cortex_m::sum_factor;

/// A core without a 64-bit multiplication and saturating instructions.
struct core {
  static constexpr bool is_available = ETCH_HAS_M_PROFILE;
  static constexpr bool lifts = true;
  static constexpr bool rounds_in_single = true;

#if ETCH_HAS_M_PROFILE
  template <saturation S>
  ETCH_GLUE static std::int8_t limited(const code_range& r, std::int32_t v) {
    constexpr bool is_known = S != saturation::to_range;
    constexpr int known_low = S == saturation::to_int8 ? -128 : 0;
    const int low = is_known ? known_low : r.low, range = is_known ? 127 - known_low : r.range;
    if (static_cast<std::uint32_t>(v) > static_cast<std::uint32_t>(range)) [[unlikely]] {
      v = v < 0 ? 0 : range;
    }
    return static_cast<std::int8_t>(v + low);
  }

  /// sum + a b modulo 2^32.
  ETCH_GLUE static std::int32_t multiply_add(std::int32_t sum, std::int32_t a, std::int32_t b) {
    return integer_arithmetic::multiply_add(sum, a, b);
  }
  /// The same in 64 bits of a product that has 32.
  ETCH_GLUE static std::int64_t multiply_add(std::int64_t sum, std::int32_t a, std::int32_t b) {
    return sum + a * b;
  }
  /// v / 2^Right, rounded down, as a T.
  template <int Right, class T = std::int8_t>
  ETCH_GLUE static T limited_after(std::int32_t v) {
    constexpr bool is_signed = T(-1) < T(0);
    constexpr std::int32_t highest = (1 << (8 * sizeof(T) - (is_signed ? 1 : 0))) - 1;
    v >>= Right;
    if (v != static_cast<T>(v)) [[unlikely]]
      v = is_signed ? v >> 31 ^ highest : ~v >> 31 & highest;
    return static_cast<T>(v);
  }

  /// By halves of 16 bits: with the sum 2^16 a + b and the multiplier 2^16 m + l, b signed,
  /// t = a l + b m + floor(b l / 2^16) has 32 bits, and 2 a m + t / 2^15 is the product by 2^31.
  /// Each ASRS leaves in the carry what it cuts off at half, each ADCS rounds by it.
  template <factor_step Step>
  ETCH_GLUE static std::int32_t scaled(const sum_factor& f, std::int32_t start, std::int32_t sum) {
    sum = cortex_m::sum_from(start, sum);
    std::int32_t low, part, m;
    __asm(
        ".syntax unified\n\t"
        "sxth %[low],%[sum]\n\tsubs %[sum],%[sum],%[low]\n\tasrs %[sum],%[sum],#16\n\t"
        "ldrh %[m],[%[f]]\n\tmovs %[part],%[low]\n\tmuls %[part],%[m],%[part]\n\t"
        "asrs %[part],%[part],#16\n\tmuls %[m],%[sum],%[m]\n\tadds %[part],%[part],%[m]\n\t"
        "ldrh %[m],[%[f],#2]\n\tmuls %[low],%[m],%[low]\n\tadds %[part],%[part],%[low]\n\t"
        "muls %[sum],%[m],%[sum]\n\tadds %[sum],%[sum],%[sum]"
        : [sum] "+l"(sum), [low] "=&l"(low), [part] "=&l"(part), [m] "=&l"(m)
        : [f] "l"(&f), "m"(f)
        : "cc");
    if constexpr (Step == factor_step::single) {
      sum += part >> 15;
    } else {
      __asm(".syntax unified\n\tasrs %1,%1,#15\n\tadcs %0,%0,%1" : "+l"(sum), "+l"(part)::"cc");
      if constexpr (Step == factor_step::half_away) sum += sum >> 31;
    }
    const std::int32_t last = f.last;
    part = last >> 16;
    __asm(".syntax unified\n\tasrs %0,%0,%2\n\tadcs %0,%0,%1"
          : "+l"(sum)
          : "l"(part), "l"(last)
          : "cc");
    return sum;
  }
#endif
};

}  // namespace armv6m

}  // namespace ETCH_NAMESPACE
