// sub of codes of 8 to 16 bits that all count the same unit from 0, 16 bytes of them a step, by
// VQSUB.
//
// Needs: MVE; logical order; no constants; q formats of equal fraction bits, or affine ones of
// equal scales without zero points. Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or
// b.
#pragma once

#include <etch/kernel/armv81m/add.hpp>

namespace ETCH_NAMESPACE {

/// sub of signed 8-bit codes of one unit.
struct sub_s8_s8_s8_vqsub
    : plain_sum<sub_s8_s8_s8_vqsub, armv81m::by_saturating_vectors, std::int8_t, ops::sub> {
  static constexpr const char* name = "sub_s8_s8_s8_vqsub";
};
/// sub of codes of 9 to 16 bits of one unit.
struct sub_s16_s16_s16_vqsub
    : plain_sum<sub_s16_s16_s16_vqsub, armv81m::by_saturating_vectors, std::int16_t, ops::sub> {
  static constexpr const char* name = "sub_s16_s16_s16_vqsub";
};

}  // namespace ETCH_NAMESPACE
