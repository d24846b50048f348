// The binary logarithm of 64-bit integers, in integers.
#pragma once

#include <etch/base/functions.hpp>
#include <etch/base/tables.hpp>

namespace ETCH_NAMESPACE::signal {

/// log2(1 + i / 32), 15 fraction bits.
struct log2_table {
  std::uint16_t at[33];
  constexpr log2_table() : at{} {
    const double scale = 32768 / natural_logarithm(2);
    for (int i = 0; i <= 32; ++i) {
      at[i] = static_cast<std::uint16_t>(round_half_away(scale * natural_logarithm(1 + i / 32.0)));
    }
  }
};

/// log2(x 2^scale), 9 fraction bits, not below 0, which is also that of 0; |scale| < 100. Within
/// 1.5 / 512: a line between the entries of the table.
constexpr wide_int log2_of(std::uint64_t x, int scale) {
  if (x == 0) return 0;
  const int top = 63 - __builtin_clzll(x);
  const std::uint32_t m = top >= 31 ? static_cast<std::uint32_t>(x >> (top - 31))
                                    : static_cast<std::uint32_t>(x) << (31 - top);
  const std::uint32_t i = m >> 26 & 31, rest = m >> 10 & 0xffff;
  const auto& table = shared_table<log2_table>.at;
  const std::uint32_t low = table[i], step = table[i + 1] - low;
  const auto fraction = static_cast<wide_int>(low + ((step * rest + 0x8000) >> 16));
  return maximum((wide_int{top} + scale) * 512 + ((fraction + 32) >> 6), wide_int{0});
}

}  // namespace ETCH_NAMESPACE::signal
