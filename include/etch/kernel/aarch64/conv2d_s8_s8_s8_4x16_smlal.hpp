// conv2d of 8-bit codes, 4 pixels x 16 filters at a time.
//
// Needs: Advanced SIMD; 16 filters, or a multiple, in each group; channels in multiples of 4 where
// windows have gaps between columns or there are groups.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C), bias (OC). Writes: y (N,OH,OW,OC).
#pragma once

#include <etch/kernel/aarch64/conv2d_products.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes by SMLAL.
struct conv2d_s8_s8_s8_4x16_smlal
    : layer_kernel<conv2d_s8_s8_s8_4x16_smlal, ops::conv2d,
                   products::conv2d_tiles<products::tile_shape{products::multiply::smlal, 4, 4}>> {
  static constexpr const char* name = "conv2d_s8_s8_s8_4x16_smlal";
};

}  // namespace ETCH_NAMESPACE
