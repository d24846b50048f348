// conv2d of bfloat16 by VDPBF16PS, pixels x 16 filters and more at a time, bit for bit as
// bf16_pair_arithmetic says, into any floating-point format.
//
// Needs: AVX512-BF16; hwc; one group; an even number of input channels or windows of one cell, so
// that no pair joins two cells.
// Reads: x (N,H,W,C), weights (OC,KH,KW,C), bias (OC). Writes: y (N,OH,OW,OC).
#pragma once

#include <etch/kernel/x86_64/bf16_tiles.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d of bfloat16 by VDPBF16PS.
struct conv2d_bf16_bf16_bf16_vdpbf16ps
    : x86::bf16_kernel<conv2d_bf16_bf16_bf16_vdpbf16ps, ops::conv2d> {
  static constexpr const char* name = "conv2d_bf16_bf16_bf16_vdpbf16ps";
};

}  // namespace ETCH_NAMESPACE
