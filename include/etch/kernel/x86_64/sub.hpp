// sub of codes of 8 to 16 bits that all count the same unit from 0, a vector at a time, by PSUBSB
// or PSUBSW.
//
// Needs: SSE2; logical order; no constants; q formats of equal fraction bits, or affine ones of
// equal scales without zero points. Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may be a or
// b.
#pragma once

#include <etch/kernel/x86_64/add.hpp>

namespace ETCH_NAMESPACE {

/// sub of signed 8-bit codes of one unit.
struct sub_s8_s8_s8_psubsb
    : plain_sum<sub_s8_s8_s8_psubsb, x86::by_saturating_vectors, std::int8_t, ops::sub> {
  static constexpr const char* name = "sub_s8_s8_s8_psubsb";
};
/// sub of codes of 9 to 16 bits of one unit.
struct sub_s16_s16_s16_psubsw
    : plain_sum<sub_s16_s16_s16_psubsw, x86::by_saturating_vectors, std::int16_t, ops::sub> {
  static constexpr const char* name = "sub_s16_s16_s16_psubsw";
};

}  // namespace ETCH_NAMESPACE
