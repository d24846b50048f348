// max_pool of codes of 8 to 16 bits, a word of them at a time, by SSUB8, USUB8 or SSUB16 and SEL:
// window by window, without scratch memory and over rows that may lie apart, or columns first.
//
// Needs: DSP instructions; hwc; at least 4 channels, of 16 bits 2; windows of at most 12 rows where
// these lie apart; columns first, C a multiple of 4, of 16 bits of 2, dilation 1 and windows that
// this serves. Window, padding and stride are free. Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/max_pool_by_columns.hpp>

namespace ETCH_NAMESPACE {

/// max_pool of signed 8-bit codes of any format.
struct max_pool_s8_s8_sel
    : cortex_m::max_pool_of_words<max_pool_s8_s8_sel, armv7em::words_by_sel<std::int8_t>> {
  static constexpr const char* name = "max_pool_s8_s8_sel";
};
/// max_pool of unsigned 8-bit codes.
struct max_pool_u8_u8_sel
    : cortex_m::max_pool_of_words<max_pool_u8_u8_sel, armv7em::words_by_sel<std::uint8_t>> {
  static constexpr const char* name = "max_pool_u8_u8_sel";
};
/// max_pool of signed codes of 9 to 16 bits of any format.
struct max_pool_s16_s16_sel
    : cortex_m::max_pool_of_words<max_pool_s16_s16_sel, armv7em::words_by_sel<std::int16_t>> {
  static constexpr const char* name = "max_pool_s16_s16_sel";
};
/// max_pool of signed 8-bit codes of any format, columns first.
struct max_pool_s8_s8_ssub8
    : cortex_m::max_pool_by_columns<max_pool_s8_s8_ssub8, armv7em::words_by_sel<std::int8_t>> {
  static constexpr const char* name = "max_pool_s8_s8_ssub8";
};
/// max_pool of signed codes of 9 to 16 bits of any format, columns first where that costs no
/// memory.
struct max_pool_s16_s16_ssub16
    : cortex_m::max_pool_by_columns<max_pool_s16_s16_ssub16, armv7em::words_by_sel<std::int16_t>> {
  static constexpr const char* name = "max_pool_s16_s16_ssub16";
};

}  // namespace ETCH_NAMESPACE
