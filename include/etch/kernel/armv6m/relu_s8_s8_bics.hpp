// relu of 8-bit codes, four a word, whose negative ones BICS clears.
//
// Needs: the M profile; hwc; zero point 0; rows of a multiple of 4 codes, which may lie apart.
// Reads: x (N,H,W,C). Writes: y (N,H,W,C), which may be x.
#pragma once

#include <etch/kernel/cortex_m/relu_of_words.hpp>
#include <etch/kernel/cortex_m/words.hpp>

namespace ETCH_NAMESPACE {

/// relu of signed 8-bit codes.
struct relu_s8_s8_bics : cortex_m::relu_of_words<relu_s8_s8_bics, cortex_m::words_of<std::int8_t>> {
  static constexpr const char* name = "relu_s8_s8_bics";
};

}  // namespace ETCH_NAMESPACE
