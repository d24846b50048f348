// mul of int8 codes, exact as TensorFlow Lite, by MULS.
//
// Needs: the M profile; logical order; affine int8 codes of which none is a constant or broadcast;
// rounding tflite_double; factors of less than 1/2 and at least 2^-23. Reads: a, b (N,H,W,C).
// Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv6m/core.hpp>
#include <etch/kernel/cortex_m/mul.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// The multiplier is 2^16 high + low; `offset` is what the code has before its shift, half a step
/// included, counted from the lower limit.
struct halves_of_product {
  std::int16_t zero[2];
  std::uint16_t high;
  std::int16_t low;
  std::int32_t offset;
  cortex_m::code_range range;
};

/// Multiplications by halves of the multiplier: the product p of two codes has 17 bits, and p high
/// + floor(p low / 2^16) is floor(p multiplier / 2^16), which has 32.
template <class Core>
struct product_by_halves : Core {
  using code = std::int8_t;
  using wide = cortex_m::product_by_high_product<Core>;
  template <class C>
  static constexpr bool takes = wide::template takes<C>;
  template <class C>
  static constexpr cortex_m::product_form form = wide::template form<C>;
  template <class C>
  static constexpr halves_of_product pack() {
    constexpr auto p = wide::template product<C>;
    const int right = form<C>.right, high = (p.factor.multiplier + 0x8000) >> 16;
    return {{static_cast<std::int16_t>(p.in_zero[0]), static_cast<std::int16_t>(p.in_zero[1])},
            static_cast<std::uint16_t>(high),
            static_cast<std::int16_t>(p.factor.multiplier - high * 0x10000),
            (p.out_zero - p.low) * (1 << right) + (1 << (right - 1)),
            {p.low, p.high - p.low}};
  }
  template <cortex_m::product_form F>
  ETCH_GLUE static std::int8_t sum(std::int32_t a, std::int32_t b, const halves_of_product& n,
                                   const halves_of_product&) {
    const std::int32_t product = (a - n.zero[0]) * (b - n.zero[1]);
    std::int32_t v = product * n.high + ((product * n.low) >> 16);
    v = (v + (1 << 14)) >> 15;
    if constexpr (F.step == factor_step::half_away) v += v >> 31;
    return Core::template limited<F.limit>(n.range, (v + n.offset) >> F.right);
  }
};

}  // namespace armv6m

/// mul of affine int8 codes.
struct mul_s8_s8_s8_muls : cortex_m::kernel_of_pairs<mul_s8_s8_s8_muls, ops::mul,
                                                     armv6m::product_by_halves<armv6m::core>> {
  static constexpr const char* name = "mul_s8_s8_s8_muls";
};

}  // namespace ETCH_NAMESPACE
