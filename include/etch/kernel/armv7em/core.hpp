// Instructions of Armv7E-M that C++ has no operator for, one function each, and how they end a sum.
#pragma once

#include <etch/kernel/cortex_m/accumulators.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

using cortex_m::code_range, cortex_m::epilogue_code, cortex_m::factor_step, cortex_m::output_factor;

#if ETCH_HAS_DSP

/// A word at any address.
struct [[gnu::packed, gnu::may_alias]] unaligned_word {
  std::uint32_t value;
};
template <class T>
ETCH_GLUE std::uint32_t load_word(const T* p) {
  return reinterpret_cast<const unaligned_word*>(p)->value;
}
template <class T>
ETCH_GLUE void store_word(T* p, std::uint32_t word) {
  reinterpret_cast<unaligned_word*>(p)->value = word;
}
/// The word at p, behind which p goes.
template <class T>
ETCH_GLUE std::uint32_t load_next(const T*& p) {
  std::uint32_t r;
  __asm("ldr %0, [%1], #4" : "=r"(r), "+r"(p) : "m"(*reinterpret_cast<const unaligned_word*>(p)));
  return r;
}

/// The lower halfwords of a and b, and the upper ones.
ETCH_GLUE std::uint32_t join_low(std::uint32_t a, std::uint32_t b) {
  std::uint32_t r;
  __asm("pkhbt %0, %1, %2, lsl #16" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
ETCH_GLUE std::uint32_t join_high(std::uint32_t a, std::uint32_t b) {
  std::uint32_t r;
  __asm("pkhtb %0, %1, %2, asr #16" : "=r"(r) : "r"(b), "r"(a));
  return r;
}

/// Bytes 0 and 2 as two signed halfwords.
ETCH_GLUE std::uint32_t widen_even(std::uint32_t bytes) {
  std::uint32_t r;
  __asm("sxtb16 %0, %1" : "=r"(r) : "r"(bytes));
  return r;
}
/// Bytes 1 and 3 as two signed halfwords.
ETCH_GLUE std::uint32_t widen_odd(std::uint32_t bytes) {
  std::uint32_t r;
  __asm("sxtb16 %0, %1, ror #8" : "=r"(r) : "r"(bytes));
  return r;
}

/// The same, each added to a halfword of `to`.
ETCH_GLUE std::uint32_t add_even(std::uint32_t to, std::uint32_t bytes) {
  std::uint32_t r;
  __asm("sxtab16 %0, %1, %2" : "=r"(r) : "r"(to), "r"(bytes));
  return r;
}
ETCH_GLUE std::uint32_t add_odd(std::uint32_t to, std::uint32_t bytes) {
  std::uint32_t r;
  __asm("sxtab16 %0, %1, %2, ror #8" : "=r"(r) : "r"(to), "r"(bytes));
  return r;
}

/// The same of unsigned bytes.
ETCH_GLUE std::uint32_t add_unsigned_even(std::uint32_t to, std::uint32_t bytes) {
  std::uint32_t r;
  __asm("uxtab16 %0, %1, %2" : "=r"(r) : "r"(to), "r"(bytes));
  return r;
}
ETCH_GLUE std::uint32_t add_unsigned_odd(std::uint32_t to, std::uint32_t bytes) {
  std::uint32_t r;
  __asm("uxtab16 %0, %1, %2, ror #8" : "=r"(r) : "r"(to), "r"(bytes));
  return r;
}

/// a + b and a - b, halfword by halfword.
ETCH_GLUE std::uint32_t add_halfwords(std::uint32_t a, std::uint32_t b) {
  std::uint32_t r;
  __asm("sadd16 %0, %1, %2" : "=r"(r) : "r"(a), "r"(b) : "cc");
  return r;
}
ETCH_GLUE std::uint32_t subtract_halfwords(std::uint32_t a, std::uint32_t b) {
  std::uint32_t r;
  __asm("ssub16 %0, %1, %2" : "=r"(r) : "r"(a), "r"(b) : "cc");
  return r;
}

/// sum + a b of the lower halfwords, and of the upper ones.
ETCH_GLUE std::int32_t multiply_add_low(std::uint32_t a, std::uint32_t b, std::int32_t sum) {
  __asm("smlabb %0, %1, %2, %0" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}
ETCH_GLUE std::int32_t multiply_add_high(std::uint32_t a, std::uint32_t b, std::int32_t sum) {
  __asm("smlatt %0, %1, %2, %0" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}
/// The sum of both.
ETCH_GLUE std::int32_t multiply_add_both(std::uint32_t a, std::uint32_t b, std::int32_t sum) {
  __asm("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}
/// The same in 64 bits.
ETCH_GLUE std::int64_t multiply_add_low(std::uint32_t a, std::uint32_t b, std::int64_t sum) {
  __asm("smlalbb %Q0, %R0, %1, %2" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}
ETCH_GLUE std::int64_t multiply_add_high(std::uint32_t a, std::uint32_t b, std::int64_t sum) {
  __asm("smlaltt %Q0, %R0, %1, %2" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}
ETCH_GLUE std::int64_t multiply_add_both(std::uint32_t a, std::uint32_t b, std::int64_t sum) {
  __asm("smlald %Q0, %R0, %1, %2" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}

/// The larger of each of four signed bytes.
ETCH_GLUE std::uint32_t maximum_of_bytes(std::uint32_t a, std::uint32_t b) {
  std::uint32_t r;
  // The flags of SSUB8 live only until SEL: one statement.
  __asm("ssub8 %0, %1, %2\n\tsel %0, %1, %2" : "=&r"(r) : "r"(a), "r"(b) : "cc");
  return r;
}
/// The smaller of each of four signed bytes.
ETCH_GLUE std::uint32_t minimum_of_bytes(std::uint32_t a, std::uint32_t b) {
  std::uint32_t r;
  __asm("ssub8 %0, %1, %2\n\tsel %0, %2, %1" : "=&r"(r) : "r"(a), "r"(b) : "cc");
  return r;
}

#endif

/// Words of four signed bytes at any address.
struct words_by_sel {
  using code = std::int8_t;
  static constexpr bool is_available = ETCH_HAS_DSP;
  static constexpr bool lies_anywhere = true, has_any_zero = true;

#if ETCH_HAS_DSP
  ETCH_GLUE static std::uint32_t load(const std::int8_t* p) { return load_word(p); }
  ETCH_GLUE static void store(std::int8_t* p, std::uint32_t word) {
    reinterpret_cast<unaligned_word*>(p)->value = word;
  }
  ETCH_GLUE static std::uint32_t maximum(std::uint32_t a, std::uint32_t b) {
    return maximum_of_bytes(a, b);
  }
  ETCH_GLUE static std::uint32_t minimum(std::uint32_t a, std::uint32_t b) {
    return minimum_of_bytes(a, b);
  }
  /// y = max(a, b, c), `words` words of four codes; y may be a. Pairs are counted apart: where a
  /// loop ends by n >= 2 and n > 0 follows, g++ 12 takes the latter for true on Cortex-M55 with
  /// -Os.
  ETCH_GLUE static void largest_of_three(std::int8_t* y, const std::int8_t* a, const std::int8_t* b,
                                         const std::int8_t* c, int words) {
    std::uint32_t s, t, u;
    for (int pairs = words / 2; pairs > 0; --pairs) {
      __asm volatile(
          "ldr %4,[%1],#4\n\tldr %5,[%2],#4\n\tssub8 %6,%4,%5\n\tsel %4,%4,%5\n\t"
          "ldr %5,[%3],#4\n\tssub8 %6,%4,%5\n\tsel %4,%4,%5\n\tstr %4,[%0],#4\n\t"
          "ldr %4,[%1],#4\n\tldr %5,[%2],#4\n\tssub8 %6,%4,%5\n\tsel %4,%4,%5\n\t"
          "ldr %5,[%3],#4\n\tssub8 %6,%4,%5\n\tsel %4,%4,%5\n\tstr %4,[%0],#4"
          : "+r"(y), "+r"(a), "+r"(b), "+r"(c), "=&r"(s), "=&r"(t), "=&r"(u)::"memory", "cc");
    }
    if (words % 2 != 0) store(y, maximum(maximum(load(a), load(b)), load(c)));
  }
  /// The larger of each code.
  ETCH_GLUE static std::uint32_t at_least(std::uint32_t zeros, std::uint32_t a) {
    return maximum(a, zeros);
  }
  /// The same of four codes from x to y, both moved on.
  ETCH_GLUE static void rectify_word(std::int8_t*& y, const std::int8_t*& x, std::uint32_t zeros) {
    std::uint32_t word, difference;
    __asm volatile(
        "ldr %[word],[%[x]],#4\n\tssub8 %[difference],%[word],%[zeros]\n\t"
        "sel %[word],%[word],%[zeros]\n\tstr %[word],[%[y]],#4"
        : [y] "+r"(y), [x] "+r"(x), [word] "=&r"(word), [difference] "=&r"(difference)
        : [zeros] "r"(zeros)
        : "memory", "cc");
  }
#endif
};

/// Words of four unsigned bytes at any address.
struct unsigned_words_by_sel : words_by_sel {
  using code = std::uint8_t;

#if ETCH_HAS_DSP
  ETCH_GLUE static std::uint32_t at_least(std::uint32_t zeros, std::uint32_t a) {
    std::uint32_t r;
    __asm("usub8 %0, %1, %2\n\tsel %0, %1, %2" : "=&r"(r) : "r"(a), "r"(zeros) : "cc");
    return r;
  }
  ETCH_GLUE static void rectify_word(std::int8_t*& y, const std::int8_t*& x, std::uint32_t zeros) {
    store(y, at_least(zeros, load_next(x)));
    y += 4;
  }
#endif
};

/// Words of two signed halfwords at any address, whose addresses count bytes.
struct halfwords_by_sel : words_by_sel {
  using code = std::int16_t;

#if ETCH_HAS_DSP
  ETCH_GLUE static std::uint32_t maximum(std::uint32_t a, std::uint32_t b) {
    std::uint32_t r;
    __asm("ssub16 %0, %1, %2\n\tsel %0, %1, %2" : "=&r"(r) : "r"(a), "r"(b) : "cc");
    return r;
  }
  ETCH_GLUE static std::uint32_t minimum(std::uint32_t a, std::uint32_t b) {
    std::uint32_t r;
    __asm("ssub16 %0, %1, %2\n\tsel %0, %2, %1" : "=&r"(r) : "r"(a), "r"(b) : "cc");
    return r;
  }
  ETCH_GLUE static void largest_of_three(std::int8_t* y, const std::int8_t* a, const std::int8_t* b,
                                         const std::int8_t* c, int words) {
    for (std::int8_t* const end = y + 4 * words; y != end; y += 4) {
      store(y, maximum(maximum(load_next(a), load_next(b)), load_next(c)));
    }
  }
  ETCH_GLUE static std::uint32_t at_least(std::uint32_t zeros, std::uint32_t a) {
    return maximum(a, zeros);
  }
  ETCH_GLUE static void rectify_word(std::int8_t*& y, const std::int8_t*& x, std::uint32_t zeros) {
    store(y, at_least(zeros, load_next(x)));
    y += 4;
  }
#endif
};

/// A core with DSP instructions.
struct core : cortex_m::saturating_core {
  static constexpr bool is_available = ETCH_HAS_DSP;
  static constexpr bool rounds_in_single = !ETCH_HAS_M_PROFILE || ETCH_HAS_M_SINGLE;

#if ETCH_HAS_DSP
  /// floor(a b / 2^32 + 1/2) + c, or without the 1/2.
  template <bool Rounded>
  ETCH_GLUE static std::int32_t multiply_high(std::int32_t a, std::int32_t b, std::int32_t c) {
    std::int32_t r;
    if constexpr (Rounded) __asm("smmlar %0, %1, %2, %3" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    else __asm("smmla %0, %1, %2, %3" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
  }

  /// A number, given twice, times a factor.
  template <int Right, bool Away>
  ETCH_GLUE static std::int32_t scaled_by(std::int32_t twice, std::int32_t multiplier,
                                          std::int32_t offset) {
    if constexpr (Right > 0 && Away) offset += twice >> 31;
    return multiply_high<true>(twice, multiplier, offset) >> Right;
  }
#if ETCH_HAS_M_SINGLE
  /// The integer nearest to x, ties to even: as FPSCR says unless somebody changes it. It
  /// saturates, and NaN becomes 0.
  ETCH_GLUE static std::int32_t nearest(float x) {
    float rounded;
    __asm("vcvtr.s32.f32 %0, %1" : "=t"(rounded) : "t"(x));
    return __builtin_bit_cast(std::int32_t, rounded);
  }
  /// x times a float, rounded so.
  ETCH_GLUE static std::int32_t scaled_in_single(std::int32_t x, std::int32_t factor) {
    return nearest(static_cast<float>(x) * __builtin_bit_cast(float, factor));
  }
  /// a + b, limited to an int8, for b of 9 bits and any a.
  ETCH_GLUE static std::int8_t limited_sum(std::int32_t a, std::int32_t b) {
    __asm("ssat %0,#10,%0" : "+r"(a)::"cc");
    return limited<cortex_m::saturation::to_int8>({}, a + b);
  }
#endif
  template <factor_step Step>
  ETCH_GLUE static std::int32_t scaled(std::int32_t twice, const output_factor& f) {
#if ETCH_HAS_M_SINGLE
    if constexpr (Step == factor_step::in_single) {
      return scaled_in_single(twice, f.multiplier) + f.offset;
    }
#endif
    const std::int32_t away = Step == factor_step::half_away ? twice >> 31 : 0;
    constexpr bool rounded = Step != factor_step::single;
    return multiply_high<rounded>(twice, f.multiplier, f.offset + away) >> f.shift;
  }
#endif
};

/// What a sum adds up: codes as they are, or what they are more than their zero point.
enum class products_of { codes, differences };

/// Where a sum of filter f starts.
constexpr std::int32_t start_of(const cortex_m::accumulator& f, products_of what) {
  const std::int32_t zero = what == products_of::differences ? f.zero : 0;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(f.start) -
                                   static_cast<std::uint32_t>(zero));
}
/// The factor of a filter of call C as the end of its sum reads it: in_single the multiplier is
/// half a float, for the doubled accumulator, and the offset the zero point.
template <class C>
constexpr output_factor factor_in_place(const output_factor& f) {
  if constexpr (cortex_m::code_of_call<C>.step != factor_step::in_single) return f;
  const std::int32_t zero = f.offset >> f.shift;
  if (f.multiplier == 0) return {0, zero, 0};
  const std::int32_t exponent =
      127 + 30 - 32 - f.shift;  // the multiplier is 2^30 to 2^31, of 24 bits
  return {exponent << 23 | (f.multiplier >> 7 & 0x7fffff), zero, 0};
}

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
