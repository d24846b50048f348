// avg_pool of 8-bit codes, four channels at a time, two sums a word, by SXTAB16 and UXTAB16.
//
// Needs: DSP instructions; hwc; at least 4 channels; windows of at most 256 cells, of at most 12
// rows where these lie apart; ties as in CMSIS-NN or TensorFlow Lite.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/sums_by_xtab16.hpp>
#include <etch/kernel/cortex_m/avg_pool_of_words.hpp>

namespace ETCH_NAMESPACE {

/// avg_pool of signed 8-bit codes of any format.
struct avg_pool_s8_s8_sxtab16
    : cortex_m::avg_pool_of_words<avg_pool_s8_s8_sxtab16, armv7em::sums_by_xtab16<std::int8_t>> {
  static constexpr const char* name = "avg_pool_s8_s8_sxtab16";
};
/// avg_pool of unsigned 8-bit codes.
struct avg_pool_u8_u8_uxtab16
    : cortex_m::avg_pool_of_words<avg_pool_u8_u8_uxtab16, armv7em::sums_by_xtab16<std::uint8_t>> {
  static constexpr const char* name = "avg_pool_u8_u8_uxtab16";
};

}  // namespace ETCH_NAMESPACE
