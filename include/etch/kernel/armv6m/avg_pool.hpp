// avg_pool of 8-bit codes, four channels at a time, two sums a word that ANDS takes apart.
//
// Needs: the M profile; hwc; C a multiple of 4; windows of at most 256 cells, of at most 12 rows
// where these lie apart; ties as in CMSIS-NN or TensorFlow Lite.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
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

}  // namespace ETCH_NAMESPACE
