// max_pool of codes of 9 to 16 bits, two channels a word, by SSUB16 and SEL: from the largest of
// each column, in scratch memory where that costs nothing, else without, and over rows that may lie
// apart.
//
// Needs: DSP instructions; hwc; the first of both C even and dilation 1, the other at least 2
// channels, and windows of at most 12 rows where these lie apart. Window, padding and stride are
// free.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/max_pool_by_columns.hpp>
#include <etch/kernel/cortex_m/max_pool_of_words.hpp>

namespace ETCH_NAMESPACE {

/// max_pool of signed codes of 9 to 16 bits of any format, by columns.
struct max_pool_s16_s16_ssub16_lines
    : cortex_m::max_pool_by_columns<max_pool_s16_s16_ssub16_lines, armv7em::halfwords_by_sel> {
  static constexpr const char* name = "max_pool_s16_s16_ssub16_lines";
};
/// The same, window by window.
struct max_pool_s16_s16_ssub16
    : cortex_m::max_pool_of_words<max_pool_s16_s16_ssub16, armv7em::halfwords_by_sel> {
  static constexpr const char* name = "max_pool_s16_s16_ssub16";
};

}  // namespace ETCH_NAMESPACE
