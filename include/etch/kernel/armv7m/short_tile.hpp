// Runs of 16-bit codes: two filters times two pixels by MLA, eight instructions for four products
// and a loop around, where sums need 64 bits two times one by SMLAL; four channels side by side.
// Weights have 8 or 16 bits.
#pragma once

#include <etch/kernel/armv7m/core.hpp>
#include <etch/kernel/cortex_m/any_bytes.hpp>

namespace ETCH_NAMESPACE {

namespace armv7m {

/// The tile of layers of 16-bit codes.
struct short_tile {
  static constexpr int filters = 2, channels = 4;
  template <class Sum>
  static constexpr int pixels = sizeof(Sum) == 4 ? 2 : 1;

#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  template <int Filters, int Pixels, class Sum, class W>
  ETCH_GLUE static void add(Sum* s, const W* w, int next_w, const std::int16_t* x, int next_x,
                            int codes) {
    const W* v = w + (Filters - 1) * next_w;
    const std::int16_t* z = x + (Pixels - 1) * next_x;
    const std::int16_t* const end = x + (codes & ~3);
    while (x != end) {
      unroll<4>([&]<int>()
                    __attribute__((always_inline)) { add_one<Filters, Pixels>(s, w, v, x, z); });
    }
    for (int k = codes & 3; k > 0; --k) add_one<Filters, Pixels>(s, w, v, x, z);
  }
  template <int Channels, class Sum, class W>
  ETCH_GLUE static void add_each(Sum* s, const W* w, const std::int16_t* x) {
    unroll<Channels>([&]<int K>() __attribute__((always_inline)) {
      s[K] = core::multiply_add(s[K], w[K], x[K]);
    });
  }

 private:
  ETCH_GLUE static std::int32_t next(const std::int16_t*& p) {
    std::int32_t r;
    __asm("ldrsh %0, [%1], #2" : "=r"(r), "+r"(p) : "m"(*p));
    return r;
  }
  ETCH_GLUE static std::int32_t next(const std::int8_t*& p) {
    std::int32_t r;
    __asm("ldrsb %0, [%1], #1" : "=r"(r), "+r"(p) : "m"(*p));
    return r;
  }
  template <int Filters, int Pixels, class Sum, class W>
  ETCH_GLUE static void add_one(Sum* s, const W*& w, const W*& v, const std::int16_t*& x,
                                const std::int16_t*& z) {
    const std::int32_t a = next(w), c = next(x);
    s[0] = core::multiply_add(s[0], a, c);
    if constexpr (Pixels == 2) {
      const std::int32_t d = next(z);
      s[1] = core::multiply_add(s[1], a, d);
      if constexpr (Filters == 2) {
        const std::int32_t b = next(v);
        s[2] = core::multiply_add(s[2], b, c);
        s[3] = core::multiply_add(s[3], b, d);
      }
    } else if constexpr (Filters == 2) {
      s[1] = core::multiply_add(s[1], next(v), c);
    }
  }
#endif
};
using any_bytes_tile = cortex_m::any_bytes_tile<short_tile, core>;

}  // namespace armv7m

}  // namespace ETCH_NAMESPACE
