// dense of posit<8, 0>: four filters times two rows by PMADDWD (posit_sums.hpp).
//
// Needs: SSE2; hwc; weights without NaR. Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/layer/posit_sums.hpp>
#include <etch/kernel/x86_64/short_tile.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of posit<8, 0>.
struct dense_p8_p8_p8_4x2_pmaddwd
    : posit_sums::kernel<dense_p8_p8_p8_4x2_pmaddwd, ops::dense, x86::short_tile> {
  static constexpr const char* name = "dense_p8_p8_p8_4x2_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
