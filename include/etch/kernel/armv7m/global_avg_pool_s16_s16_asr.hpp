// global_avg_pool of codes of 9 to 16 bits, two channels at a time, whose words ASR takes apart.
//
// Needs: Armv7-M or Armv8-M Main; hwc; at least 2 channels. Reads: x (N,H,W,C). Writes: y (N,C).
#pragma once

#include <etch/kernel/cortex_m/means_of_words.hpp>

namespace ETCH_NAMESPACE {

/// global_avg_pool of signed codes of 9 to 16 bits.
struct global_avg_pool_s16_s16_asr
    : cortex_m::global_means_of_words<global_avg_pool_s16_s16_asr,
                                      cortex_m::sums_of_halfwords<true>> {
  static constexpr const char* name = "global_avg_pool_s16_s16_asr";
};

}  // namespace ETCH_NAMESPACE
