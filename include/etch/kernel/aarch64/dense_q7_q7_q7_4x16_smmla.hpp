// dense on q7 codes, 4 rows x 16 filters at a time.
//
// Needs: SMMLA; a batch; rows that 8 bytes at a time divide well. Filters behind O in the last 16
// are computed for nothing.
// Reads: x (B,K), weights (O,K).
// Writes: y (B,O). All are q with 8 bits.
#pragma once

#include <etch/kernel/aarch64/dense_products.hpp>

namespace etch::inline ETCH_ABI {

/// dense on q7 codes by SMMLA.
struct dense_q7_q7_q7_4x16_smmla
    : products::dense_rows<dense_q7_q7_q7_4x16_smmla, products::codes::q7,
                           products::multiply::smmla> {
  static constexpr const char* name = "dense_q7_q7_q7_4x16_smmla";
  template <class C>
  static constexpr bool accepts = runs<C> && products::dense_suits_smmla<C>();
};

}  // namespace etch::inline ETCH_ABI
