// sub of codes of 9 to 16 bits, exact as TensorFlow Lite, by the loops of
// add_s16_s16_s16_vqrdmulh.
//
// Needs: what that needs. Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or b.
#pragma once

#include <etch/kernel/armv81m/add_s16_s16_s16_vqrdmulh.hpp>

namespace ETCH_NAMESPACE {

/// sub of affine codes of 9 to 16 bits.
struct sub_s16_s16_s16_vqrdmulh : armv81m::sum_of_shorts<sub_s16_s16_s16_vqrdmulh, ops::sub> {
  static constexpr const char* name = "sub_s16_s16_s16_vqrdmulh";
};

}  // namespace ETCH_NAMESPACE
