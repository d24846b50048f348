// Four signed bytes in a word, by the instructions that every core of the M profile has.
#pragma once

#include <etch/kernel/cortex_m/gather.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// Words whose addresses are multiples of 4.
struct words_of_bytes {
  using code = std::int8_t;
  static constexpr bool is_available = ETCH_HAS_M_PROFILE;
  static constexpr bool lies_anywhere = false, has_any_zero = false;

#if ETCH_HAS_M_PROFILE
  ETCH_GLUE static std::uint32_t load(const std::int8_t* p) {
    return reinterpret_cast<const aligned_word*>(p)->value;
  }
  ETCH_GLUE static void store(std::int8_t* p, std::uint32_t word) {
    reinterpret_cast<aligned_word*>(p)->value = word;
  }
  /// The larger of each byte: b but where a is.
  ETCH_GLUE static std::uint32_t maximum(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t differ = a ^ b;
    return b ^ (differ & larger(a, b, differ));
  }
  ETCH_GLUE static std::uint32_t minimum(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t differ = a ^ b;
    return a ^ (differ & larger(a, b, differ));
  }
  /// y = max(a, b, c), `words` words; y may be a.
  ETCH_GLUE static void largest_of_three(std::int8_t* y, const std::int8_t* a, const std::int8_t* b,
                                         const std::int8_t* c, int words) {
    for (; words > 0; --words, y += 4, a += 4, b += 4, c += 4) {
      store(y, maximum(maximum(load(a), load(b)), load(c)));
    }
  }
  /// 0 for each byte below 0.
  ETCH_GLUE static std::uint32_t without_negatives(std::uint32_t a) {
    const std::uint32_t negative = a >> 7 & 0x01010101u;
    return a & ~((negative << 8) - negative);
  }
  ETCH_GLUE static std::uint32_t at_least(std::uint32_t /*zeros*/, std::uint32_t a) {
    return without_negatives(a);
  }
  /// The same of four codes from x to y, both moved on.
  ETCH_GLUE static void rectify_word(std::int8_t*& y, const std::int8_t*& x, std::uint32_t) {
    std::uint32_t word, negative, mask;
    __asm volatile(
        ".syntax unified\n\tldmia %[x]!,{%[word]}\n\t"
        "lsrs %[negative],%[word],#7\n\tands %[negative],%[ones]\n\t"
        "lsls %[mask],%[negative],#8\n\tsubs %[mask],%[mask],%[negative]\n\t"
        "bics %[word],%[mask]\n\tstmia %[y]!,{%[word]}"
        :
        [y] "+l"(y), [x] "+l"(x), [word] "=&l"(word), [negative] "=&l"(negative), [mask] "=&l"(mask)
        : [ones] "l"(0x01010101u)
        : "memory", "cc");
  }

 private:
  /// 255 for each byte whose a is not less than b: where the signs differ that of b tells, else the
  /// borrow of the lower seven bits.
  ETCH_GLUE static std::uint32_t larger(std::uint32_t a, std::uint32_t b, std::uint32_t differ) {
    constexpr std::uint32_t signs = 0x80808080u;
    const std::uint32_t kept = (a | signs) - (b & ~signs);
    const std::uint32_t is_larger = ((b & differ) | (kept & ~differ)) & signs;
    return (is_larger << 1) - (is_larger >> 7);
  }
#endif
};

/// The same for the relu of codes with a zero point, signed or not.
template <class Code>
struct words_with_zeros : words_of_bytes {
  using code = Code;
  static constexpr bool has_any_zero = true;

#if ETCH_HAS_M_PROFILE
  /// The larger of each byte.
  ETCH_GLUE static std::uint32_t at_least(std::uint32_t zeros, std::uint32_t a) {
    constexpr std::uint32_t flip = Code(-1) < 0 ? 0 : 0x80808080u;
    return maximum(a ^ flip, zeros ^ flip) ^ flip;
  }
  ETCH_GLUE static void rectify_word(std::int8_t*& y, const std::int8_t*& x, std::uint32_t zeros) {
    store(y, at_least(zeros, load(x)));
    x += 4, y += 4;
  }
#endif
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
