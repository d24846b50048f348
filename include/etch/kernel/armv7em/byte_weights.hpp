// Runs of 16-bit codes by weights of 8 bits: two filters times two pixels, or four filters, by
// SMLAD. A product has 23 bits, so that 32 hold the sum of any 504: what needs 64 takes such parts.
// Where runs are multiples of four codes, the second and the third weight of four change places:
// what SXTB16 widens then are neighbours, as codes are. 18 instructions for 16 products of two
// filters, 22 of four, and a loop around.
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// How tiles of 16-bit codes read bytes.
struct widens_codes {
#if ETCH_HAS_DSP
  /// Four codes less their zero point.
  template <int Zero>
  ETCH_GLUE static void widen_four(std::int16_t* to, const std::int8_t* x) {
    constexpr std::uint32_t minus_zero = static_cast<std::uint16_t>(-Zero) * std::uint32_t{0x10001};
    const std::uint32_t four = load_word(x), even = add_even(minus_zero, four),
                        odd = add_odd(minus_zero, four);
    const std::uint32_t words[2]{join_low(even, odd), join_high(even, odd)};
    __builtin_memcpy(to, words, sizeof words);
  }
#endif
};

/// How far filters and pixels lie apart and what codes runs have, where that is known: of all
/// runs, or else of those that two pixels read.
struct known_steps {
  int next_w, next_x, codes;
  bool of_all;
};

/// The tile of weights of 8 bits beside codes of 16, Filters at once; Swapped: the middle weights
/// of four are.
template <int Filters, bool Swapped, known_steps Steps>
struct byte_weights : widens_codes {
  static constexpr int filters = Filters;
  static constexpr bool swaps_weights = Swapped;
  template <class>
  static constexpr int pixels = 2;
  template <int NextW, int NextX, int Codes, bool>
  using with_steps = byte_weights<Filters, Swapped, known_steps{NextW, NextX, Codes, true}>;

#if ETCH_HAS_DSP
  template <int Rows, int Pixels, class Sum>
  ETCH_GLUE static void add(Sum* s, const std::int8_t* w, int next_w, const std::int16_t* x,
                            int next_x, int codes) {
    if constexpr (Pixels == 2 || Steps.of_all) {
      next_w = Steps.next_w;
      next_x = Steps.next_x;
      codes = Steps.codes;
    }
    if constexpr (sizeof(Sum) == 4) {
      add_part<Rows, Pixels>(s, w, next_w, x, next_x, codes);
    } else {
      constexpr int most = 504;
      for (; codes > 0; codes -= most, w += most, x += most) {
        std::int32_t part[Rows * Pixels];
        unroll<Rows * Pixels>([&]<int K>() __attribute__((always_inline)) { part[K] = 0; });
        add_part<Rows, Pixels>(part, w, next_w, x, next_x, minimum(codes, most));
        unroll<Rows * Pixels>([&]<int K>() __attribute__((always_inline)) { s[K] += part[K]; });
      }
    }
  }

 private:
  /// As many filters at once as registers bear.
  template <int Rows, int Pixels>
  ETCH_GLUE static void add_part(std::int32_t* s, const std::int8_t* w, int next_w,
                                 const std::int16_t* x, int next_x, int codes) {
    constexpr int first = minimum(Rows, Pixels == 2 || !Swapped ? 2 : 4);
    if constexpr (first == 2 && Pixels == 2 && has_near_pairs) add_near(s, w, x);
    else if constexpr (Swapped) add_swapped<first, Pixels>(s, w, next_w, x, next_x, codes);
    else add_any<first, Pixels>(s, w, next_w, x, next_x, codes);
    if constexpr (Rows > first) {
      add_part<Rows - first, Pixels>(s + first * Pixels, w + first * next_w, next_w, x, next_x,
                                     codes);
    }
  }
  /// Whether registers bear a tile of 2 x 2, and the second filter and pixel of it are within LDR's
  /// reach of the first ones.
#ifdef __OPTIMIZE__
  static constexpr bool has_near_pairs = ETCH_HAS_MVE == 0 && Swapped && Steps.next_w <= 4095 &&
                                         2 * Steps.next_x + 4 <= 4095 && Steps.codes % 4 == 0;
#else
  static constexpr bool has_near_pairs = false;
#endif
  /// Runs of Steps.codes codes of two filters and two pixels.
  ETCH_GLUE static void add_near(std::int32_t* s, const std::int8_t* w, const std::int16_t* x) {
    constexpr int fours = Steps.codes / 4, pass = fours % 6 == 0 ? 6 : minimum(fours, 4);
    const std::int16_t* const end = x + fours / pass * pass * 4;
    do unroll<pass>([&]<int>() __attribute__((always_inline)) { add_near_four(s, w, x); });
    while (x != end);
    unroll<fours % pass>([&]<int>() __attribute__((always_inline)) { add_near_four(s, w, x); });
  }
  ETCH_GLUE static void add_near_four(std::int32_t* s, const std::int8_t*& w,
                                      const std::int16_t*& x) {
    std::uint32_t a, b, c, d, e, f, g;
    __asm volatile(
        "ldr %[e],[%[x],%[nx]]\n\tldr %[f],[%[x],%[nx]+4]\n\t"
        "ldr %[d],[%[x],#4]\n\tldr %[c],[%[x]],#8\n\t"
        "ldr %[b],[%[w],%[nw]]\n\tldr %[a],[%[w]],#4\n\t"
        "sxtb16 %[g],%[a]\n\tsmlad %[s0],%[g],%[c],%[s0]\n\tsmlad %[s1],%[g],%[e],%[s1]\n\t"
        "sxtb16 %[g],%[b]\n\tsmlad %[s2],%[g],%[c],%[s2]\n\tsmlad %[s3],%[g],%[e],%[s3]\n\t"
        "sxtb16 %[a],%[a],ror #8\n\t"
        "smlad %[s0],%[a],%[d],%[s0]\n\tsmlad %[s1],%[a],%[f],%[s1]\n\t"
        "sxtb16 %[b],%[b],ror #8\n\t"
        "smlad %[s2],%[b],%[d],%[s2]\n\tsmlad %[s3],%[b],%[f],%[s3]"
        : [s0] "+r"(s[0]), [s1] "+r"(s[1]), [s2] "+r"(s[2]), [s3] "+r"(s[3]), [w] "+r"(w),
          [x] "+r"(x), [a] "=&r"(a), [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d), [e] "=&r"(e),
          [f] "=&r"(f), [g] "=&r"(g)
        : [nw] "i"(Steps.next_w), [nx] "i"(2 * Steps.next_x)
        : "memory");
  }
  template <int Rows, int Pixels>
  ETCH_GLUE static void add_swapped(std::int32_t* s, const std::int8_t* w, int next_w,
                                    const std::int16_t* x, int next_x, int codes) {
    lines<Rows, Pixels> at(w, next_w, x, next_x);
    for (const std::int16_t* const end = x + (codes & ~15); at.x[0] != end;)
      unroll<4>([&]<int>() __attribute__((always_inline)) { at.add_four(s); });
    for (const std::int16_t* const end = x + codes; at.x[0] != end;) at.add_four(s);
  }
  /// The same of weights that lie in their own order, in whose order the codes are put.
  template <int Rows, int Pixels>
  ETCH_GLUE static void add_any(std::int32_t* s, const std::int8_t* w, int next_w,
                                const std::int16_t* x, int next_x, int codes) {
    lines<Rows, Pixels> at(w, next_w, x, next_x);
    for (const std::int16_t* const end = x + (codes & ~3); at.x[0] != end;) at.add_joined(s);
    for (const std::int16_t* const end = x + codes; at.x[0] != end;) at.add_one(s);
  }

  /// Where filters and pixels are read.
  template <int Rows, int Pixels>
  struct lines {
    const std::int8_t* w[Rows];
    const std::int16_t* x[Pixels];

    ETCH_GLUE lines(const std::int8_t* weights, int next_w, const std::int16_t* codes, int next_x) {
      unroll<Rows>([&]<int F>() __attribute__((always_inline)) { w[F] = weights + F * next_w; });
      unroll<Pixels>([&]<int P>() __attribute__((always_inline)) { x[P] = codes + P * next_x; });
    }
    /// Four codes of each pixel by four weights of each filter; one statement, or compilers load
    /// more than registers hold. It takes 13, of which a frame may need one where nothing is
    /// optimised or where there are vectors.
    ETCH_GLUE void add_four(std::int32_t* s) {
#ifdef __OPTIMIZE__
      constexpr bool has_registers = ETCH_HAS_MVE == 0;
#else
      constexpr bool has_registers = false;
#endif
      if constexpr (!has_registers) add_each(s);
      else if constexpr (Rows == 4 && Pixels == 1) add_four_by_one(s);
      else if constexpr (Rows == 2 && Pixels == 2) add_two_by_two(s);
      else if constexpr (Rows == 2 && Pixels == 1) add_two_by_one(s);
      else add_each(s);
    }
    ETCH_GLUE void add_joined(std::int32_t* s) {
      std::uint32_t even[Pixels], odd[Pixels];
      unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
        const std::uint32_t a = load_next(x[P]), b = load_next(x[P]);
        even[P] = join_low(a, b);
        odd[P] = join_high(a, b);
      });
      unroll<Rows>([&]<int F>() __attribute__((always_inline)) {
        const std::uint32_t four = load_next(w[F]);
        add_words<F>(s, widen_even(four), even);
        add_words<F>(s, widen_odd(four), odd);
      });
    }
    ETCH_GLUE void add_one(std::int32_t* s) {
      unroll<Rows * Pixels>([&]<int K>() __attribute__((always_inline)) {
        s[K] = static_cast<std::int32_t>(
            static_cast<std::uint32_t>(s[K]) +
            static_cast<std::uint32_t>(std::int32_t{*w[K / Pixels]} * *x[K % Pixels]));
      });
      unroll<Rows>([&]<int F>() __attribute__((always_inline)) { ++w[F]; });
      unroll<Pixels>([&]<int P>() __attribute__((always_inline)) { ++x[P]; });
    }

   private:
    ETCH_GLUE void add_two_by_two(std::int32_t* s) {
      std::uint32_t a, b, c, d, e;
      __asm volatile(
          "ldr %[c],[%[x]],#4\n\tldr %[d],[%[z]],#4\n\t"
          "ldr %[a],[%[w]],#4\n\tldr %[b],[%[v]],#4\n\t"
          "sxtb16 %[e],%[a]\n\tsmlad %[s0],%[e],%[c],%[s0]\n\tsmlad %[s1],%[e],%[d],%[s1]\n\t"
          "sxtb16 %[e],%[b]\n\tsmlad %[s2],%[e],%[c],%[s2]\n\tsmlad %[s3],%[e],%[d],%[s3]\n\t"
          "ldr %[c],[%[x]],#4\n\tldr %[d],[%[z]],#4\n\t"
          "sxtb16 %[a],%[a],ror #8\n\t"
          "smlad %[s0],%[a],%[c],%[s0]\n\tsmlad %[s1],%[a],%[d],%[s1]\n\t"
          "sxtb16 %[b],%[b],ror #8\n\t"
          "smlad %[s2],%[b],%[c],%[s2]\n\tsmlad %[s3],%[b],%[d],%[s3]"
          : [s0] "+r"(s[0]), [s1] "+r"(s[1]), [s2] "+r"(s[2]), [s3] "+r"(s[3]), [w] "+r"(w[0]),
            [v] "+r"(w[1]), [x] "+r"(x[0]), [z] "+r"(x[1]), [a] "=&r"(a), [b] "=&r"(b),
            [c] "=&r"(c), [d] "=&r"(d), [e] "=&r"(e)
          :
          : "memory");
    }
    ETCH_GLUE void add_two_by_one(std::int32_t* s) {
      std::uint32_t a, b, c, d, e;
      __asm volatile(
          "ldr %[c],[%[x]],#4\n\tldr %[d],[%[x]],#4\n\t"
          "ldr %[a],[%[w]],#4\n\tldr %[b],[%[v]],#4\n\t"
          "sxtb16 %[e],%[a]\n\tsmlad %[s0],%[e],%[c],%[s0]\n\t"
          "sxtb16 %[e],%[b]\n\tsmlad %[s1],%[e],%[c],%[s1]\n\t"
          "sxtb16 %[a],%[a],ror #8\n\tsmlad %[s0],%[a],%[d],%[s0]\n\t"
          "sxtb16 %[b],%[b],ror #8\n\tsmlad %[s1],%[b],%[d],%[s1]"
          : [s0] "+r"(s[0]), [s1] "+r"(s[1]), [w] "+r"(w[0]), [v] "+r"(w[1]), [x] "+r"(x[0]),
            [a] "=&r"(a), [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d), [e] "=&r"(e)
          :
          : "memory");
    }
    ETCH_GLUE void add_four_by_one(std::int32_t* s) {
      std::uint32_t a, c, d, e;
      __asm volatile(
          "ldr %[c],[%[x]],#4\n\tldr %[d],[%[x]],#4\n\t"
          "ldr %[a],[%[w0]],#4\n\tsxtb16 %[e],%[a]\n\tsxtb16 %[a],%[a],ror #8\n\t"
          "smlad %[s0],%[e],%[c],%[s0]\n\tsmlad %[s0],%[a],%[d],%[s0]\n\t"
          "ldr %[a],[%[w1]],#4\n\tsxtb16 %[e],%[a]\n\tsxtb16 %[a],%[a],ror #8\n\t"
          "smlad %[s1],%[e],%[c],%[s1]\n\tsmlad %[s1],%[a],%[d],%[s1]\n\t"
          "ldr %[a],[%[w2]],#4\n\tsxtb16 %[e],%[a]\n\tsxtb16 %[a],%[a],ror #8\n\t"
          "smlad %[s2],%[e],%[c],%[s2]\n\tsmlad %[s2],%[a],%[d],%[s2]\n\t"
          "ldr %[a],[%[w3]],#4\n\tsxtb16 %[e],%[a]\n\tsxtb16 %[a],%[a],ror #8\n\t"
          "smlad %[s3],%[e],%[c],%[s3]\n\tsmlad %[s3],%[a],%[d],%[s3]"
          : [s0] "+r"(s[0]), [s1] "+r"(s[1]), [s2] "+r"(s[2]), [s3] "+r"(s[3]), [w0] "+r"(w[0]),
            [w1] "+r"(w[1]), [w2] "+r"(w[2]), [w3] "+r"(w[3]), [x] "+r"(x[0]), [a] "=&r"(a),
            [c] "=&r"(c), [d] "=&r"(d), [e] "=&r"(e)
          :
          : "memory");
    }
    ETCH_GLUE void add_each(std::int32_t* s) {
      std::uint32_t first[Pixels], second[Pixels];
      unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
        first[P] = load_next(x[P]);
        second[P] = load_next(x[P]);
      });
      unroll<Rows>([&]<int F>() __attribute__((always_inline)) {
        const std::uint32_t four = load_next(w[F]);
        add_words<F>(s, widen_even(four), first);
        add_words<F>(s, widen_odd(four), second);
      });
    }
    template <int F>
    ETCH_GLUE static void add_words(std::int32_t* s, std::uint32_t weights,
                                    const std::uint32_t (&codes)[Pixels]) {
      unroll<Pixels>([&]<int P>() __attribute__((always_inline)) {
        s[F * Pixels + P] = multiply_add_both(weights, codes[P], s[F * Pixels + P]);
      });
    }
  };
#endif
};

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
