// avg_pool and global_avg_pool of 8-bit codes, four channels at a time, two sums a word, by SXTAB16
// and UXTAB16.
//
// Needs: DSP instructions; hwc; at least 4 channels; windows of at most 256 cells, over 12 rows
// where these lie apart; ties of windows as in CMSIS-NN or TensorFlow Lite.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C), or (N,C).
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/avg_pool_of_words.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Sums of at most 256 bytes of four channels.
template <class Code>
struct sums_by_xtab16 {
  using code = Code;
  static constexpr bool is_available = ETCH_HAS_DSP;
  static constexpr bool lies_anywhere = true;
  static constexpr int channels = 4, most_cells = most_summed_bytes;

  std::uint32_t even = 0, odd = 0;  ///< channels 0 and 2, 1 and 3

#if ETCH_HAS_DSP
  /// Adds the codes at x.
  ETCH_GLUE void add(const std::int8_t* x) {
    const std::uint32_t codes = load_word(x);
    if constexpr (static_cast<Code>(-1) < 0) {
      even = add_even(even, codes);
      odd = add_odd(odd, codes);
    } else {
      even = add_unsigned_even(even, codes);
      odd = add_unsigned_odd(odd, codes);
    }
  }
  /// The sum of channel I.
  template <int I>
  ETCH_GLUE std::int32_t of(int) const {
    const std::uint32_t word = I % 2 == 0 ? even : odd;
    if constexpr (static_cast<Code>(-1) < 0) {
      return I / 2 == 0 ? static_cast<std::int16_t>(word) : static_cast<std::int32_t>(word) >> 16;
    } else {
      return static_cast<std::int32_t>(I / 2 == 0 ? word & 0xffff : word >> 16);
    }
  }
#endif
};

}  // namespace armv7em

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
