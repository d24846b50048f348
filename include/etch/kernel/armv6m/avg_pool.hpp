// avg_pool and global_avg_pool of 8-bit codes, four channels at a time, two sums a word that ANDS
// takes apart.
//
// Needs: the M profile; hwc; C a multiple of 4; windows of at most 256 cells, over 12 rows where
// these lie apart; ties of windows as in CMSIS-NN or TensorFlow Lite.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C), or (N,C).
#pragma once

#include <etch/kernel/cortex_m/avg_pool_of_words.hpp>

namespace ETCH_NAMESPACE {

/// avg_pool of signed 8-bit codes of any format.
struct avg_pool_s8_s8_ands
    : cortex_m::avg_pool_of_words<avg_pool_s8_s8_ands, cortex_m::sums_by_ands<std::int8_t>> {
  static constexpr const char* name = "avg_pool_s8_s8_ands";
};
/// avg_pool of unsigned 8-bit codes.
struct avg_pool_u8_u8_ands
    : cortex_m::avg_pool_of_words<avg_pool_u8_u8_ands, cortex_m::sums_by_ands<std::uint8_t>> {
  static constexpr const char* name = "avg_pool_u8_u8_ands";
};
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
