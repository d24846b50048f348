// dense on bfloat16, 16 filters at a time, bit for bit as bfdot_arithmetic says.
//
// Needs: BFDOT; FPCR as it is after reset (no FEAT_EBF16 behaviour, no flushing). Filters behind O
// in the last group are computed for nothing.
// Reads: x (B,K), weights (O,K).
// Writes: y (B,O) in any floating-point format.
#pragma once

#include <etch/kernel/aarch64/bfdot_rows.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense on bfloat16 by BFDOT.
struct dense_bf16_bf16_bf16_1x16_bfdot
    : bfdot_rows::bfdot_kernel<dense_bf16_bf16_bf16_1x16_bfdot, ops::dense> {
  static constexpr const char* name = "dense_bf16_bf16_bf16_1x16_bfdot";
};

}  // namespace ETCH_NAMESPACE
