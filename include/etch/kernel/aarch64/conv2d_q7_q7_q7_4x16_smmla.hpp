// conv2d on q7 codes, 4 pixels x 16 filters at a time.
//
// Needs: SMMLA; OC a multiple of 16; no groups, no dilation; two columns of output at least;
// window rows that 8 bytes at a time divide well.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C).
// Writes: y (N,OH,OW,OC). All are q with 8 bits.
#pragma once

#include <etch/kernel/aarch64/conv2d_products.hpp>

namespace etch::inline ETCH_ABI {

/// conv2d on q7 codes by SMMLA.
struct conv2d_q7_q7_q7_4x16_smmla
    : products::conv2d_rows<conv2d_q7_q7_q7_4x16_smmla, products::codes::q7,
                            products::tile_shape{products::multiply::smmla, 4, 4}> {
  static constexpr const char* name = "conv2d_q7_q7_q7_4x16_smmla";
  template <class C>
  static constexpr bool accepts =
      runs<C> && products::suits_smmla<C>() && C::template in<1>::is.shape.n() % 16 == 0;
};

}  // namespace etch::inline ETCH_ABI
