// Runs of 16-bit codes by MULS: two filters times two pixels, or four times one, the sums in the
// upper registers, 29 instructions for 8 products; four channels side by side. Weights have 8 or 16
// bits. Sums of 64 bits take two filters at a time.
#pragma once

#include <etch/kernel/armv6m/short_channels.hpp>
#include <etch/kernel/cortex_m/any_bytes.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// Whether the sums of call C, whose ends are Epilogue, end as `core` scales them.
template <class C, class Epilogue>
inline constexpr bool scales_sums = false;
template <class C, class Y, rounding R, int Channels>
requires(R == rounding::tflite_double || R == rounding::tflite_single)
inline constexpr bool scales_sums<C, factor_epilogue<Y, R, Channels>> = [] {
  constexpr int filters = C::template out<>::is.shape.c();
  constexpr const auto& proved = proved_of<C>::sums;
  constexpr const auto& known = generic_epilogue<C, filters>;
  constexpr long long limit = 1LL << 30;
  for (int o = 0; o < filters; ++o) {
    if (proved.least[o] < -limit || proved.most[o] >= limit) return false;
  }
  for (int k = 0; k < Channels; ++k) {
    if (known.shift[k] > -1 || known.shift[k] < -22) return false;
  }
  return true;
}();
/// Ends sums as factor_epilogue `all`, of which compilers know the zero point.
template <class Y, rounding R, int Channels, std::int32_t Zero>
struct scaled_end {
  const factor_epilogue<Y, R, Channels>& all;
#if ETCH_HAS_M_PROFILE
  ETCH_GLUE Y operator()(std::int32_t sum, int c) const {
    constexpr auto step =
        R == rounding::tflite_single ? factor_step::single : factor_step::half_away;
    const int k = Channels == 1 ? 0 : c;
    const sum_factor f{all.multiplier[k], Zero * (std::int32_t{1} << 16) - all.shift[k]};
    return static_cast<Y>(clamp<std::int32_t>(core::scaled<step>(f, 0, sum), all.low, all.high));
  }
#endif
};
template <std::int32_t Zero, class Y, rounding R, int Channels>
ETCH_GLUE constexpr auto make_scaled_end(const factor_epilogue<Y, R, Channels>& all) {
  return scaled_end<Y, R, Channels, Zero>{all};
}

/// The tile of layers of 16-bit codes.
struct short_tile : short_channels {
  static constexpr int filters = 2;
  template <class Sum>
  static constexpr int pixels = sizeof(Sum) == 4 ? 2 : 1;

#if ETCH_HAS_M_PROFILE
  template <class C, class Epilogue>
  requires scales_sums<C, Epilogue>
  ETCH_GLUE static constexpr auto end_of(const Epilogue& all) {
    return make_scaled_end<generic_epilogue<C, C::template out<>::is.shape.c()>.zero>(all);
  }
  template <int Filters, int Pixels, class Sum, class W>
  ETCH_GLUE static void add(Sum* s, const W* w, int next_w, const std::int16_t* x, int next_x,
                            int codes) {
    constexpr bool has_loop =
        has_upper_registers && sizeof(Sum) == 4 &&
        (Filters * Pixels == 2 || (Filters == 2 && Pixels == 2) || (Filters == 4 && Pixels == 1));
    const int rest = has_loop ? codes & 1 : codes;
    for (const std::int16_t* const end = x + rest; x != end; ++x, ++w) {
      unroll<Filters * Pixels>([&]<int K>() __attribute__((always_inline)) {
        s[K] = core::multiply_add(s[K], w[K / Pixels * next_w], x[K % Pixels * next_x]);
      });
    }
    if constexpr (has_loop) {
      // behind their codes, which `at` counts down
      if (codes > 1)
        add_pairs<Filters, Pixels>(s, w + codes - rest, next_w, x + codes - rest, next_x,
                                   2 * (rest - codes));
    }
  }
  template <int Channels, class Sum, class W>
  ETCH_GLUE static void add_each(Sum* s, const W* w, const std::int16_t* x) {
    unroll<Channels>([&]<int K>() __attribute__((always_inline)) {
      s[K] = core::multiply_add(s[K], w[K], x[K]);
    });
  }

 private:
  static constexpr bool has_upper_registers = !ETCH_SAVES_FLASH;  // g++ then takes none above r7
// The weight at `at`, which counts bytes of x: weights of 8 bits lie half as far.
#define ETCH_LOAD_WEIGHT(to, w)                                           \
  ".if %c[bytes] == 1\n\tasrs " to ",%[at],#1\n\tldrsb " to ",[" w "," to \
  "]\n\t"                                                                 \
  ".else\n\tldrsh " to ",[" w ",%[at]]\n\t.endif\n\t"
  template <int Filters, int Pixels, class W>
  ETCH_GLUE static void add_pairs(std::int32_t* s, const W* w, int next_w, const std::int16_t* x,
                                  int next_x, std::int32_t at) {
    std::int32_t a, c;
    // One register below r8 stays free, for a frame pointer.
    if constexpr (Filters == 2 && Pixels == 2) {
      __asm volatile(
          ".syntax unified\n1:\n\t.rept 2\n\t"
          ETCH_LOAD_WEIGHT("%[c]", "%[w]") "ldrsh %[a],[%[x],%[at]]\n\t"
          "muls %[a],%[c],%[a]\n\tadd %[s0],%[a]\n\t"
          "ldrsh %[a],[%[z],%[at]]\n\tmuls %[c],%[a],%[c]\n\tadd %[s1],%[c]\n\t"
          ETCH_LOAD_WEIGHT("%[c]", "%[v]") "muls %[a],%[c],%[a]\n\tadd %[s3],%[a]\n\t"
          "ldrsh %[a],[%[x],%[at]]\n\tmuls %[c],%[a],%[c]\n\tadd %[s2],%[c]\n\t"
          "adds %[at],#2\n\t.endr\n\tbne 1b"
          : [s0] "+h"(s[0]), [s1] "+h"(s[1]), [s2] "+h"(s[2]), [s3] "+h"(s[3]), [at] "+l"(at),
            [a] "=&l"(a), [c] "=&l"(c)
          : [w] "l"(w), [v] "l"(w + next_w), [x] "l"(x), [z] "l"(x + next_x), [bytes] "i"(sizeof(W))
          : "memory", "cc");
    } else if constexpr (Filters == 4) {
      __asm volatile(
          ".syntax unified\n1:\n\t.rept 2\n\tmov %[c],%[t]\n\t"
          ETCH_LOAD_WEIGHT("%[a]", "%[c]") "ldrsh %[c],[%[x],%[at]]\n\t"
          "muls %[a],%[c],%[a]\n\tadd %[s3],%[a]\n\t"
          ETCH_LOAD_WEIGHT("%[a]", "%[w]") "muls %[a],%[c],%[a]\n\tadd %[s0],%[a]\n\t"
          ETCH_LOAD_WEIGHT("%[a]", "%[v]") "muls %[a],%[c],%[a]\n\tadd %[s1],%[a]\n\t"
          ETCH_LOAD_WEIGHT("%[a]", "%[u]") "muls %[a],%[c],%[a]\n\tadd %[s2],%[a]\n\t"
          "adds %[at],#2\n\t.endr\n\tbne 1b"
          : [s0] "+h"(s[0]), [s1] "+h"(s[1]), [s2] "+h"(s[2]), [s3] "+h"(s[3]), [at] "+l"(at),
            [a] "=&l"(a), [c] "=&l"(c)
          : [w] "l"(w), [v] "l"(w + next_w), [u] "l"(w + 2 * next_w), [t] "h"(w + 3 * next_w),
            [x] "l"(x), [bytes] "i"(sizeof(W))
          : "memory", "cc");
    } else if constexpr (Filters == 2) {
      __asm volatile(
          ".syntax unified\n1:\n\t.rept 2\n\tldrsh %[c],[%[x],%[at]]\n\t"
          ETCH_LOAD_WEIGHT("%[a]", "%[w]") "muls %[a],%[c],%[a]\n\tadd %[s0],%[a]\n\t"
          ETCH_LOAD_WEIGHT("%[a]", "%[v]") "muls %[a],%[c],%[a]\n\tadd %[s1],%[a]\n\t"
          "adds %[at],#2\n\t.endr\n\tbne 1b"
          : [s0] "+h"(s[0]), [s1] "+h"(s[1]), [at] "+l"(at), [a] "=&l"(a), [c] "=&l"(c)
          : [w] "l"(w), [v] "l"(w + next_w), [x] "l"(x), [bytes] "i"(sizeof(W))
          : "memory", "cc");
    } else {
      __asm volatile(
          ".syntax unified\n1:\n\t.rept 2\n\t" ETCH_LOAD_WEIGHT("%[c]", "%[w]")
          "ldrsh %[a],[%[x],%[at]]\n\tmuls %[a],%[c],%[a]\n\tadd %[s0],%[a]\n\t"
          "ldrsh %[a],[%[z],%[at]]\n\tmuls %[a],%[c],%[a]\n\tadd %[s1],%[a]\n\t"
          "adds %[at],#2\n\t.endr\n\tbne 1b"
          : [s0] "+h"(s[0]), [s1] "+h"(s[1]), [at] "+l"(at), [a] "=&l"(a), [c] "=&l"(c)
          : [w] "l"(w), [x] "l"(x), [z] "l"(x + next_x), [bytes] "i"(sizeof(W))
          : "memory", "cc");
    }
  }
#undef ETCH_LOAD_WEIGHT
#endif
};
/// The same of layers of one pixel: four filters at a time.
struct pixel_tile : short_tile {
  static constexpr int filters = 4;
  template <class>
  static constexpr int pixels = 1;
};
using any_bytes_tile = cortex_m::any_bytes_tile<short_tile, core>;
using any_bytes_pixel_tile = cortex_m::any_bytes_tile<pixel_tile, core>;

}  // namespace armv6m

}  // namespace ETCH_NAMESPACE
