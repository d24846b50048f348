// global_avg_pool of 8-bit codes, four channels at a time, by SXTAB16 and UXTAB16.
//
// Needs: DSP instructions; hwc; at least 4 channels. Reads: x (N,H,W,C). Writes: y (N,C).
#pragma once

#include <etch/kernel/armv7em/sums_by_xtab16.hpp>

namespace ETCH_NAMESPACE {

/// global_avg_pool of signed 8-bit codes of any format.
struct global_avg_pool_s8_s8_sxtab16
    : cortex_m::global_means_of_words<global_avg_pool_s8_s8_sxtab16,
                                      armv7em::sums_by_xtab16<std::int8_t>> {
  static constexpr const char* name = "global_avg_pool_s8_s8_sxtab16";
};
/// global_avg_pool of unsigned 8-bit codes.
struct global_avg_pool_u8_u8_uxtab16
    : cortex_m::global_means_of_words<global_avg_pool_u8_u8_uxtab16,
                                      armv7em::sums_by_xtab16<std::uint8_t>> {
  static constexpr const char* name = "global_avg_pool_u8_u8_uxtab16";
};

}  // namespace ETCH_NAMESPACE
