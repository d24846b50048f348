// What the additions of int8 codes without DSP instructions share. Units turns a code into units of
// the sum; the end is that of a layer's sum.
#pragma once

#include <etch/kernel/armv6m/sum_ends.hpp>
#include <etch/kernel/cortex_m/scaled_sum.hpp>
#include <etch/op/add.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// The numbers of an addition. With x = code - zero, an input in units of the sum is x 2^19 where
/// its factor is 1/2, whose zero point then is part of `end`; else x multiplier / 2^11, shifted.
struct addition {
  factored_sum end;
  std::int32_t zero[2], multiplier[2];
  layer_end to;
};

/// The numbers of addition C, whose end counts codes from the lower limit on if `Lifted`, and else
/// from 0 where that limit is -128.
template <class C, bool Lifted>
constexpr addition make_addition() {
  using known = cortex_m::scaled_sum<C>;
  constexpr auto sum = known::sum;
  constexpr int lift = Lifted ? known::to.low : known::lift;
  addition a{};
  for (int i = 0; i < 2; ++i) {
    a.zero[i] = sum.in_zero[i];
    a.multiplier[i] = sum.in[i].multiplier;
    if (known::form.exact_half[i]) a.end.start -= sum.in_zero[i] * (1 << 19);
  }
  a.end.factor.multiplier = sum.out.multiplier;
  a.end.factor.last = (sum.out_zero - lift) * (1 << 16) + known::form.right[2];
  a.to = {0, known::to.low, known::to.high - known::to.low, {}};
  return a;
}

#if ETCH_HAS_M_PROFILE

/// Input I in units of the sum: codes at a constant distance of 2^19, or scaled.
template <class Units, cortex_m::sum_form F, int I>
ETCH_GLUE std::int32_t in_units_of_sum(std::int32_t code, const addition& a) {
  if constexpr (F.exact_half[I]) return code * (1 << 19);
  else return Units::template scaled<F.right[I]>(code - a.zero[I], a.multiplier[I]);
}

template <class Units, epilogue_code E, cortex_m::sum_form F>
ETCH_KERNEL void add_codes(std::int8_t* y, const std::int8_t* a, const std::int8_t* b, int count,
                           const addition& numbers) {
  const addition n = numbers;
  for (const std::int8_t* const last = a + count; a != last;) {
    const std::int32_t sum =
        in_units_of_sum<Units, F, 0>(*a++, n) + in_units_of_sum<Units, F, 1>(*b++, n);
    *y++ = Units::template end<E>(n.to, numbers.end, sum);
  }
}

#endif

/// Base of the add kernel K by units of kind Units.
template <class K, class Units>
struct add_kernel : kernel_base {
  using op = ops::add;
  template <class C>
  static constexpr epilogue_code code{false, cortex_m::scaled_sum<C>::form.limit,
                                      cortex_m::scaled_sum<C>::form.step};

  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (adds_bytes_in_order<C>) return cortex_m::scaled_sum<C>::is_exact;
    else return false;
  }();
  template <class C>
  static constexpr auto pack() {
    return make_addition<C, Units::lifts>();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    static_assert(sizeof(A) == 0 || Units::is_available,
                  "add of int8: compile with -mcpu=cortex-m0 or -mcpu=cortex-m3");
#if ETCH_HAS_M_PROFILE
    constexpr extents e = C::template out<>::is.shape;
    constexpr int row = e.w() * e.c();
    const int first = rows.first * row;
    add_codes<Units, code<C>, cortex_m::scaled_sum<C>::form>(
        a.template out<0>() + first, a.template in<0>() + first, a.template in<1>() + first,
        rows.count * row, packed<K, C>);
#endif
  }
};

}  // namespace armv6m

}  // namespace ETCH_NAMESPACE
