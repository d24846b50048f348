// Runs of 16-bit codes: two filters times two pixels by SMLAD, where sums need 64 bits two times
// one by SMLALD; channels by SMLABB and SMLATT. Weights of 16 bits are read as they lie: eight
// instructions for eight products, and a loop around. Those of 8 bits are widened, and the codes of
// the value put into their order.
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/layer/short_sums.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// The tile of layers of 16-bit codes.
struct short_tile {
  static constexpr int filters = 2, channels = 4;
  template <class Sum>
  static constexpr int pixels = sizeof(Sum) == 4 ? 2 : 1;

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

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
