// sub of uint8 codes by one MLA each, where that is known to give the codes of the generic
// kernel.
//
// Needs: Armv7-M; logical order; affine uint8 codes of which none is a constant; formats and limits
// whose difference two products prove to be (sum_by_products).
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv7m/core.hpp>
#include <etch/kernel/cortex_m/add.hpp>

namespace ETCH_NAMESPACE {

/// sub of affine uint8 codes.
struct sub_u8_u8_u8_mla
    : cortex_m::sub_kernel<sub_u8_u8_u8_mla,
                           cortex_m::units_by_products<armv7m::core, std::uint8_t>> {
  static constexpr const char* name = "sub_u8_u8_u8_mla";
};

}  // namespace ETCH_NAMESPACE
