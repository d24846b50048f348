// What the multipliers of this processor give at best, beside which compare.py puts networks.
#pragma once

#include <etch/base/features.hpp>

#include <ctime>

namespace etch::bench {

/// Nanoseconds that this thread has run.
inline double thread_nanoseconds() {
  std::timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

/// Products of 8-bit codes a nanosecond by VPDPBUSD alone, on 64 bytes: twelve sums that do not
/// wait for each other, the fastest of many rounds. 0 where this module does not multiply so.
inline double peak_products() {
#if ETCH_HAS_AVX512_VNNI
  constexpr int rounds = 400, repetitions = 4'000, sums = 12, bytes = 64;
  double least = 0;
  for (int round = 0; round < rounds; ++round) {
    const double start = thread_nanoseconds();
    for (int i = 0; i < repetitions; ++i) {
      __asm volatile(
          "vpdpbusd %%zmm30, %%zmm31, %%zmm16\n vpdpbusd %%zmm30, %%zmm31, %%zmm17\n"
          "vpdpbusd %%zmm30, %%zmm31, %%zmm18\n vpdpbusd %%zmm30, %%zmm31, %%zmm19\n"
          "vpdpbusd %%zmm30, %%zmm31, %%zmm20\n vpdpbusd %%zmm30, %%zmm31, %%zmm21\n"
          "vpdpbusd %%zmm30, %%zmm31, %%zmm22\n vpdpbusd %%zmm30, %%zmm31, %%zmm23\n"
          "vpdpbusd %%zmm30, %%zmm31, %%zmm24\n vpdpbusd %%zmm30, %%zmm31, %%zmm25\n"
          "vpdpbusd %%zmm30, %%zmm31, %%zmm26\n vpdpbusd %%zmm30, %%zmm31, %%zmm27\n" ::
              : "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24",
                "xmm25", "xmm26", "xmm27");
    }
    const double took = thread_nanoseconds() - start;
    if (round == 0 || took < least) least = took;
  }
  return repetitions * sums * bytes / least;
#else
  return 0;
#endif
}

}  // namespace etch::bench
