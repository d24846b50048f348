#pragma once

#include <cstdint>

#include <etch/base/features.hpp>
#include <etch/format/packed.hpp>

namespace ETCH_NAMESPACE {

/// Reads element i of an array of T from little-endian bytes; T is an integer, a float or a struct
/// of one integer, of 1, 2, 4 or 8 bytes.
template <class T>
constexpr T load(const unsigned char* bytes, int i) {
  if constexpr (sizeof(T) == 1) {
    return __builtin_bit_cast(T, bytes[i]);
  } else if constexpr (sizeof(T) == 2) {
    return __builtin_bit_cast(T, static_cast<std::uint16_t>(bytes[2 * i] | bytes[2 * i + 1] << 8));
  } else if constexpr (sizeof(T) == 4) {
    // written out: compilers evaluate this once for each weight
    const unsigned char* b = bytes + 4 * i;
    const auto word =
        static_cast<std::uint32_t>(b[0] | wide_int{b[1]} << 8 | wide_int{b[2]} << 16) |
        static_cast<std::uint32_t>(b[3]) << 24;
    return __builtin_bit_cast(T, word);
  } else {
    std::uint64_t word = 0;
    for (int k = 7; k >= 0; --k) word = word << 8 | bytes[8 * i + k];
    return __builtin_bit_cast(T, word);
  }
}

/// Fills an array of T from little-endian bytes, in one call: compilers keep memory for each.
template <class T, int Count>
constexpr void load_all(T (&to)[Count], const unsigned char* bytes) {
  for (int i = 0; i < Count; ++i) {
    if constexpr (sizeof(T) == 1) to[i] = __builtin_bit_cast(T, bytes[i]);
    else to[i] = load<T>(bytes, i);
  }
}
/// Likewise packed codes, whose array has the same bytes.
template <class Code, int Bits, int Count>
constexpr void load_all(packed_array<Code, Bits, Count>& to, const unsigned char* bytes) {
  load_all(to.byte, bytes);
}

}  // namespace ETCH_NAMESPACE
