// relu of codes of 9 to 16 bits, two a word, by SSUB16 and SEL.
//
// Needs: DSP instructions; hwc; rows of at least 2 codes, which may lie apart.
// Reads: x (N,H,W,C). Writes: y (N,H,W,C), which may be x.
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/relu_of_words.hpp>

namespace ETCH_NAMESPACE {

/// relu of signed codes of 9 to 16 bits.
struct relu_s16_s16_sel
    : cortex_m::relu_of_words<relu_s16_s16_sel, armv7em::words_by_sel<std::int16_t>> {
  static constexpr const char* name = "relu_s16_s16_sel";
};

}  // namespace ETCH_NAMESPACE
