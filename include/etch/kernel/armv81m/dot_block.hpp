// Sums of products of two filters and four pixels, by VMLADAVA: 14 instructions for 128 products.
#pragma once

#include <etch/kernel/kernel.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>

namespace etch::inline ETCH_ABI {

namespace armv81m {

/// Sums of four pixels with filters A and B.
struct two_sums {
  int32x4_t a, b;
};

/// Products over `steps` >= 1 steps of 16 taps, [step][pixel][16] and [step][filter][16]; `weights`
/// is left behind them. Eight sums take all even registers, lr among them: one statement, because
/// compilers would move them about, and no LE, which counts in lr.
ETCH_GLUE two_sums dot_2x4(const std::int8_t* x, const std::int8_t*& weights, int steps) {
  std::int32_t a, b, c, d, e, f, g, h;
  std::int32_t left = steps - 1;
  int32x4_t u, v, s, t;
  __asm volatile(
      "vldrw.32 %q[u],[%[w]],#32\n\tvldrw.32 %q[s],[%[x]],#64\n\t"
      "vmladav.s8 %[a],%q[s],%q[u]\n\tvldrw.32 %q[v],[%[w],#-16]\n\t"
      "vmladav.s8 %[e],%q[s],%q[v]\n\tvldrw.32 %q[t],[%[x],#-48]\n\t"
      "vmladav.s8 %[b],%q[t],%q[u]\n\tvldrw.32 %q[s],[%[x],#-32]\n\t"
      "vmladav.s8 %[f],%q[t],%q[v]\n\tvmladav.s8 %[c],%q[s],%q[u]\n\t"
      "vldrw.32 %q[t],[%[x],#-16]\n\tvmladav.s8 %[g],%q[s],%q[v]\n\t"
      "vmladav.s8 %[d],%q[t],%q[u]\n\tvmladav.s8 %[h],%q[t],%q[v]\n\t"
      "lsrs %[n],%[n],#1\n\tbcc 1f\n\t"
      "vldrw.32 %q[u],[%[w]],#32\n\tvldrw.32 %q[s],[%[x]],#64\n\t"
      "vmladava.s8 %[a],%q[s],%q[u]\n\tvldrw.32 %q[v],[%[w],#-16]\n\t"
      "vmladava.s8 %[e],%q[s],%q[v]\n\tvldrw.32 %q[t],[%[x],#-48]\n\t"
      "vmladava.s8 %[b],%q[t],%q[u]\n\tvldrw.32 %q[s],[%[x],#-32]\n\t"
      "vmladava.s8 %[f],%q[t],%q[v]\n\tvmladava.s8 %[c],%q[s],%q[u]\n\t"
      "vldrw.32 %q[t],[%[x],#-16]\n\tvmladava.s8 %[g],%q[s],%q[v]\n\t"
      "vmladava.s8 %[d],%q[t],%q[u]\n\tvmladava.s8 %[h],%q[t],%q[v]\n\t"
      "1:\n\tbeq 3f\n\t"
      "2:\n\tvldrw.32 %q[u],[%[w]],#64\n\tvldrw.32 %q[s],[%[x]],#128\n\t"
      "vmladava.s8 %[a],%q[s],%q[u]\n\tvldrw.32 %q[v],[%[w],#-48]\n\t"
      "vmladava.s8 %[e],%q[s],%q[v]\n\tvldrw.32 %q[t],[%[x],#-112]\n\t"
      "vmladava.s8 %[b],%q[t],%q[u]\n\tvldrw.32 %q[s],[%[x],#-96]\n\t"
      "vmladava.s8 %[f],%q[t],%q[v]\n\tvmladava.s8 %[c],%q[s],%q[u]\n\t"
      "vldrw.32 %q[t],[%[x],#-80]\n\tvmladava.s8 %[g],%q[s],%q[v]\n\t"
      "vmladava.s8 %[d],%q[t],%q[u]\n\tvldrw.32 %q[u],[%[w],#-32]\n\t"
      "vmladava.s8 %[h],%q[t],%q[v]\n\tvldrw.32 %q[s],[%[x],#-64]\n\t"
      "vmladava.s8 %[a],%q[s],%q[u]\n\tvldrw.32 %q[v],[%[w],#-16]\n\t"
      "vmladava.s8 %[e],%q[s],%q[v]\n\tvldrw.32 %q[t],[%[x],#-48]\n\t"
      "vmladava.s8 %[b],%q[t],%q[u]\n\tvldrw.32 %q[s],[%[x],#-32]\n\t"
      "vmladava.s8 %[f],%q[t],%q[v]\n\tvmladava.s8 %[c],%q[s],%q[u]\n\t"
      "vldrw.32 %q[t],[%[x],#-16]\n\tvmladava.s8 %[g],%q[s],%q[v]\n\t"
      "vmladava.s8 %[d],%q[t],%q[u]\n\tvmladava.s8 %[h],%q[t],%q[v]\n\t"
      "subs %[n],#1\n\tbne 2b\n\t"
      "3:\n\tvmov %q[u][2],%q[u][0],%[a],%[c]\n\tvmov %q[u][3],%q[u][1],%[b],%[d]\n\t"
      "vmov %q[v][2],%q[v][0],%[e],%[g]\n\tvmov %q[v][3],%q[v][1],%[f],%[h]"
      : [a] "=&Te"(a), [b] "=&Te"(b), [c] "=&Te"(c), [d] "=&Te"(d), [e] "=&Te"(e), [f] "=&Te"(f),
        [g] "=&Te"(g), [h] "=&Te"(h), [w] "+r"(weights), [x] "+r"(x), [n] "+r"(left),
        [u] "=&w"(u), [v] "=&w"(v), [s] "=&w"(s), [t] "=&w"(t)::"memory", "cc");
  return {u, v};
}

}  // namespace armv81m

}  // namespace etch::inline ETCH_ABI

#endif
