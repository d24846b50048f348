// States of svdf on cores with DSP instructions: a word of codes moves and meets its weights at
// once, nine instructions for four codes of 8 bits, four for two of 16.
#pragma once

#include <etch/kernel/armv7em/core.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

#if ETCH_HAS_DSP

/// sum + the products of the codes and the weights of a word.
template <class Code, class Sum>
ETCH_GLUE Sum add_word_of_products(Sum sum, std::uint32_t codes, std::uint32_t weights) {
  if constexpr (sizeof(Code) == 2) {
    return multiply_add_both(codes, weights, sum);
  } else {
    sum = multiply_add_both(widen_even(codes), widen_even(weights), sum);
    return multiply_add_both(widen_odd(codes), widen_odd(weights), sum);
  }
}

/// What svdf.hpp asks of Products.
struct moving_states {
  template <int Count, class Sum, class Code>
  requires(sizeof(Code) <= 2)
  ETCH_GLUE static Sum move_and_add(Sum sum, Code* past, Code last, const Code* w) {
    constexpr int bits = 8 * sizeof(Code), each = 32 / bits;
    constexpr int words = (Count - 1) / each, at_once = words <= 8 ? words : 4;
    const auto move_word = [&](int m) __attribute__((always_inline)) {
      const std::uint32_t codes = load_word(past + m + 1);
      store_word(past + m, codes);
      sum = add_word_of_products<Code>(sum, codes, load_word(w + m));
      // words of bytes loaded ahead would leave no registers
      if constexpr (bits == 8) __asm volatile("" ::: "memory");
    };
    int m = 0;
    for (; m + at_once * each <= words * each && at_once > 0; m += at_once * each)
      unroll<at_once>([&]<int I>() __attribute__((always_inline)) { move_word(m + I * each); });
    for (; m < words * each; m += each) move_word(m);
    if constexpr (Count % each == 0) {
      const std::uint32_t codes = load_word(past + m) >> bits |
                                  static_cast<std::uint32_t>(std::int32_t{last}) << (32 - bits);
      store_word(past + m, codes);
      return add_word_of_products<Code>(sum, codes, load_word(w + m));
    } else {
      for (; m + 1 < Count; ++m) {
        past[m] = past[m + 1];
        sum += past[m] * w[m];
      }
      past[m] = last;
      return sum + last * w[m];
    }
  }
};

#else

struct moving_states {};

#endif

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
