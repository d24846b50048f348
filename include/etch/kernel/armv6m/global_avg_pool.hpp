// global_avg_pool of codes of 8 to 16 bits, a word of channels at a time: ANDS takes two sums of
// bytes a word apart, ASRS halfwords.
//
// Needs: the M profile; hwc; C a multiple of 4, of 16 bits of 2. Reads: x (N,H,W,C).
// Writes: y (N,C).
#pragma once

#include <etch/kernel/cortex_m/means_of_words.hpp>

namespace ETCH_NAMESPACE {

/// global_avg_pool of signed 8-bit codes of any format.
struct global_avg_pool_s8_s8_ands
    : cortex_m::global_means_of_words<global_avg_pool_s8_s8_ands,
                                      cortex_m::sums_by_ands<std::int8_t>> {
  static constexpr const char* name = "global_avg_pool_s8_s8_ands";
};
/// global_avg_pool of unsigned 8-bit codes.
struct global_avg_pool_u8_u8_ands
    : cortex_m::global_means_of_words<global_avg_pool_u8_u8_ands,
                                      cortex_m::sums_by_ands<std::uint8_t>> {
  static constexpr const char* name = "global_avg_pool_u8_u8_ands";
};
/// global_avg_pool of signed codes of 9 to 16 bits.
struct global_avg_pool_s16_s16_asrs
    : cortex_m::global_means_of_words<global_avg_pool_s16_s16_asrs,
                                      cortex_m::sums_of_halfwords<false>> {
  static constexpr const char* name = "global_avg_pool_s16_s16_asrs";
};

}  // namespace ETCH_NAMESPACE
