// add of codes of 8 to 16 bits that all count the same unit from 0, a word at a time, by QADD8 and
// QADD16.
//
// Needs: DSP instructions; logical order; no constants; q formats of equal fraction bits, or affine
// ones of equal scales without zero points. Reads: a, b (N,H,W,C). Writes: y (N,H,W,C), which may
// be a or b.
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/kernel/layer/plain_sums.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Sums of words of codes.
struct by_saturating_words {
  static constexpr bool is_available = ETCH_HAS_DSP;

#if ETCH_HAS_DSP
  template <int Sign, bool Whole, class T>
  ETCH_KERNEL static void sums(T* y, const T* a, const T* b, int count, const limits<T>& l) {
    constexpr int lanes = 4 / static_cast<int>(sizeof(T));
    using words = words_by_sel<T>;
    const std::uint32_t low = repeated(l.low), high = repeated(l.high);
    const auto next = [&]() __attribute__((always_inline)) {
      std::uint32_t word = sum<Sign, T>(load_next(a), load_next(b));
      if constexpr (!Whole) word = words::minimum(words::maximum(word, low), high);
      store_word(y, word);
      y += lanes;
    };
    for (int k = count / (4 * lanes); k > 0; --k) next(), next(), next(), next();
    for (int k = count % (4 * lanes) / lanes; k > 0; --k) next();
    for (int k = count % lanes; k > 0; --k) {
      *y++ = static_cast<T>(clamp<std::int32_t>(*a++ + Sign * *b++, l.low, l.high));
    }
  }

 private:
  template <int Sign, class T>
  ETCH_GLUE static std::uint32_t sum(std::uint32_t a, std::uint32_t b) {
    std::uint32_t r;
    if constexpr (sizeof(T) == 1 && Sign > 0) __asm("qadd8 %0, %1, %2" : "=r"(r) : "r"(a), "r"(b));
    else if constexpr (sizeof(T) == 1) __asm("qsub8 %0, %1, %2" : "=r"(r) : "r"(a), "r"(b));
    else if constexpr (Sign > 0) __asm("qadd16 %0, %1, %2" : "=r"(r) : "r"(a), "r"(b));
    else __asm("qsub16 %0, %1, %2" : "=r"(r) : "r"(a), "r"(b));
    return r;
  }
#endif
};

}  // namespace armv7em

/// add of signed 8-bit codes of one unit.
struct add_s8_s8_s8_qadd8
    : plain_sum<add_s8_s8_s8_qadd8, armv7em::by_saturating_words, std::int8_t, ops::add> {
  static constexpr const char* name = "add_s8_s8_s8_qadd8";
};
/// add of codes of 9 to 16 bits of one unit.
struct add_s16_s16_s16_qadd16
    : plain_sum<add_s16_s16_s16_qadd16, armv7em::by_saturating_words, std::int16_t, ops::add> {
  static constexpr const char* name = "add_s16_s16_s16_qadd16";
};

}  // namespace ETCH_NAMESPACE
