// Means of signed bytes, a word of channels at a time: two sums a word, by the instructions that
// every core of the M profile has.
#pragma once

#include <etch/kernel/cortex_m/gather.hpp>
#include <etch/kernel/cortex_m/words.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

#if ETCH_HAS_M_PROFILE

/// Sums of at most 256 codes of four channels, each code plus 128, so that sums stay in halfwords.
struct sums_of_words {
  std::uint32_t even = 0, odd = 0;  ///< channels 0 and 2, 1 and 3

  /// Adds `count` words of x, `step` bytes apart.
  ETCH_GLUE void add(const std::int8_t* x, int count, int step) {
    constexpr std::uint32_t halves = 0x00ff00ffu, signs = 0x80808080u;
    for (; count > 0; --count, x += step) {
      const std::uint32_t codes = words_of_bytes::load(x) ^ signs;
      even += codes & halves;
      odd += codes >> 8 & halves;
    }
  }
  /// Calls f(i, sum) for the four channels of so many codes.
  template <class F>
  ETCH_GLUE void tell(int cells, const F& f) const {
    const std::int32_t more = 128 * cells;
    f(0, static_cast<std::int32_t>(even & 0xffff) - more);
    f(1, static_cast<std::int32_t>(odd & 0xffff) - more);
    f(2, static_cast<std::int32_t>(even >> 16) - more);
    f(3, static_cast<std::int32_t>(odd >> 16) - more);
  }
};

#endif

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
