// add of uint8 codes by the loops of add_s8_s8_s8_vmla, eight a step.
//
// Needs: MVE; logical order; affine uint8 codes of which none is a constant; formats and
// limits whose sum two products prove to be (sum_by_products).
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv81m/add_s8_s8_s8_vmla.hpp>

namespace ETCH_NAMESPACE {

/// add of affine uint8 codes.
struct add_u8_u8_u8_vmla
    : by_products_as<add_u8_u8_u8_vmla, add_s8_s8_s8_vmla, ops::add, std::uint8_t> {
  static constexpr const char* name = "add_u8_u8_u8_vmla";
};

}  // namespace ETCH_NAMESPACE
