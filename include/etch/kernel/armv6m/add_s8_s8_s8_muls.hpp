// add of int8 codes by one MULS each, where that is known to give the codes of the generic
// kernel.
//
// Needs: the M profile; logical order; affine int8 codes of which none is a constant; formats and
// limits whose sum two products prove to be (sum_by_products).
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv6m/core.hpp>
#include <etch/kernel/cortex_m/add.hpp>
#include <etch/kernel/layer/plain_sums.hpp>

namespace ETCH_NAMESPACE {

/// add of affine int8 codes.
struct add_s8_s8_s8_muls
    : cortex_m::add_kernel<add_s8_s8_s8_muls, cortex_m::units_by_products<armv6m::core>> {
  using units = cortex_m::units_by_products<armv6m::core>;
  static constexpr const char* name = "add_s8_s8_s8_muls";

  /// q formats of equal fraction bits need no product: add_aligned.
  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (is_q(C::template out<>::is.number) && sums_are_plain<C, std::int8_t>)
      return false;
    else return cortex_m::add_kernel<add_s8_s8_s8_muls, units>::template accepts<C>;
  }();
};

}  // namespace ETCH_NAMESPACE
