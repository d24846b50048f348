#pragma once

#include <cstdint>

#include <etch/base/features.hpp>

namespace etch::inline ETCH_ABI {

/// Element i of little-endian bytes read as T: an integer or float of 1, 2, 4 or 8 bytes.
template <class T>
constexpr T load(const unsigned char* bytes, int i) {
  if constexpr (sizeof(T) == 1) {
    return static_cast<T>(bytes[i]);
  } else if constexpr (sizeof(T) == 2) {
    return static_cast<T>(static_cast<std::uint16_t>(bytes[2 * i] | bytes[2 * i + 1] << 8));
  } else if constexpr (sizeof(T) == 4) {
    // spelt out: compilers evaluate this once for each weight
    const unsigned char* b = bytes + 4 * i;
    const auto word = static_cast<std::uint32_t>(b[0] | b[1] << 8 | b[2] << 16) |
                      static_cast<std::uint32_t>(b[3]) << 24;
    return __builtin_bit_cast(T, word);
  } else {
    std::uint64_t word = 0;
    for (int k = 7; k >= 0; --k) word = word << 8 | bytes[8 * i + k];
    return __builtin_bit_cast(T, word);
  }
}

}  // namespace etch::inline ETCH_ABI
