// sub of int8 codes by the loops of add_s8_s8_s8_muls, by one MULS each.
//
// Needs: the M profile; logical order; affine int8 codes of which none is a constant; formats and
// limits whose difference two products prove to be (sum_by_products). Reads: a, b (N,H,W,C).
// Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv6m/add_s8_s8_s8_muls.hpp>

namespace ETCH_NAMESPACE {

/// sub of affine int8 codes.
struct sub_s8_s8_s8_muls
    : cortex_m::sub_kernel<sub_s8_s8_s8_muls, cortex_m::units_by_products<armv6m::core>> {
  static constexpr const char* name = "sub_s8_s8_s8_muls";
};

}  // namespace ETCH_NAMESPACE
