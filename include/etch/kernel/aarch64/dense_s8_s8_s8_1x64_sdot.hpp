// dense of 8-bit codes, 64 filters at a time; with a batch 4 rows x 16 filters.
//
// Needs: SDOT. Filters behind O in the last group are computed for nothing.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/aarch64/dense_products.hpp>

namespace ETCH_NAMESPACE {

/// dense of 8-bit codes by SDOT.
struct dense_s8_s8_s8_1x64_sdot : layer_kernel<dense_s8_s8_s8_1x64_sdot, ops::dense,
                                               products::dense_tiles<products::multiply::sdot>> {
  static constexpr const char* name = "dense_s8_s8_s8_1x64_sdot";
};

}  // namespace ETCH_NAMESPACE
