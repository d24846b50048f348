// Runs of 16-bit codes by VMLADAVA: two filters times two pixels, nine instructions for 32
// products; what is behind the last eight codes is left out by tail predication.
#pragma once

#include <etch/kernel/armv7em/any_bytes.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// The tile of layers of any 8-bit codes, whose sums end as those of Armv7E-M do.
struct any_bytes_tile : armv7em::any_bytes_tile {
  template <int, int, int, bool>
  using with_steps = any_bytes_tile;

#if ETCH_HAS_MVE
  template <int Filters, int Pixels>
  ETCH_GLUE static void add(std::int32_t* s, const std::int16_t* w, int next_w,
                            const std::int16_t* x, int next_x, int codes) {
    [[maybe_unused]] const std::int16_t* v = w + next_w;
    [[maybe_unused]] const std::int16_t* z = x + next_x;
    using vector = std::int16_t __attribute__((vector_size(16)));
    vector a, c;
    if constexpr (Filters == 2 && Pixels == 2) {
      vector b, d;
      __asm volatile(
          "dlstp.16 lr,%[n]\n1:\n\t"
          "vldrh.u16 %q[a],[%[w]],#16\n\tvldrh.u16 %q[c],[%[x]],#16\n\t"
          "vmladava.s16 %[s0],%q[a],%q[c]\n\tvldrh.u16 %q[d],[%[z]],#16\n\t"
          "vmladava.s16 %[s1],%q[a],%q[d]\n\tvldrh.u16 %q[b],[%[v]],#16\n\t"
          "vmladava.s16 %[s2],%q[b],%q[c]\n\tvmladava.s16 %[s3],%q[b],%q[d]\n\tletp lr,1b"
          : [s0] "+Te"(s[0]), [s1] "+Te"(s[1]), [s2] "+Te"(s[2]), [s3] "+Te"(s[3]), [w] "+r"(w),
            [v] "+r"(v), [x] "+r"(x), [z] "+r"(z), [a] "=&w"(a), [b] "=&w"(b), [c] "=&w"(c),
            [d] "=&w"(d)
          : [n] "r"(codes)
          : "memory", "cc", "lr");
    } else if constexpr (Filters * Pixels == 2) {
      // one of both times two of the other
      const std::int16_t *one = Filters == 2 ? x : w, *two = Filters == 2 ? w : x;
      const std::int16_t* next = Filters == 2 ? v : z;
      __asm volatile(
          "dlstp.16 lr,%[n]\n1:\n\t"
          "vldrh.u16 %q[c],[%[one]],#16\n\tvldrh.u16 %q[a],[%[two]],#16\n\t"
          "vmladava.s16 %[s0],%q[a],%q[c]\n\tvldrh.u16 %q[a],[%[next]],#16\n\t"
          "vmladava.s16 %[s1],%q[a],%q[c]\n\tletp lr,1b"
          : [s0] "+Te"(s[0]), [s1] "+Te"(s[1]), [one] "+r"(one), [two] "+r"(two), [next] "+r"(next),
            [a] "=&w"(a), [c] "=&w"(c)
          : [n] "r"(codes)
          : "memory", "cc", "lr");
    } else {
      __asm volatile(
          "dlstp.16 lr,%[n]\n1:\n\t"
          "vldrh.u16 %q[a],[%[w]],#16\n\tvldrh.u16 %q[c],[%[x]],#16\n\t"
          "vmladava.s16 %[s0],%q[a],%q[c]\n\tletp lr,1b"
          : [s0] "+Te"(s[0]), [w] "+r"(w), [x] "+r"(x), [a] "=&w"(a), [c] "=&w"(c)
          : [n] "r"(codes)
          : "memory", "cc", "lr");
    }
  }
#endif
};

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
