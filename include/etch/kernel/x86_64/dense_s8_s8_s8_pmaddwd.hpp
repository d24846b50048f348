// dense of 8-bit codes by PMADDWD: a convolution of one row of B pixels by windows of one cell.
//
// Needs: SSE2, wider where the compiler may; hwc; accumulators of 32 bits.
// Reads: x (B,K), weights (O,K), bias (O). Writes: y (B,O).
#pragma once

#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/x86_64/dots.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense of 8-bit codes by PMADDWD.
struct dense_s8_s8_s8_pmaddwd : layer_kernel<dense_s8_s8_s8_pmaddwd, ops::dense, x86::dots> {
  static constexpr const char* name = "dense_s8_s8_s8_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
