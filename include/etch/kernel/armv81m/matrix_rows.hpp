// Matrices on cores with MVE: of 8-bit codes eight rows times 16 codes of the vector by VMLADAVA,
// 17 instructions for 128 products and a loop around, of 16-bit codes times 8
// (shorts_by_eights.hpp). Rows with sums of 64 bits as on other cores with DSP instructions.
#pragma once

#include <etch/kernel/arithmetic/dot.hpp>
#include <etch/kernel/armv7em/short_tile.hpp>
#include <etch/kernel/armv81m/blocks_of_states.hpp>
#include <etch/kernel/armv81m/gate_ends.hpp>
#include <etch/kernel/armv81m/lines_of_gates.hpp>
#include <etch/kernel/armv81m/moving_states.hpp>
#include <etch/kernel/armv81m/shorts_by_eights.hpp>
#include <etch/kernel/layer/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

#if ETCH_HAS_MVE

/// Steps of 16 codes in a loop.
constexpr int steps_at_once(int steps) {
  return steps == 0 ? 0 : steps % 3 == 0 ? 3 : steps % 2 == 0 ? 2 : 1;
}

/// Writes eight sums `to`, which begin as `start` has them: of the products of `x` and Count rows,
/// Steps times 16 codes and then Last, fewer than 16; what lies behind the last weights meets
/// zeros. Weights are (step, row, 16), at a multiple of 4 bytes, and then (row, Last).
///
/// Registers: the even ones sums, r1 codes, r3 weights, r5 steps, r7 the last codes. All sums are
/// in use, hence a naked function.
template <int Count, int Steps, int Last>
[[gnu::naked]] ETCH_KERNEL void add_rows_of_bytes(std::int32_t*, const std::int8_t*,
                                                  const std::int32_t*, const std::int8_t*) {
  __asm volatile(
      "push {r0,r4-r10,lr}\n\tldm r2,{r0,r2,r4,r6,r8,r10,r12,lr}\n\t"
      ".if %c[steps] > %c[at_once]\n\tmovw r5,#%c[steps]/%c[at_once]\n\t.endif\n"
      "1:\n\t.irp step,0,1,2\n\t.if \\step < %c[at_once]\n\tvldrb.8 q2,[r1],#16\n\t"
      ".irp k,0,2,4,6,8,10,12,14\n\t.if \\k < 2*%c[count]\n\t"
      "vldrw.32 q0,[r3],#16\n\tvmladava.s8 r\\k,q2,q0\n\t.endif\n\t.endr\n\t.endif\n\t.endr\n\t"
      ".if %c[steps] > %c[at_once]\n\tsubs r5,#1\n\tbne 1b\n\t.endif\n\t"
      ".if %c[last]\n\tmovs r7,#%c[last]\n\tvctp.8 r7\n\tvpst\n\tvldrbt.8 q2,[r1]\n\t"
      ".irp k,0,2,4,6,8,10,12,14\n\t.if \\k < 2*%c[count]\n\t"
      "vldrb.8 q0,[r3],#%c[last]\n\tvmladava.s8 r\\k,q2,q0\n\t.endif\n\t.endr\n\t.endif\n\t"
      "ldr r1,[sp]\n\tstm r1,{r0,r2,r4,r6,r8,r10,r12,lr}\n\tpop {r0,r4-r10,pc}" ::[count] "i"(
          Count),
      [steps] "i"(Steps), [at_once] "i"(steps_at_once(Steps)), [last] "i"(Last)
      : "memory");
}

#endif

/// Calls f by how many of Rows the eight from row `first` on have.
template <int Rows, class F>
ETCH_GLUE void for_eight_rows(int first, const F& f) {
  if (Rows % 8 == 0 || first + 8 <= Rows) {
    if constexpr (Rows >= 8) f.template operator()<8>();
  } else {
    if constexpr (Rows % 8 != 0) f.template operator()<Rows % 8>();
  }
}

/// Rows of bytes, which write as many sums as a block has.
template <class Sums, int Rows, int Length>
struct rows_of_bytes {
  using vector = const std::int8_t*;
  static constexpr int steps = Length / 16, last = Length % 16;
  static constexpr bool takes_bias = true;
  static constexpr int behind = last > 0 ? 16 - last : 0;  ///< bytes that are read for nothing
  /// Eight rows after the other: (steps, row, 16), then (row, last).
  alignas(4) std::int8_t weights[Rows * Length + behind];
  std::int32_t start[round_up(Rows, 8)];  // where sums do

  template <class Load>
  constexpr explicit rows_of_bytes(const Load& load, const std::int32_t* bias = nullptr)
      : weights{}, start{} {
    std::int8_t all[Rows * Length]{};
    load(all);
    for (int r = 0; r < Rows; ++r) {
      const int first = r / 8 * 8, width = minimum(Rows - first, 8);
      std::int8_t* const of_eight = weights + first * Length;
      std::int32_t sum = bias != nullptr ? bias[r] : 0;
      for (int k = 0; k < Length; ++k) {
        const int step = k / 16, row = step * width + r - first;
        const int place = step < steps ? row * 16 : steps * width * 16 + (r - first) * last;
        of_eight[place + k % 16] = all[r * Length + k];
        sum = integer_arithmetic::multiply_add(sum, -Sums::zero, all[r * Length + k]);
      }
      start[r] = sum;
    }
  }

#if ETCH_HAS_MVE
  template <int>
  ETCH_GLUE void add(std::int32_t* to, const std::int8_t* x, int first) const {
    for_eight_rows<Rows>(first, [&]<int Count>() __attribute__((always_inline)) {
      add_rows_of_bytes<Count, steps, last>(to, x, start + first, weights + first * Length);
    });
  }
#endif
};

/// Rows of numbers of 8 or 16 bits that meet codes of 16, sums of 32.
template <class Sums, class W, int Rows, int Length>
struct rows_of_shorts {
  using vector = const std::int16_t*;
  static constexpr int row = 8 * eights_of(Length);
  alignas(4) W weights[Rows * row];

  template <class Load>
  constexpr explicit rows_of_shorts(const Load& load) : weights{} {
    W all[Rows * Length]{};
    load(all);
    for (int i = 0; i < Rows * Length; ++i)
      weights[place_in_eights(i / Length, i % Length, Rows, Length)] = all[i];
  }
#if ETCH_HAS_MVE
  template <int>
  ETCH_GLUE void add(std::int32_t* to, const std::int16_t* x, int first) const {
    for_eight_rows<Rows>(first, [&]<int Count>() __attribute__((always_inline)) {
      sum_eights<Count, sizeof(W)>(to, x, Length, weights + first * row);
    });
  }
#endif
};

/// What these cores multiply matrices by.
struct matrix_products : gate_ends, lines_of_gates, blocks_of_states, moving_states {
  static constexpr int block = 8;
  template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
  using rows_by =
      element_t<list<plain_rows<Sums, W, Rows, Length>, rows_of_bytes<Sums, Rows, Length>,
                     short_rows<armv7em::row_tile<Sums, W, Length>, Sums, W, Rows, Length>,
                     rows_of_shorts<Sums, W, Rows, Length>>,
                are_bytes<Sums, W>             ? 1
                : !are_shorts<Sums, W, Length> ? 0
                : __is_same(typename Sums::code, std::int16_t) &&
                        __is_same(typename Sums::type, std::int32_t)
                    ? 3
                    : 2>;
};

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
