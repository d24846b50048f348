// dense on q7 codes, 64 filters at a time; with a batch 4 rows x 16 filters.
//
// Needs: Advanced SIMD. Filters behind O in the last group are computed for nothing.
// Reads: x (B,K), weights (O,K).
// Writes: y (B,O). All are q with 8 bits.
#pragma once

#include <etch/kernel/aarch64/dense_products.hpp>

namespace etch::inline ETCH_ABI {

/// dense on q7 codes by SMLAL.
struct dense_q7_q7_q7_1x64_smlal
    : products::dense_rows<dense_q7_q7_q7_1x64_smlal, products::codes::q7,
                           products::multiply::smlal> {
  static constexpr const char* name = "dense_q7_q7_q7_1x64_smlal";
  template <class C>
  static constexpr bool accepts = runs<C>;
};

}  // namespace etch::inline ETCH_ABI
