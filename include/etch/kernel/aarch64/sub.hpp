// sub of codes of 8 to 16 bits that all count the same unit from 0, 16 bytes of them at a time, by
// SQSUB.
//
// Needs: Advanced SIMD; logical order; no constants; q formats of equal fraction bits, or affine
// ones of equal scales without zero points. Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may
// be a or b.
#pragma once

#include <etch/kernel/aarch64/add.hpp>

namespace ETCH_NAMESPACE {

/// sub of signed 8-bit codes of one unit.
struct sub_s8_s8_s8_sqsub
    : plain_sum<sub_s8_s8_s8_sqsub, neon::by_saturating_lanes, std::int8_t, ops::sub> {
  static constexpr const char* name = "sub_s8_s8_s8_sqsub";
};
/// sub of codes of 9 to 16 bits of one unit.
struct sub_s16_s16_s16_sqsub
    : plain_sum<sub_s16_s16_s16_sqsub, neon::by_saturating_lanes, std::int16_t, ops::sub> {
  static constexpr const char* name = "sub_s16_s16_s16_sqsub";
};

}  // namespace ETCH_NAMESPACE
