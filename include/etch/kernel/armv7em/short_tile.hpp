// Runs of 16-bit codes: two filters times two pixels by SMLAD, where sums need 64 bits two times
// one by SMLALD; channels by SMLABB and SMLATT. Weights of 16 bits are read as they lie: eight
// instructions for eight products, and a loop around. Those of 8 bits are widened, and the codes of
// the value put into their order.
#pragma once

#include <etch/kernel/arithmetic/known_factor.hpp>
#include <etch/kernel/armv7em/four_rows.hpp>
#include <etch/kernel/layer/short_sums.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// Whether LDRD, at multiples of four bytes, reaches the second filter and the second pixel.
constexpr bool are_even_steps(int next_w, int next_x) {
  return (next_w | next_x) % 2 == 0 && next_w <= 510 && next_x <= 510;
}
template <int NextW, int NextX, int Codes>
struct even_tile;
template <int Codes>
struct odd_tile;

/// Ends sums of 31 bits by factors below 1/2, rounded twice, and SMMLAR.
template <class Epilogue, std::int32_t Zero, int Low, int High>
struct ends_by_smmlar : short_sums::known_epilogue<Epilogue> {
  ETCH_GLUE auto operator()(std::int32_t sum, int c) const {
    const auto& e = this->all;
    const int k = sizeof e.multiplier == sizeof e.multiplier[0] ? 0 : c, right = -e.shift[k];
    // a negative sum by one less, so that the shift rounds half away
    const std::int32_t a = (std::int32_t{1} << (right - 1)) + (sum >> 31);
    const std::int32_t y = (add_high_product<true>(a, 2 * sum, e.multiplier[k]) >> right) + Zero;
    using code = decltype(e.low);
    if constexpr (Low == INT16_MIN && High == INT16_MAX)
      return static_cast<code>(within_bits<16>(y));
    else return static_cast<code>(clamp<std::int32_t>(y, Low, High));
  }
};
/// Whether Epilogue rounds twice, to 16 bits.
template <class Epilogue>
inline constexpr bool rounds_twice = false;
template <rounding R, int Channels>
inline constexpr bool rounds_twice<factor_epilogue<std::int16_t, R, Channels>> =
    R == rounding::tflite_double || R == rounding::standard;
/// Whether SMMLAR ends all sums of call C, whose codes have 16 bits, as Epilogue does.
template <class C, class Epilogue>
constexpr bool ends_by_smmlar_as() {
  constexpr int channels = C::template out<>::is.shape.c();
  constexpr const auto& e = generic_epilogue<C, channels>;
  if constexpr (!ETCH_HAS_DSP || !rounds_twice<Epilogue> ||
                !__is_same(Epilogue, decltype(make_generic_epilogue<C, channels>()))) {
    return false;
  } else {
    for (const int shift : e.shift) {
      if (shift >= 0 || shift < -30) return false;
    }
    constexpr const auto& proved = proved_of<C>::sums;
    for (int o = 0; o < channels; ++o) {
      if (proved.least[o] < INT32_MIN / 2 || proved.most[o] > INT32_MAX / 2) return false;
    }
    return true;
  }
}

/// The tile of layers of 16-bit codes.
struct short_tile : widens_codes {
  static constexpr int filters = 2, channels = 4;
  /// The same where filters and pixels lie so many codes apart and runs have Codes, all of them at
  /// even ones.
  template <int NextW, int NextX, int Codes, bool Even>
  using with_steps = element_t<list<odd_tile<Codes>, even_tile<NextW, NextX, Codes>>,
                               Even && are_even_steps(NextW, NextX) ? 1 : 0>;
  template <class Sum>
  static constexpr int pixels = sizeof(Sum) == 4 ? 2 : 1;
  template <class C, class Epilogue>
  requires(ends_by_smmlar_as<C, Epilogue>())
  ETCH_GLUE static constexpr auto end_of(const Epilogue& e) {
    constexpr const auto& known = generic_epilogue<C, C::template out<>::is.shape.c()>;
    return ends_by_smmlar<Epilogue, known.zero, known.low, known.high>{{e}};
  }
  template <class W, int Width, int Unit, int NextW, int NextX, int Codes>
  using with_weights =
      element_t<list<short_tile, byte_weights<Width == 1 ? 4 : 2, Unit % 4 == 0,
                                              known_steps{NextW, NextX, Codes, false}>>,
                __is_same(W, std::int8_t) ? 1 : 0>;

#if ETCH_HAS_DSP
  template <int Filters, int Pixels, class Sum>
  ETCH_GLUE static void add(Sum* s, const std::int16_t* w, int next_w, const std::int16_t* x,
                            int next_x, int codes) {
    const std::int16_t* v = w + (Filters - 1) * next_w;
    const std::int16_t* z = x + (Pixels - 1) * next_x;
    for (const std::int16_t* const end = x + (codes & ~3); x != end;) {
      add_two<Filters, Pixels>(s, w, v, x, z);
      add_two<Filters, Pixels>(s, w, v, x, z);
    }
    if ((codes & 2) != 0) add_two<Filters, Pixels>(s, w, v, x, z);
    if ((codes & 1) != 0) add_one<Filters, Pixels>(s, *w, *v, *x, *z);
  }
  template <int Filters, int Pixels, class Sum>
  ETCH_GLUE static void add(Sum* s, const std::int8_t* w, int next_w, const std::int16_t* x,
                            int next_x, int codes) {
    const std::int8_t* v = w + (Filters - 1) * next_w;
    const std::int16_t* z = x + (Pixels - 1) * next_x;
    for (const std::int16_t* const end = x + (codes & ~3); x != end;) {
      const std::uint32_t a = load_next(w), b = Filters == 2 ? load_next(v) : 0;
      const four_codes c(x), d = Pixels == 2 ? four_codes(z) : c;
      add_words<Filters, Pixels>(s, widen_even(a), widen_even(b), c.even, d.even);
      add_words<Filters, Pixels>(s, widen_odd(a), widen_odd(b), c.odd, d.odd);
    }
    for (int k = 0; k < (codes & 3); ++k) add_one<Filters, Pixels>(s, w[k], v[k], x[k], z[k]);
  }

  template <int Channels, class Sum, class W>
  ETCH_GLUE static void add_each(Sum* s, const W* w, const std::int16_t* x) {
    if constexpr (Channels == 4) {
      if constexpr (sizeof(W) == 1) {
        const std::uint32_t four = load_word(w), a = load_word(x), b = load_word(x + 2);
        const std::uint32_t even = widen_even(four), odd = widen_odd(four);
        s[0] = multiply_add_low(a, even, s[0]);
        s[1] = multiply_add_low(a >> 16, odd, s[1]);
        s[2] = multiply_add_high(b << 16, even, s[2]);
        s[3] = multiply_add_high(b, odd, s[3]);
      } else {
        unroll<2>([&]<int K>() __attribute__((always_inline)) {
          const std::uint32_t a = load_word(x + 2 * K), b = load_word(w + 2 * K);
          s[2 * K] = multiply_add_low(a, b, s[2 * K]);
          s[2 * K + 1] = multiply_add_high(a, b, s[2 * K + 1]);
        });
      }
    } else {
      unroll<Channels>([&]<int K>() __attribute__((always_inline)) {
        s[K] = multiply_add_low(halves(x[K]), halves(w[K]), s[K]);
      });
    }
  }

 private:
  /// Codes 0 and 2, 1 and 3 of four.
  struct four_codes {
    std::uint32_t even, odd;
    ETCH_GLUE explicit four_codes(const std::int16_t*& x) {
      const std::uint32_t a = load_next(x), b = load_next(x);
      even = join_low(a, b);
      odd = join_high(a, b);
    }
  };
  ETCH_GLUE static std::uint32_t halves(int code) { return static_cast<std::uint32_t>(code); }

  template <int Filters, int Pixels, class Sum>
  ETCH_GLUE static void add_words(Sum* s, std::uint32_t a, std::uint32_t b, std::uint32_t x,
                                  std::uint32_t z) {
    s[0] = multiply_add_both(a, x, s[0]);
    if constexpr (Pixels == 2) s[1] = multiply_add_both(a, z, s[1]);
    if constexpr (Filters == 2) s[Pixels] = multiply_add_both(b, x, s[Pixels]);
    if constexpr (Filters * Pixels == 4) s[3] = multiply_add_both(b, z, s[3]);
  }
  template <int Filters, int Pixels, class Sum>
  ETCH_GLUE static void add_two(Sum* s, const std::int16_t*& w, const std::int16_t*& v,
                                const std::int16_t*& x, const std::int16_t*& z) {
    const std::uint32_t a = load_next(w), b = Filters == 2 ? load_next(v) : 0;
    const std::uint32_t c = load_next(x), d = Pixels == 2 ? load_next(z) : 0;
    add_words<Filters, Pixels>(s, a, b, c, d);
  }
  template <int Filters, int Pixels, class Sum>
  ETCH_GLUE static void add_one(Sum* s, int w, int v, int x, int z) {
    s[0] = multiply_add_low(halves(w), halves(x), s[0]);
    if constexpr (Pixels == 2) s[1] = multiply_add_low(halves(w), halves(z), s[1]);
    if constexpr (Filters == 2) s[Pixels] = multiply_add_low(halves(v), halves(x), s[Pixels]);
    if constexpr (Filters * Pixels == 4) s[3] = multiply_add_low(halves(v), halves(z), s[3]);
  }
#endif
};

/// The same for runs of Codes codes.
template <int Codes>
struct odd_tile : short_tile {
#if ETCH_HAS_DSP
  template <int Filters, int Pixels, class Sum, class W>
  ETCH_GLUE static void add(Sum* s, const W* w, int next_w, const std::int16_t* x, int next_x,
                            int) {
    short_tile::add<Filters, Pixels>(s, w, next_w, x, next_x, Codes);
  }
#endif
};
/// The same by LDRD: from where a filter and a pixel lie the second ones are so many codes away.
/// Seven eighths of an instruction a product, and a loop around.
template <int NextW, int NextX, int Codes>
struct even_tile : short_tile {
#if ETCH_HAS_DSP
  template <int Filters, int Pixels, class Sum, class W>
  ETCH_GLUE static void add(Sum* s, const W* w, int, const std::int16_t* x, int, int) {
    if constexpr (sizeof(Sum) == 4 && sizeof(W) == 2 && Filters == 2) {
      constexpr int whole = Codes & ~7, fours = whole % 24 == 0 ? 6 : whole % 16 == 0 ? 4 : 2;
      const std::int16_t* const end = x + whole;
      while (x != end) {
        unroll<fours>([&]<int>() __attribute__((always_inline)) { add_four<Pixels>(s, w, x); });
      }
      if constexpr ((Codes & 4) != 0) add_four<Pixels>(s, w, x);
      short_tile::add<Filters, Pixels>(s, w, NextW, x, NextX, Codes & 3);
    } else {
      short_tile::add<Filters, Pixels>(s, w, NextW, x, NextX, Codes);
    }
  }

 private:
  /// Adds the products of four codes, behind which w and x go.
  template <int Pixels>
  ETCH_GLUE static void add_four(std::int32_t* s, const std::int16_t*& w, const std::int16_t*& x) {
    std::uint32_t a, b, c, d;
    if constexpr (Pixels == 2) {
      std::uint32_t e, f;
      __asm volatile(
          "ldrd %[e],%[f],[%[x],%[nx]]\n\tldrd %[c],%[d],[%[x]],#8\n\t"
          "ldrd %[a],%[b],[%[w],%[nw]]\n\t"
          "smlad %[s2],%[a],%[c],%[s2]\n\tsmlad %[s3],%[a],%[e],%[s3]\n\t"
          "smlad %[s2],%[b],%[d],%[s2]\n\tsmlad %[s3],%[b],%[f],%[s3]\n\t"
          "ldrd %[a],%[b],[%[w]],#8\n\t"
          "smlad %[s0],%[a],%[c],%[s0]\n\tsmlad %[s1],%[a],%[e],%[s1]\n\t"
          "smlad %[s0],%[b],%[d],%[s0]\n\tsmlad %[s1],%[b],%[f],%[s1]"
          : [s0] "+r"(s[0]), [s1] "+r"(s[1]), [s2] "+r"(s[2]), [s3] "+r"(s[3]), [w] "+r"(w),
            [x] "+r"(x), [a] "=&r"(a), [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d), [e] "=&r"(e),
            [f] "=&r"(f)
          : [nw] "i"(2 * NextW), [nx] "i"(2 * NextX)
          : "memory");
    } else {
      __asm volatile(
          "ldrd %[c],%[d],[%[x]],#8\n\tldrd %[a],%[b],[%[w],%[nw]]\n\t"
          "smlad %[s1],%[a],%[c],%[s1]\n\tsmlad %[s1],%[b],%[d],%[s1]\n\t"
          "ldrd %[a],%[b],[%[w]],#8\n\t"
          "smlad %[s0],%[a],%[c],%[s0]\n\tsmlad %[s0],%[b],%[d],%[s0]"
          : [s0] "+r"(s[0]), [s1] "+r"(s[1]), [w] "+r"(w), [x] "+r"(x), [a] "=&r"(a), [b] "=&r"(b),
            [c] "=&r"(c), [d] "=&r"(d)
          : [nw] "i"(2 * NextW)
          : "memory");
    }
  }
#endif
};

/// That of rows of matrices, of which widened codes lie at multiples of four bytes.
template <class Sums, class W, int Length>
using rows_of_shorts =
    typename short_tile::with_weights<W, 1, Length, Length, 0, Length>::template with_steps<
        Length, 0, Length, sizeof(typename Sums::code) == 1 && Length % 2 == 0>;
template <class Sums, class W, int Length>
using row_tile = element_t<
    list<rows_of_shorts<Sums, W, Length>, four_rows<rows_of_shorts<Sums, W, Length>, Length>>,
    __is_same(W, std::int8_t) && Length % 4 == 0 && ETCH_HAS_MVE == 0 ? 1 : 0>;

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
