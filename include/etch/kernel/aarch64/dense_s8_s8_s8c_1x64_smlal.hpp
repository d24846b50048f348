// dense on int8 codes, 64 filters at a time; with a batch 4 rows x 16 filters.
//
// Needs: Advanced SIMD. Filters behind O in the last group are computed for nothing.
// Reads: x (B,K), weights (O,K) with a scale for each filter or one for all, no zero point.
// Writes: y (B,O). All have 8 bits, at least one is affine.
#pragma once

#include <etch/kernel/aarch64/dense_products.hpp>

namespace etch::inline ETCH_ABI {

/// dense on int8 codes by SMLAL.
struct dense_s8_s8_s8c_1x64_smlal
    : products::dense_rows<dense_s8_s8_s8c_1x64_smlal, products::codes::s8,
                           products::multiply::smlal> {
  static constexpr const char* name = "dense_s8_s8_s8c_1x64_smlal";
  template <class C>
  static constexpr bool accepts = runs<C>;
};

}  // namespace etch::inline ETCH_ABI
