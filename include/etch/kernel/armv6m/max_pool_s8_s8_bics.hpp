// max_pool of 8-bit codes, four channels of a window at a time, by differences of words whose signs
// BICS takes apart: without scratch memory, and over rows that may lie apart.
//
// Needs: the M profile; hwc; C a multiple of 4; windows of at most 12 rows where these lie apart.
// Window, dilation, padding and stride are free.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/cortex_m/max_pool_of_words.hpp>
#include <etch/kernel/cortex_m/words.hpp>

namespace ETCH_NAMESPACE {

/// max_pool of signed 8-bit codes of any format.
struct max_pool_s8_s8_bics
    : cortex_m::max_pool_of_words<max_pool_s8_s8_bics, cortex_m::words_of_bytes> {
  static constexpr const char* name = "max_pool_s8_s8_bics";
};

}  // namespace ETCH_NAMESPACE
