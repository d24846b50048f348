// max_pool of 8-bit codes, four channels of a window at a time, by SSUB8 and SEL: without scratch
// memory, and over rows that may lie apart.
//
// Needs: DSP instructions; hwc; at least 4 channels; windows of at most 12 rows where these lie
// apart. Window, dilation, padding and stride are free.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/max_pool_of_words.hpp>

namespace ETCH_NAMESPACE {

/// max_pool of signed 8-bit codes of any format.
struct max_pool_s8_s8_sel : cortex_m::max_pool_of_words<max_pool_s8_s8_sel, armv7em::words_by_sel> {
  static constexpr const char* name = "max_pool_s8_s8_sel";
};

}  // namespace ETCH_NAMESPACE
