// add of int8 codes, exact as TensorFlow Lite, by halves of factors, whose sums ADCS rounds.
//
// Needs: the M profile; logical order; affine int8 codes of which none is a constant; rounding
// tflite_double; factors of at most 1/2 and at least 2^-23.
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv6m/core.hpp>
#include <etch/kernel/cortex_m/add.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// The numbers of an addition whose operands have `headroom` bits more. With x = code - zero, an
/// input in units of the sum is x 2^(headroom - 1) where its factor is 1/2, whose zero point then
/// is part of `start`; else x multiplier / 2^(31 - headroom), shifted.
struct addition {
  sum_factor factor;
  std::int32_t start, zero[2], multiplier[2];
  code_range range;
};

/// Additions or subtractions of codes T by halves of the multiplier.
template <class T = std::int8_t, int Sign = 1>
struct units_by_halves : core {
  using code = T;
  static constexpr int headroom = sizeof(T) == 1 ? 20 : 15;

  template <class C>
  static constexpr bool takes = cortex_m::has_scaled_sum<C, T>;
  template <class C>
  static constexpr cortex_m::sum_form form = cortex_m::scaled_sum<C>::form;
  template <class C>
  static constexpr addition pack() {
    using known = cortex_m::scaled_sum<C>;
    constexpr auto sum = known::sum;
    constexpr int lift = sizeof(T) == 1 ? known::to.low : 0;
    addition a{};
    for (int i = 0; i < 2; ++i) {
      a.zero[i] = sum.in_zero[i];
      a.multiplier[i] = sum.in[i].multiplier;
      if (known::form.exact_half[i])
        a.start -= sum.in_zero[i] * (std::int32_t{1} << (headroom - 1));
    }
    a.factor.multiplier = sum.out.multiplier;
    a.factor.last = (sum.out_zero - lift) * (std::int32_t{1} << 16) + known::form.right[2];
    a.range = {known::to.low, known::to.high - known::to.low};
    return a;
  }

#if ETCH_HAS_M_PROFILE
  /// The upper half of the multiplier counts 2^(headroom - 15); the carry of ASRS rounds.
  template <cortex_m::sum_form F, int I>
  ETCH_GLUE static std::int32_t in_units_of_sum(std::int32_t code, const addition& a) {
    if constexpr (F.exact_half[I]) return code * (std::int32_t{1} << (headroom - 1));
    const std::int32_t multiplier = a.multiplier[I];
    const std::int32_t x = sizeof(T) == 1 ? code - a.zero[I] : code;
    std::int32_t t = x * (multiplier & 0xffff);
    __asm(".syntax unified\n\tasrs %0,%0,%2\n\tadcs %0,%0,%1"
          : "+l"(t)
          : "l"(x * (multiplier >> 16) * (1 << (headroom - 15))), "I"(31 - headroom)
          : "cc");
    if constexpr (F.right[I] > 0) {
      t += t >> 31;
      __asm(".syntax unified\n\tasrs %0,%0,%2\n\tadcs %0,%0,%1"
            : "+l"(t)
            : "l"(0), "I"(F.right[I])
            : "cc");
    }
    return t;
  }
  template <cortex_m::sum_form F>
  ETCH_GLUE static T sum(std::int32_t a, std::int32_t b, const addition& n,
                         const addition& in_memory) {
    const std::int32_t both = in_units_of_sum<F, 0>(a, n) + Sign * in_units_of_sum<F, 1>(b, n);
    return cortex_m::limited_sum<core, T, F.limit>(
        n.range, scaled<F.step>(in_memory.factor, in_memory.start, both));
  }
#endif
};

}  // namespace armv6m

/// add of affine int8 codes.
struct add_s8_s8_s8_adcs : cortex_m::add_kernel<add_s8_s8_s8_adcs, armv6m::units_by_halves<>> {
  static constexpr const char* name = "add_s8_s8_s8_adcs";
};

}  // namespace ETCH_NAMESPACE
