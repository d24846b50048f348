// The end of a sum on Armv7-M: SMULL, shifts that round by the carry, SSAT.
#pragma once

#include <etch/kernel/armv6m/sum_ends.hpp>

namespace ETCH_NAMESPACE {

namespace armv7m {

using cortex_m::epilogue_code;

#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY

/// A rounded sum as a code.
template <epilogue_code E>
ETCH_GLUE std::int8_t limited(const armv6m::layer_end& e, std::int32_t v) {
  using cortex_m::saturation;
  if constexpr (E.limit == saturation::to_int8) {
    __asm("ssat %0,#8,%0" : "+r"(v)::"cc");
  } else if constexpr (E.limit == saturation::to_uint7) {
    __asm("usat %0,#7,%0" : "+r"(v)::"cc");
  } else {
    __asm("usat %0,#8,%0" : "+r"(v)::"cc");
    v = minimum<std::int32_t>(v, e.range) + e.low;
  }
  return static_cast<std::int8_t>(v);
}

/// The code of sum * factor, |sum| < 2^30. ASRS leaves in the carry what it cuts off at half, ADC
/// rounds by it.
template <epilogue_code E>
ETCH_GLUE std::int8_t end_by_factor(const armv6m::layer_end& e, const armv6m::sum_factor& f,
                                    std::int32_t twice_sum) {
  using cortex_m::factor_step;
  const std::int64_t product = std::int64_t{twice_sum} * f.multiplier;
  auto v = static_cast<std::int32_t>(product >> 32);
  if constexpr (E.step != factor_step::single) {
    v += static_cast<std::int32_t>(static_cast<std::uint32_t>(product) >> 31);
  }
  if constexpr (E.step == factor_step::half_away) v += v >> 31;
  __asm("asrs %0,%0,%2\n\tadc %0,%0,%1" : "+r"(v) : "r"(f.last >> 16), "r"(f.last) : "cc");
  return limited<E>(e, v);
}

/// 2 (start + sum) modulo 2^32, by one ADD where 2 start is at hand.
ETCH_GLUE std::int32_t twice(std::int32_t start, std::int32_t sum) {
  return static_cast<std::int32_t>(2 * static_cast<std::uint32_t>(start) +
                                   2 * static_cast<std::uint32_t>(sum));
}

template <epilogue_code E>
ETCH_GLUE std::int8_t end_sum(const armv6m::layer_end& e, const armv6m::shifted_sum& k,
                              std::int32_t sum) {
  return limited<E>(e, armv6m::sum_from(k.start, sum) >> e.shift);
}
template <epilogue_code E>
ETCH_GLUE std::int8_t end_sum(const armv6m::layer_end& e, const armv6m::commonly_factored_sum& k,
                              std::int32_t sum) {
  return armv7m::end_by_factor<E>(e, e.factor, twice(k.start, sum));
}
template <epilogue_code E>
ETCH_GLUE std::int8_t end_sum(const armv6m::layer_end& e, const armv6m::factored_sum& k,
                              std::int32_t sum) {
  return armv7m::end_by_factor<E>(e, k.factor, twice(k.start, sum));
}

#endif

}  // namespace armv7m

}  // namespace ETCH_NAMESPACE
