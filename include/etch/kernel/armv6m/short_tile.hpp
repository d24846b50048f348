// Runs of 16-bit codes by MULS: two filters times two pixels, the sums in the upper registers; four
// channels side by side.
#pragma once

#include <etch/kernel/armv6m/core.hpp>
#include <etch/kernel/cortex_m/any_bytes.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// The tile of layers of 16-bit codes whose sums have 32 bits.
struct short_tile {
  static constexpr int filters = 2, channels = 4;
  template <class>
  static constexpr int pixels = 2;

#if ETCH_HAS_M_PROFILE
  template <int Filters, int Pixels>
  ETCH_GLUE static void add(std::int32_t* s, const std::int16_t* w, int next_w,
                            const std::int16_t* x, int next_x, int codes) {
    if (codes == 0) return;
    // all four pointers stand behind their codes
    w += codes;
    x += codes;
    const std::int16_t* const v = w + (Filters - 1) * next_w;
    const std::int16_t* const z = x + (Pixels - 1) * next_x;
    std::int32_t at = -2 * codes;
    if constexpr (Filters == 2 && Pixels == 2) {
      std::int32_t s0 = s[0], s1 = s[1], s2 = s[2], s3 = s[3], a, c, d;
      __asm volatile(
          ".syntax unified\n1:\n\t"
          "ldrsh %[a],[%[w],%[at]]\n\tldrsh %[c],[%[x],%[at]]\n\t"
          "movs %[d],%[a]\n\tmuls %[d],%[c],%[d]\n\tadd %[s0],%[d]\n\t"
          "ldrsh %[d],[%[z],%[at]]\n\tmuls %[a],%[d],%[a]\n\tadd %[s1],%[a]\n\t"
          "ldrsh %[a],[%[v],%[at]]\n\tmuls %[c],%[a],%[c]\n\tadd %[s2],%[c]\n\t"
          "muls %[a],%[d],%[a]\n\tadd %[s3],%[a]\n\t"
          "adds %[at],#2\n\tbne 1b"
          : [s0] "+h"(s0), [s1] "+h"(s1), [s2] "+h"(s2), [s3] "+h"(s3), [at] "+l"(at), [a] "=&l"(a),
            [c] "=&l"(c), [d] "=&l"(d)
          : [w] "l"(w), [v] "l"(v), [x] "l"(x), [z] "l"(z)
          : "memory", "cc");
      s[0] = s0, s[1] = s1, s[2] = s2, s[3] = s3;
    } else if constexpr (Filters * Pixels == 2) {
      // one of both times two of the other
      const std::int16_t *const one = Filters == 2 ? x : w, *const two = Filters == 2 ? w : x;
      const std::int16_t* const next = Filters == 2 ? v : z;
      std::int32_t s0 = s[0], s1 = s[1], a, c;
      __asm volatile(
          ".syntax unified\n1:\n\t"
          "ldrsh %[c],[%[one],%[at]]\n\tldrsh %[a],[%[two],%[at]]\n\t"
          "muls %[a],%[c],%[a]\n\tadd %[s0],%[a]\n\t"
          "ldrsh %[a],[%[next],%[at]]\n\tmuls %[a],%[c],%[a]\n\tadd %[s1],%[a]\n\t"
          "adds %[at],#2\n\tbne 1b"
          : [s0] "+h"(s0), [s1] "+h"(s1), [at] "+l"(at), [a] "=&l"(a), [c] "=&l"(c)
          : [one] "l"(one), [two] "l"(two), [next] "l"(next)
          : "memory", "cc");
      s[0] = s0, s[1] = s1;
    } else {
      std::int32_t sum = s[0];
      for (int i = -codes; i < 0; ++i) sum = core::multiply_add(sum, w[i], x[i]);
      s[0] = sum;
    }
  }
  template <int Channels>
  ETCH_GLUE static void add_each(std::int32_t* s, const std::int16_t* w, const std::int16_t* x) {
    unroll<Channels>([&]<int K>() __attribute__((always_inline)) {
      s[K] = core::multiply_add(s[K], w[K], x[K]);
    });
  }
#endif
};
using any_bytes_tile = cortex_m::any_bytes_tile<short_tile, core>;

}  // namespace armv6m

}  // namespace ETCH_NAMESPACE
