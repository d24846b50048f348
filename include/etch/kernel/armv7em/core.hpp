// Instructions of Armv7E-M that C++ has no operator for, one function each, and how they end a sum.
#pragma once

#include <etch/kernel/cortex_m/accumulators.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

using cortex_m::code_range, cortex_m::epilogue_code, cortex_m::factor_step, cortex_m::output_factor;

#if ETCH_HAS_DSP

/// Writes `word` to `count` words.
ETCH_GLUE void fill_words(std::uint32_t* to, std::uint32_t word, int count) {
  for (; count >= 4; count -= 4) {
    __asm volatile("strd %1,%1,[%0],#8\n\tstrd %1,%1,[%0],#8" : "+r"(to) : "r"(word) : "memory");
  }
  for (; count > 0; --count) {
    *to++ = word;
    __asm volatile("" ::: "memory");  // no call of memset
  }
}
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

#endif

/// Words of codes at any address, which count bytes.
template <class Code>
struct words_by_sel {
  using code = Code;
  static constexpr bool is_available = ETCH_HAS_DSP;
  static constexpr bool has_any_zero = true;
  /// Whether runs may have so many bytes.
  static constexpr bool takes(int bytes) { return bytes >= 4; }
  /// Runs that `largest` compares at once.
  static constexpr int at_once = 4;

#if ETCH_HAS_DSP
  ETCH_GLUE static std::uint32_t load(const std::int8_t* p) { return load_word(p); }
  ETCH_GLUE static void store(std::int8_t* p, std::uint32_t word) { store_word(p, word); }
  /// The larger and the smaller of each code.
  ETCH_GLUE static std::uint32_t maximum(std::uint32_t a, std::uint32_t b) {
    return where_not_less(a, b, a, b);
  }
  ETCH_GLUE static std::uint32_t minimum(std::uint32_t a, std::uint32_t b) {
    return where_not_less(a, b, b, a);
  }
  /// y = the largest of each code of four runs, `bytes` long, at least 4, all moved on. Pairs are
  /// counted apart: where a loop ends by n >= 2 and n > 0 follows, g++ 12 takes the latter for true
  /// on Cortex-M55 with -Os.
  ETCH_GLUE static void largest(std::int8_t*& y, const std::int8_t* (&x)[4], int bytes) {
    const auto next = [&](int at) __attribute__((always_inline)) {
      const std::uint32_t most = maximum(load_next(x[0]), load_next(x[1]));
      store(y + at, maximum(maximum(most, load_next(x[2])), load_next(x[3])));
    };
    const auto count = static_cast<unsigned>(bytes);
    for (unsigned pairs = count / 8; pairs > 0; --pairs, y += 8) next(0), next(4);
    if (count % 8 >= 4) next(0), y += 4;
    if (count % 4 != 0) {
      // The last word overlaps the one before: what both write is the same.
      const int back = 4 - static_cast<int>(count % 4);
      unroll<4>([&]<int I>() __attribute__((always_inline)) { x[I] -= back; });
      next(-back), y += 4 - back;
    }
  }
  /// The larger of each code.
  ETCH_GLUE static std::uint32_t at_least(std::uint32_t zeros, std::uint32_t a) {
    return maximum(a, zeros);
  }
  /// The same of a word of codes from x to y, both moved on.
  ETCH_GLUE static void rectify_word(std::int8_t*& y, const std::int8_t*& x, std::uint32_t zeros) {
    store(y, at_least(zeros, load_next(x)));
    y += 4;
  }

 private:
  /// c for each code whose a is not less than b, else d. The flags of a difference live only until
  /// SEL: one statement.
  ETCH_GLUE static std::uint32_t where_not_less(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                                std::uint32_t d) {
    std::uint32_t r;
    if constexpr (sizeof(Code) == 2)
      __asm("ssub16 %0, %1, %2\n\tsel %0, %3, %4" : "=&r"(r) : "r"(a), "r"(b), "r"(c), "r"(d));
    else if constexpr (static_cast<Code>(-1) < 0)
      __asm("ssub8 %0, %1, %2\n\tsel %0, %3, %4" : "=&r"(r) : "r"(a), "r"(b), "r"(c), "r"(d));
    else __asm("usub8 %0, %1, %2\n\tsel %0, %3, %4" : "=&r"(r) : "r"(a), "r"(b), "r"(c), "r"(d));
    return r;
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
