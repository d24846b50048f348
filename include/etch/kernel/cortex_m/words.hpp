// Four bytes or two halfwords in a word, by the instructions that every core of the M profile has.
#pragma once

#include <etch/kernel/cortex_m/gather.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// Words of codes whose addresses are multiples of 4.
template <class Code>
struct words_of {
  using code = Code;
  static constexpr bool is_available = ETCH_HAS_M_PROFILE;
  static constexpr bool has_any_zero = false;
  /// Whether runs may have so many bytes.
  static constexpr bool takes(int bytes) { return bytes % 4 == 0; }
  /// Runs that `largest` compares at once: Cortex-M0 has registers for two.
  static constexpr int at_once = ETCH_HAS_LONG_MULTIPLY ? 4 : 2;

#if ETCH_HAS_M_PROFILE
  ETCH_GLUE static std::uint32_t load(const std::int8_t* p) {
    return reinterpret_cast<const aligned_word*>(p)->value;
  }
  ETCH_GLUE static void store(std::int8_t* p, std::uint32_t word) {
    reinterpret_cast<aligned_word*>(p)->value = word;
  }
  /// The larger of each code: b but where a is.
  ETCH_GLUE static std::uint32_t maximum(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t differ = a ^ b;
    return b ^ (differ & larger(a, b, differ));
  }
  ETCH_GLUE static std::uint32_t minimum(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t differ = a ^ b;
    return a ^ (differ & larger(a, b, differ));
  }
  /// y = the largest of each code of so many runs, `bytes` long, a multiple of 4, all moved on.
  ETCH_GLUE static void largest(std::int8_t*& y, const std::int8_t* (&x)[at_once], int bytes) {
    for (; bytes > 0; bytes -= 4, y += 4) {
      std::uint32_t most = load(x[0]);
      x[0] += 4;
      unroll<at_once - 1>([&]<int I>() __attribute__((always_inline)) {
        most = maximum(most, load(x[I + 1]));
        x[I + 1] += 4;
      });
      store(y, most);
    }
  }
  /// 0 for each code below 0.
  ETCH_GLUE static std::uint32_t without_negatives(std::uint32_t a) {
    const std::uint32_t negative = a >> (bits - 1) & ones;
    return a & ~((negative << bits) - negative);
  }
  ETCH_GLUE static std::uint32_t at_least(std::uint32_t /*zeros*/, std::uint32_t a) {
    return without_negatives(a);
  }
  /// The same of a word of codes from x to y, both moved on.
  ETCH_GLUE static void rectify_word(std::int8_t*& y, const std::int8_t*& x, std::uint32_t) {
    std::uint32_t word, negative, mask;
    __asm volatile(
        ".syntax unified\n\tldmia %[x]!,{%[word]}\n\t"
        "lsrs %[negative],%[word],%[sign]\n\tands %[negative],%[ones]\n\t"
        "lsls %[mask],%[negative],%[bits]\n\tsubs %[mask],%[mask],%[negative]\n\t"
        "bics %[word],%[mask]\n\tstmia %[y]!,{%[word]}"
        :
        [y] "+l"(y), [x] "+l"(x), [word] "=&l"(word), [negative] "=&l"(negative), [mask] "=&l"(mask)
        : [ones] "l"(ones), [sign] "i"(bits - 1), [bits] "i"(bits)
        : "memory", "cc");
  }

 private:
  static constexpr int bits = 8 * sizeof(Code);
  static constexpr std::uint32_t ones = bits == 8 ? 0x01010101u : 0x00010001u;
  /// All ones for each code whose a is not less than b: where the signs differ that of b tells, of
  /// unsigned codes that of a, else the borrow of the lower bits.
  ETCH_GLUE static std::uint32_t larger(std::uint32_t a, std::uint32_t b, std::uint32_t differ) {
    constexpr std::uint32_t signs = ones << (bits - 1);
    const std::uint32_t kept = (a | signs) - (b & ~signs);
    const std::uint32_t sign = static_cast<Code>(-1) < 0 ? b : a;
    const std::uint32_t is_larger = ((sign & differ) | (kept & ~differ)) & signs;
    return (is_larger << 1) - (is_larger >> (bits - 1));
  }
#endif
};

/// The same for the relu of codes with a zero point.
template <class Code>
struct words_with_zeros : words_of<Code> {
  static constexpr bool has_any_zero = true;

#if ETCH_HAS_M_PROFILE
  /// The larger of each code.
  ETCH_GLUE static std::uint32_t at_least(std::uint32_t zeros, std::uint32_t a) {
    return words_of<Code>::maximum(a, zeros);
  }
  ETCH_GLUE static void rectify_word(std::int8_t*& y, const std::int8_t*& x, std::uint32_t zeros) {
    words_of<Code>::store(y, at_least(zeros, words_of<Code>::load(x)));
    x += 4, y += 4;
  }
#endif
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
