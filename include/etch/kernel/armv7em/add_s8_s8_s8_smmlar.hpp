// add of int8 codes, exact as TensorFlow Lite, by SMMLAR: about 18 instructions a code.
//
// Needs: DSP instructions; logical order; affine int8 codes of which none is a constant; rounding
// tflite_double; factors of at most 1/2 and at least 2^-23.
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv7em/codes.hpp>
#include <etch/kernel/cortex_m/scaled_sum.hpp>
#include <etch/op/add.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

using cortex_m::sum_form, cortex_m::sum_numbers;

#if ETCH_HAS_DSP

/// Twice a number times its factor, rounded twice.
template <int Right, bool Away>
ETCH_GLUE std::int32_t scaled_by(std::int32_t twice, std::int32_t multiplier, std::int32_t offset) {
  if constexpr (Right > 0 && Away) offset += twice >> 31;
  return multiply_high_rounded(twice, multiplier, offset) >> Right;
}
/// Code I of a sum in its units.
template <sum_form F, int I>
ETCH_GLUE std::int32_t in_units_of_sum(std::int32_t code, const sum_numbers& n) {
  if constexpr (F.exact_half[I]) return code * (1 << 19) + n.start[I];
  else
    return scaled_by<F.right[I], true>(code * (1 << 21) + n.start[I], n.multiplier[I], n.offset[I]);
}

template <sum_form F>
ETCH_KERNEL void add_codes(std::int8_t* y, const std::int8_t* a, const std::int8_t* b, int count,
                           const sum_numbers& numbers) {
  const sum_numbers n = numbers;
  for (const std::int8_t* const last = a + count; a != last;) {
    const std::int32_t sum = in_units_of_sum<F, 0>(*a++, n) + in_units_of_sum<F, 1>(*b++, n);
    const std::int32_t out = scaled_by < F.right[2],
                       F.step == factor_step::half_away > (2 * sum, n.multiplier[2], n.offset[2]);
    *y++ = limited<epilogue_code{false, F.limit, F.step}>(n, out);
  }
}

#endif

}  // namespace armv7em

/// add of affine int8 codes.
struct add_s8_s8_s8_smmlar : kernel_base {
  using op = ops::add;
  static constexpr const char* name = "add_s8_s8_s8_smmlar";

  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (adds_bytes_in_order<C>) {
      return cortex_m::scaled_sum<C>::is_exact;
    } else {
      return false;
    }
  }();
  template <class C>
  static constexpr auto pack() {
    return cortex_m::scaled_sum<C>::pack();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    constexpr extents e = C::template out<>::is.shape;
    constexpr int row = e.w() * e.c();
    const int first = rows.first * row;
    armv7em::add_codes<cortex_m::scaled_sum<C>::form>(
        a.template out<0>() + first, a.template in<0>() + first, a.template in<1>() + first,
        rows.count * row, packed<add_s8_s8_s8_smmlar, C>);
#else
    static_assert(sizeof(A) == 0, "add_s8_s8_s8_smmlar: compile with -mcpu=cortex-m4");
#endif
  }
};

}  // namespace ETCH_NAMESPACE
