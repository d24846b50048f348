// dense of 8-bit codes, 4 rows x 16 filters at a time.
//
// Needs: SMMLA; a batch; rows that 8 bytes at a time divide well. Filters behind O in the last 16
// are computed for nothing.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/aarch64/dense_products.hpp>

namespace ETCH_NAMESPACE {

/// dense of 8-bit codes by SMMLA.
struct dense_s8_s8_s8_4x16_smmla : layer_kernel<dense_s8_s8_s8_4x16_smmla, ops::dense,
                                                products::dense_tiles<products::multiply::smmla>> {
  static constexpr const char* name = "dense_s8_s8_s8_4x16_smmla";
};

}  // namespace ETCH_NAMESPACE
