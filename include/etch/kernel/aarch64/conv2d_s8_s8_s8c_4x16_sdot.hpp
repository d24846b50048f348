// conv2d on int8 codes, 4 pixels x 16 filters at a time.
//
// Needs: SDOT; OC a multiple of 16; no groups, no dilation.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C) with a scale for each filter or one for all, no
// zero point.
// Writes: y (N,OH,OW,OC). All have 8 bits, at least one is affine.
#pragma once

#include <etch/kernel/aarch64/conv2d_products.hpp>

namespace etch::inline ETCH_ABI {

/// conv2d on int8 codes by SDOT.
struct conv2d_s8_s8_s8c_4x16_sdot
    : products::conv2d_rows<conv2d_s8_s8_s8c_4x16_sdot, products::codes::s8,
                            products::tile_shape{products::multiply::sdot, 4, 4}> {
  static constexpr const char* name = "conv2d_s8_s8_s8c_4x16_sdot";
  template <class C>
  static constexpr bool accepts = runs<C> && C::template in<1>::is.shape.n() % 16 == 0;
};

}  // namespace etch::inline ETCH_ABI
