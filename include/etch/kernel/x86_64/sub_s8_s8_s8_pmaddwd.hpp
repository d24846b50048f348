// sub of int8 codes by the loops of add_s8_s8_s8_pmaddwd, 16 at a time.
//
// Needs: SSE2; logical order; affine int8 codes of which none is a constant; formats and limits
// whose difference two products prove to be (sum_by_products).
// Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/x86_64/add_s8_s8_s8_pmaddwd.hpp>

namespace ETCH_NAMESPACE {

/// sub of affine int8 codes.
struct sub_s8_s8_s8_pmaddwd
    : x86::by_factors_of_bytes<by_products_as<sub_s8_s8_s8_pmaddwd, add_s8_s8_s8_pmaddwd>> {
  static constexpr const char* name = "sub_s8_s8_s8_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
