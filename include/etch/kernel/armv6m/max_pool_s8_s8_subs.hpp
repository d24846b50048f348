// max_pool of 8-bit codes, four channels a word, by differences of words, which SUBS makes: columns
// first.
//
// Needs: the M profile; hwc; C a multiple of 4, dilation 1. Window, padding and stride are free.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/cortex_m/max_pool_by_columns.hpp>
#include <etch/kernel/cortex_m/words.hpp>

namespace ETCH_NAMESPACE {

/// max_pool of signed 8-bit codes of any format. Without the memory for a row max_pool_s8_s8_bics
/// does as well.
struct max_pool_s8_s8_subs
    : cortex_m::max_pool_by_columns<max_pool_s8_s8_subs, cortex_m::words_of_bytes> {
  static constexpr const char* name = "max_pool_s8_s8_subs";
  template <class C>
  static constexpr bool takes_idle_memory = true;
};

}  // namespace ETCH_NAMESPACE
