// What the means of 8-bit codes share: four channels at a time, two sums a word, by SXTAB16.
#pragma once

#include <etch/kernel/armv7em/instructions.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// mean_of<R>(sum, cells) for the sum of as many codes; R is not half_even. 128 more makes what is
/// divided positive, so that UDIV rounds down: floor(sum / cells + 1/2), one less for ties of a
/// negative sum.
template <rounding R>
constexpr std::int32_t mean_of_codes(std::int32_t sum, int cells) {
  if constexpr (R == rounding::toward_zero) {
    return mean_of<R>(sum, cells);
  } else {
    const std::int32_t tie = R == rounding::half_up ? 0 : sum >> 31;
    const auto above = static_cast<std::uint32_t>(2 * sum + 257 * cells + tie);
    return static_cast<std::int32_t>(above / static_cast<std::uint32_t>(2 * cells)) - 128;
  }
}
#if ETCH_HAS_DSP

/// Sums of four channels over rows x columns cells, `column` and `row` codes apart; `row` counts
/// from the begin of a row.
struct sums_of_four {
  std::uint32_t even = 0, odd = 0;
  ETCH_GLUE sums_of_four(const std::int8_t* x, int rows, int columns, int column, int row) {
    for (; rows > 0; --rows, x += row) {
      const std::int8_t* at = x;
      for (int v = columns; v > 0; --v, at += column) {
        const std::uint32_t codes = load_word(at);
        even = add_even(even, codes);
        odd = add_odd(odd, codes);
      }
    }
  }
  /// The sum of channel I.
  template <int I>
  ETCH_GLUE std::int32_t of() const {
    const std::uint32_t word = I % 2 == 0 ? even : odd;
    return I / 2 == 0 ? static_cast<std::int16_t>(word) : static_cast<std::int32_t>(word) >> 16;
  }
};

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
