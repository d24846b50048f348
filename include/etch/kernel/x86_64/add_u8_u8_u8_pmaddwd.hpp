// add of uint8 codes by the loops of add_s8_s8_s8_pmaddwd, a vector at a time.
//
// Needs: SSE2; logical order; affine uint8 codes of which none is a constant; formats and limits
// whose sum two products prove to be (sum_by_products).
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/x86_64/add_s8_s8_s8_pmaddwd.hpp>

namespace ETCH_NAMESPACE {

/// add of affine uint8 codes.
struct add_u8_u8_u8_pmaddwd
    : by_products_as<add_u8_u8_u8_pmaddwd, add_s8_s8_s8_pmaddwd, ops::add, std::uint8_t> {
  static constexpr const char* name = "add_u8_u8_u8_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
