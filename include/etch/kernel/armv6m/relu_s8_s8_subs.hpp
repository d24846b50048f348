// relu of signed 8-bit codes with a zero point, four a word, which SUBS compares.
//
// Needs: the M profile; hwc; rows of a multiple of 4 codes, which may lie apart.
// Reads: x (N,H,W,C). Writes: y (N,H,W,C), which may be x.
#pragma once

#include <etch/kernel/cortex_m/relu_of_words.hpp>
#include <etch/kernel/cortex_m/words.hpp>

namespace ETCH_NAMESPACE {

/// relu of signed 8-bit codes.
struct relu_s8_s8_subs
    : cortex_m::relu_of_words<relu_s8_s8_subs, cortex_m::words_with_zeros<std::int8_t>> {
  static constexpr const char* name = "relu_s8_s8_subs";
};

}  // namespace ETCH_NAMESPACE
