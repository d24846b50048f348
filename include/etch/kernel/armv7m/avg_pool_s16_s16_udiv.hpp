// avg_pool of codes of 9 to 16 bits, two channels at a time, whose means UDIV makes.
//
// Needs: Armv7-M or Armv8-M Main; hwc; at least 2 channels; windows of at most 255 cells, of at
// most 12 rows where these lie apart; ties as in CMSIS-NN or TensorFlow Lite. Reads: x (N,H,W,C).
// Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/cortex_m/avg_pool_of_words.hpp>

namespace ETCH_NAMESPACE {

/// avg_pool of signed codes of 9 to 16 bits.
struct avg_pool_s16_s16_udiv
    : cortex_m::avg_pool_of_words<avg_pool_s16_s16_udiv, cortex_m::sums_of_halfwords<true>> {
  static constexpr const char* name = "avg_pool_s16_s16_udiv";
};

}  // namespace ETCH_NAMESPACE
