// conv2d on bfloat16, 16 filters of one pixel at a time, bit for bit as bfdot_arithmetic says.
//
// Needs: BFDOT; FPCR as it is after reset (no FEAT_EBF16 behaviour, no flushing); an even number of
// input channels or windows of one cell, so that no pair joins two cells; one group.
// Reads: x (N,H,W,C), weights (O,KH,KW,C).
// Writes: y (N,OH,OW,O) in any floating-point format.
#pragma once

#include <etch/kernel/aarch64/bfdot_rows.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d on bfloat16 by BFDOT.
struct conv2d_bf16_bf16_bf16_1x16_bfdot
    : bfdot_rows::bfdot_kernel<conv2d_bf16_bf16_bf16_1x16_bfdot, ops::conv2d> {
  static constexpr const char* name = "conv2d_bf16_bf16_bf16_1x16_bfdot";
};

}  // namespace ETCH_NAMESPACE
