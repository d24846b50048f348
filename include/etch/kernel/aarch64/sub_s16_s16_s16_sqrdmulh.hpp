// sub of codes of 9 to 16 bits, exact as TensorFlow Lite, by the loops of
// add_s16_s16_s16_sqrdmulh.
//
// Needs: what that needs. Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/aarch64/add_s16_s16_s16_sqrdmulh.hpp>

namespace ETCH_NAMESPACE {

/// sub of affine codes of 9 to 16 bits.
struct sub_s16_s16_s16_sqrdmulh : neon::sum_of_shorts<sub_s16_s16_s16_sqrdmulh, ops::sub> {
  static constexpr const char* name = "sub_s16_s16_s16_sqrdmulh";
};

}  // namespace ETCH_NAMESPACE
