// conv2d on q7 codes, 4 pixels x 16 filters at a time.
//
// Needs: Advanced SIMD; OC a multiple of 16; no groups, no dilation.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C).
// Writes: y (N,OH,OW,OC). All are q with 8 bits.
#pragma once

#include <etch/kernel/aarch64/conv2d_products.hpp>

namespace etch::inline ETCH_ABI {

/// conv2d on q7 codes by SMLAL.
struct conv2d_q7_q7_q7_4x16_smlal
    : products::conv2d_rows<conv2d_q7_q7_q7_4x16_smlal, products::codes::q7,
                            products::tile_shape{products::multiply::smlal, 4, 4}> {
  static constexpr const char* name = "conv2d_q7_q7_q7_4x16_smlal";
  template <class C>
  static constexpr bool accepts = runs<C> && C::template in<1>::is.shape.n() % 16 == 0;
};

}  // namespace etch::inline ETCH_ABI
