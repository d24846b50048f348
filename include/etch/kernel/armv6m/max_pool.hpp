// max_pool of codes of 8 to 16 bits, a word of them at a time, by differences of words, which SUBS
// makes and whose signs BICS takes apart: window by window, without scratch memory and over rows
// that may lie apart, or columns first.
//
// Needs: the M profile; hwc; C a multiple of 4, of 16 bits of 2; windows of at most 12 rows where
// these lie apart; columns first, dilation 1 and windows that this serves. Window, padding and
// stride are free. Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/cortex_m/max_pool_by_columns.hpp>
#include <etch/kernel/cortex_m/words.hpp>

namespace ETCH_NAMESPACE {

/// max_pool of signed 8-bit codes of any format.
struct max_pool_s8_s8_bics
    : cortex_m::max_pool_of_words<max_pool_s8_s8_bics, cortex_m::words_of<std::int8_t>> {
  static constexpr const char* name = "max_pool_s8_s8_bics";
};
/// max_pool of unsigned 8-bit codes.
struct max_pool_u8_u8_bics
    : cortex_m::max_pool_of_words<max_pool_u8_u8_bics, cortex_m::words_of<std::uint8_t>> {
  static constexpr const char* name = "max_pool_u8_u8_bics";
};
/// max_pool of signed codes of 9 to 16 bits.
struct max_pool_s16_s16_bics
    : cortex_m::max_pool_of_words<max_pool_s16_s16_bics, cortex_m::words_of<std::int16_t>> {
  static constexpr const char* name = "max_pool_s16_s16_bics";
};
/// max_pool of signed 8-bit codes of any format, columns first. Without the memory for a row
/// max_pool_s8_s8_bics does as well.
struct max_pool_s8_s8_subs
    : cortex_m::max_pool_by_columns<max_pool_s8_s8_subs, cortex_m::words_of<std::int8_t>> {
  static constexpr const char* name = "max_pool_s8_s8_subs";
  template <class C>
  static constexpr bool takes_idle_memory = true;
};

}  // namespace ETCH_NAMESPACE
