// relu of unsigned 8-bit codes, four a word, by USUB8 and SEL.
//
// Needs: DSP instructions; hwc; rows of at least 4 codes, which may lie apart. Reads: x (N,H,W,C).
// Writes: y (N,H,W,C), which may be x.
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/relu_of_words.hpp>

namespace ETCH_NAMESPACE {

/// relu of unsigned 8-bit codes.
struct relu_u8_u8_sel
    : cortex_m::relu_of_words<relu_u8_u8_sel, armv7em::words_by_sel<std::uint8_t>> {
  static constexpr const char* name = "relu_u8_u8_sel";
};

}  // namespace ETCH_NAMESPACE
