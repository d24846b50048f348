// Sums of bytes, two channels a word, by SXTAB16 and UXTAB16.
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/means_of_words.hpp>

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

}  // namespace ETCH_NAMESPACE
