// dense of 8-bit codes with any zero points: four filters times two pixels by PMADDWD
// (byte_sums.hpp).
//
// Needs: SSE2; hwc; windows
// of at most 1,024 codes. Reads: x (N,H,W,C), whose rows may lie apart, weights (O,K), bias (O).
// Writes: y (N,OH,OW,O).
#pragma once

#include <etch/kernel/layer/byte_sums.hpp>
#include <etch/kernel/x86_64/short_tile.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of 8-bit codes with any zero points.
struct dense_u8_u8_u8_4x2_pmaddwd
    : byte_sums::kernel<dense_u8_u8_u8_4x2_pmaddwd, ops::dense, x86::short_tile> {
  static constexpr const char* name = "dense_u8_u8_u8_4x2_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
