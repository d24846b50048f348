// conv2d on q7 codes, 8 pixels x 8 filters at a time.
//
// Needs: Advanced SIMD; no groups, no dilation. Filters behind OC in the last 8 are
// computed for nothing.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C).
// Writes: y (N,OH,OW,OC). All are q with 8 bits.
#pragma once

#include <etch/kernel/aarch64/conv2d_products.hpp>

namespace etch::inline ETCH_ABI {

/// conv2d on q7 codes by SMLAL.
struct conv2d_q7_q7_q7_8x8_smlal
    : products::conv2d_rows<conv2d_q7_q7_q7_8x8_smlal, products::codes::q7,
                            products::tile_shape{products::multiply::smlal, 8, 2}> {
  static constexpr const char* name = "conv2d_q7_q7_q7_8x8_smlal";
  template <class C>
  static constexpr bool accepts = runs<C>;
};

}  // namespace etch::inline ETCH_ABI
