// Rows of bytes times a vector of 16-bit codes, four rows at once: a word of each lies beside those
// of the others, the middle weights of four swapped (byte_weights.hpp), so that LDM reads all. 19
// instructions for 16 products, and a loop around.
#pragma once

#include <etch/kernel/armv7em/byte_weights.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// The tile of rows of Length weights, a multiple of four, less than four rows by Other.
template <class Other, int Length>
struct four_rows : Other {
  static constexpr int filters = 4;

  /// Puts words of each four rows side by side, [four codes][row].
  template <int Rows, class W>
  static constexpr void arrange(W& weights) {
    for (int first = 0; first + 4 <= Rows; first += 4) {
      W from{};
      for (int i = 0; i < 4 * Length; ++i) from[i] = weights[first * Length + i];
      for (int i = 0; i < 4 * Length; ++i)
        weights[first * Length + i / 4 % (Length / 4) * 16 + i / Length * 4 + i % 4] = from[i];
    }
  }

#if ETCH_HAS_DSP
  template <int Rows, int, class Sum>
  ETCH_GLUE static void write_rows(Sum* to, const std::int8_t* w, const std::int16_t* x) {
    Sum s[Rows]{};
    if constexpr (Rows < 4) {
      Other::template add<Rows, 1>(s, w, Length, x, 0, Length);
    } else if constexpr (sizeof(Sum) == 4) {
      add_four(s, w, x, Length);
    } else {
      constexpr int most = 504;  // as byte_weights
      for (int left = Length; left > 0; left -= most, x += most, w += 4 * most) {
        std::int32_t part[4]{};
        add_four(part, w, x, minimum(left, most));
        unroll<4>([&]<int K>() __attribute__((always_inline)) { s[K] += part[K]; });
      }
    }
    unroll<Rows>([&]<int K>() __attribute__((always_inline)) { to[K] = s[K]; });
  }

 private:
  ETCH_GLUE static void add_four(std::int32_t* s, const std::int8_t* w, const std::int16_t* x,
                                 int codes) {
    const std::int16_t* end = x + (codes & ~15);
    while (x != end) unroll<4>([&]<int>() __attribute__((always_inline)) { add_words(s, w, x); });
    end += codes & 15;
    while (x != end) add_words(s, w, x);
  }
  /// Four codes by a word of each row, behind which w and x go.
  ETCH_GLUE static void add_words(std::int32_t* s, const std::int8_t*& w, const std::int16_t*& x) {
#ifdef __OPTIMIZE__
    std::uint32_t c, d, e;
    __asm volatile(
        "ldr %[c],[%[x]],#4\n\tldr %[d],[%[x]],#4\n\tldm %[w]!,{r4,r5,r6,r8}\n\t"
        "sxtb16 %[e],r4\n\tsxtb16 r4,r4,ror #8\n\t"
        "smlad %[s0],%[e],%[c],%[s0]\n\tsmlad %[s0],r4,%[d],%[s0]\n\t"
        "sxtb16 %[e],r5\n\tsxtb16 r5,r5,ror #8\n\t"
        "smlad %[s1],%[e],%[c],%[s1]\n\tsmlad %[s1],r5,%[d],%[s1]\n\t"
        "sxtb16 %[e],r6\n\tsxtb16 r6,r6,ror #8\n\t"
        "smlad %[s2],%[e],%[c],%[s2]\n\tsmlad %[s2],r6,%[d],%[s2]\n\t"
        "sxtb16 %[e],r8\n\tsxtb16 r8,r8,ror #8\n\t"
        "smlad %[s3],%[e],%[c],%[s3]\n\tsmlad %[s3],r8,%[d],%[s3]"
        : [s0] "+r"(s[0]), [s1] "+r"(s[1]), [s2] "+r"(s[2]), [s3] "+r"(s[3]), [w] "+r"(w),
          [x] "+r"(x), [c] "=&r"(c), [d] "=&r"(d), [e] "=&r"(e)
        :
        : "r4", "r5", "r6", "r8", "memory");
#else  // of the registers a frame takes one
    const std::uint32_t even = load_next(x), odd = load_next(x);
    unroll<4>([&]<int K>() __attribute__((always_inline)) {
      const std::uint32_t four = load_next(w);
      s[K] = multiply_add_both(widen_even(four), even, s[K]);
      s[K] = multiply_add_both(widen_odd(four), odd, s[K]);
    });
#endif
  }
#endif
};

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
