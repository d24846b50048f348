// sub of codes of 8 to 16 bits that all count the same unit from 0, a word at a time, by QSUB8 and
// QSUB16.
//
// Needs: DSP instructions; logical order; no constants; q formats of equal fraction bits, or affine
// ones of equal scales without zero points. Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may
// be a or b.
#pragma once

#include <etch/kernel/armv7em/add.hpp>

namespace ETCH_NAMESPACE {

/// sub of signed 8-bit codes of one unit.
struct sub_s8_s8_s8_qsub8
    : plain_sum<sub_s8_s8_s8_qsub8, armv7em::by_saturating_words, std::int8_t, ops::sub> {
  static constexpr const char* name = "sub_s8_s8_s8_qsub8";
};
/// sub of codes of 9 to 16 bits of one unit.
struct sub_s16_s16_s16_qsub16
    : plain_sum<sub_s16_s16_s16_qsub16, armv7em::by_saturating_words, std::int16_t, ops::sub> {
  static constexpr const char* name = "sub_s16_s16_s16_qsub16";
};

}  // namespace ETCH_NAMESPACE
