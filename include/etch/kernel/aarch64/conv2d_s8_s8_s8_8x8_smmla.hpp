// conv2d of 8-bit codes, 8 pixels x 8 filters at a time.
//
// Needs: SMMLA; channels in multiples of 8 where windows have gaps between columns or there are
// groups; two columns of output at least; window rows that 8 bytes at a time divide well. Filters
// behind OC in the last 8 are computed for nothing.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C), bias (OC). Writes: y (N,OH,OW,OC).
#pragma once

#include <etch/kernel/aarch64/conv2d_products.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes by SMMLA.
struct conv2d_s8_s8_s8_8x8_smmla
    : layer_kernel<conv2d_s8_s8_s8_8x8_smmla, ops::conv2d,
                   products::conv2d_tiles<products::tile_shape{products::multiply::smmla, 8, 2}>> {
  static constexpr const char* name = "conv2d_s8_s8_s8_8x8_smmla";
};

}  // namespace ETCH_NAMESPACE
