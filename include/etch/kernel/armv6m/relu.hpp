// relu of codes of 8 to 16 bits, a word of them at a time: BICS clears the negative ones, SUBS
// compares those with a zero point.
//
// Needs: the M profile; hwc; rows of a multiple of 4 codes, of 16 bits of 2, which may lie apart;
// by BICS zero point 0. Reads: x (N,H,W,C). Writes: y (N,H,W,C), which may be x.
#pragma once

#include <etch/kernel/cortex_m/relu_of_words.hpp>
#include <etch/kernel/cortex_m/words.hpp>

namespace ETCH_NAMESPACE {

/// relu of signed 8-bit codes, zero point 0.
struct relu_s8_s8_bics : cortex_m::relu_of_words<relu_s8_s8_bics, cortex_m::words_of<std::int8_t>> {
  static constexpr const char* name = "relu_s8_s8_bics";
};
/// relu of signed codes of 9 to 16 bits, zero point 0.
struct relu_s16_s16_bics
    : cortex_m::relu_of_words<relu_s16_s16_bics, cortex_m::words_of<std::int16_t>> {
  static constexpr const char* name = "relu_s16_s16_bics";
};
/// relu of signed 8-bit codes.
struct relu_s8_s8_subs
    : cortex_m::relu_of_words<relu_s8_s8_subs, cortex_m::words_with_zeros<std::int8_t>> {
  static constexpr const char* name = "relu_s8_s8_subs";
};
/// relu of unsigned 8-bit codes.
struct relu_u8_u8_subs
    : cortex_m::relu_of_words<relu_u8_u8_subs, cortex_m::words_with_zeros<std::uint8_t>> {
  static constexpr const char* name = "relu_u8_u8_subs";
};

}  // namespace ETCH_NAMESPACE
