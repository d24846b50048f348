// sub of int8 codes by the loops of add_s8_s8_s8_mla, by one MLA each.
//
// Needs: Armv7-M; logical order; affine int8 codes of which none is a constant; formats and limits
// whose difference two products prove to be (sum_by_products).
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv7m/add_s8_s8_s8_mla.hpp>

namespace ETCH_NAMESPACE {

/// sub of affine int8 codes.
struct sub_s8_s8_s8_mla
    : cortex_m::sub_kernel<sub_s8_s8_s8_mla, cortex_m::units_by_products<armv7m::core>> {
  static constexpr const char* name = "sub_s8_s8_s8_mla";
};

}  // namespace ETCH_NAMESPACE
