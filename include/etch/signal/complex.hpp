// Complex numbers of 16-bit parts in words, and blocks of them that share an exponent.
#pragma once

#include <etch/base/math.hpp>

namespace ETCH_NAMESPACE::signal {

/// A complex number of 16-bit parts: the real part in the low half, the imaginary in the high.
using complex16 = std::uint32_t;

/// Both parts, of 16 bits each, in a word.
ETCH_GLUE constexpr complex16 pack(wide_int re, wide_int im) {
  return (static_cast<std::uint32_t>(re) & 0xffff) | static_cast<std::uint32_t>(im) << 16;
}
ETCH_GLUE constexpr wide_int real_part(complex16 z) { return static_cast<std::int16_t>(z); }
ETCH_GLUE constexpr wide_int imaginary_part(complex16 z) {
  return static_cast<std::int32_t>(z) >> 16;
}

/// Samples x[2 i] and x[2 i + 1] as a word; x is aligned to 4 bytes.
ETCH_GLUE constexpr complex16 sample_pair(const std::int16_t* x, int i) {
  if (__builtin_is_constant_evaluated()) return pack(x[2 * i], x[2 * i + 1]);
  complex16 z = 0;
  __builtin_memcpy(&z, __builtin_assume_aligned(x + 2 * i, 4), sizeof z);
  return z;
}

/// The bits that the largest of some numbers needs. It is an OR, which has no order: scalar and
/// vector code find the same.
struct headroom {
  std::uint32_t seen = 0;

  ETCH_GLUE constexpr void see(complex16 z) { seen |= z ^ z << 1; }
  /// The least k with all parts in [-2^k, 2^k).
  ETCH_GLUE constexpr int bits() const {
    const std::uint32_t both = (seen | seen >> 16) & 0xffff;
    return both < 2 ? 0 : 31 - leading_zeros(both);
  }
};

/// What is known of an array z: it stands for z 2^exponent, its parts are in [-2^bits, 2^bits).
struct block {
  int exponent = 0;
  int bits = 0;
  bool is_silent = false;  ///< all samples were 0, and z is not written
};

}  // namespace ETCH_NAMESPACE::signal
