// A row of 8-bit codes as halfwords, for SMLAD.
#pragma once

#include <etch/kernel/armv7em/core.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

#if ETCH_HAS_DSP

/// The codes of a row as tap pairs, in whole groups of four: 0 and 2, 1 and 3. Returns their sum
/// where Summed.
template <bool Summed = false>
ETCH_KERNEL std::int32_t widen_row(std::uint32_t* to, const std::int8_t* from, int codes) {
  std::int32_t sum = 0;
  const auto put = [&](std::uint32_t word) __attribute__((always_inline)) {
    constexpr std::uint32_t ones = 0x10001;
    to[0] = widen_even(word);
    to[1] = widen_odd(word);
    if constexpr (Summed) sum = multiply_add_both(to[1], ones, multiply_add_both(to[0], ones, sum));
  };
  for (; codes >= 4; codes -= 4, from += 4, to += 2) put(load_word(from));
  if (codes == 0) return sum;
  std::uint32_t word = 0;
  while (codes-- > 0) word = word << 8 | static_cast<std::uint8_t>(from[codes]);
  put(word);
  return sum;
}

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
