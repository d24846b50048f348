// dense on int8 codes, 4 rows x 16 filters at a time.
//
// Needs: SMMLA; a batch; rows that 8 bytes at a time divide well. Filters behind O in the last 16
// are computed for nothing.
// Reads: x (B,K), weights (O,K) with a scale for each filter or one for all, no zero point.
// Writes: y (B,O). All have 8 bits, at least one is affine.
#pragma once

#include <etch/kernel/aarch64/dense_products.hpp>

namespace etch::inline ETCH_ABI {

/// dense on int8 codes by SMMLA.
struct dense_s8_s8_s8c_4x16_smmla
    : products::dense_rows<dense_s8_s8_s8c_4x16_smmla, products::codes::s8,
                           products::multiply::smmla> {
  static constexpr const char* name = "dense_s8_s8_s8c_4x16_smmla";
  template <class C>
  static constexpr bool accepts = runs<C> && products::dense_suits_smmla<C>();
};

}  // namespace etch::inline ETCH_ABI
