// Weights of 4 bits, two in a byte, each plus 8: of filters that are too few for a block of eight.
#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// Writes nibble i, which was 0.
constexpr void put_nibble(std::int8_t* to, int i, unsigned code) {
  const auto both = static_cast<unsigned char>(to[i / 2]) | (code & 15) << (i % 2 * 4);
  to[i / 2] = static_cast<std::int8_t>(static_cast<unsigned char>(both));
}

#if ETCH_HAS_M_PROFILE

/// Adds to sums[2] the products of two filters (K,2). With W = wA + 2^16 wB, 16 products W x add up
/// in 32 bits.
ETCH_KERNEL inline void add_two_rows(const std::int8_t* w, const std::int8_t* x, int count,
                                     std::int32_t* sums) {
  constexpr std::uint32_t mask = 0x000f000f, bias = 0x00080008;
  while (count > 0) {
    std::uint32_t both = 0;
    const auto add = [&]<int I>() __attribute__((always_inline)) {
      const std::uint32_t byte = static_cast<std::uint8_t>(w[I]);
      both += (((byte << 12 | byte) & mask) - bias) * static_cast<std::uint32_t>(x[I]);
    };
    int left = count < 16 ? count : 16;
    count -= left;
    for (; left >= 4; left -= 4, w += 4, x += 4) unroll<4>(add);
    for (; left > 0; --left, ++w, ++x) unroll<1>(add);
    const auto a = static_cast<std::int16_t>(both);
    sums[0] += a;
    sums[1] += static_cast<std::int32_t>(both - static_cast<std::uint32_t>(a)) >> 16;
  }
}

/// The sum of w x over `count` taps of one filter (K), from tap `first` on.
ETCH_KERNEL inline std::int32_t product_of_nibbles(const std::int8_t* w, int first,
                                                   const std::int8_t* x, int count) {
  std::int32_t sum = 0;
  w += first / 2;
  if (first % 2 != 0 && count > 0) {
    sum = ((static_cast<std::uint8_t>(*w++) >> 4) - 8) * *x++;
    --count;
  }
  for (int pairs = count / 2; pairs > 0; --pairs, ++w, x += 2) {
    const int both = static_cast<std::uint8_t>(*w);
    sum += ((both & 15) - 8) * x[0] + ((both >> 4) - 8) * x[1];
  }
  if (count % 2 != 0) sum += ((*w & 15) - 8) * *x;
  return sum;
}

#endif

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
