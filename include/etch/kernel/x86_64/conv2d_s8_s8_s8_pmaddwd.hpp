// conv2d of 8-bit codes by PMADDWD, pixels x filters at a time.
//
// Needs: SSE2, wider where the compiler may; hwc; windows of at most 4096 numbers or of
// one cell; accumulators of 32 bits.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C), bias (OC). Writes: y (N,OH,OW,OC).
#pragma once

#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/x86_64/dots.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of 8-bit codes by PMADDWD.
struct conv2d_s8_s8_s8_pmaddwd : layer_kernel<conv2d_s8_s8_s8_pmaddwd, ops::conv2d, x86::dots> {
  static constexpr const char* name = "conv2d_s8_s8_s8_pmaddwd";
};

}  // namespace ETCH_NAMESPACE
