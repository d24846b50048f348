// Matrices on cores with MVE: of 8-bit codes eight rows times 16 codes of the vector by VMLADAVA,
// 17 instructions for 128 products and a loop around. Rows of 16 bits
// as on other cores with DSP instructions.
#pragma once

#include <etch/kernel/armv7em/short_tile.hpp>
#include <etch/kernel/layer/matrix_rows.hpp>

#if ETCH_HAS_MVE
#include <arm_mve.h>
#endif

namespace ETCH_NAMESPACE {

namespace armv81m {

/// What add_rows_of_bytes reads, and adds to. The sums are its own order of registers.
struct rows_task {
  std::int32_t sum[8];
  const std::int8_t* x;
  const std::int8_t* weights;  ///< [step][row][16], at a multiple of 4 bytes
  const std::int8_t* last;     ///< [row][Last]
  std::int32_t steps;
};

#if ETCH_HAS_MVE

/// Adds the products of 16 codes a step and Count rows, and then those of Last codes, fewer than
/// 16: what lies behind them in the weights meets zeros.
///
/// Registers: the even ones sums, r1 codes, r3 and r5 weights, r11 steps. All sums are in use,
/// hence a naked function.
template <int Count, int Last>
[[gnu::naked, gnu::noinline]] void add_rows_of_bytes(rows_task*) {
  __asm volatile(
      "push {r0,r4-r11,lr}\n\tldrd r1,r3,[r0,#32]\n\tldr r5,[r0,#40]\n\tldr r11,[r0,#44]\n\t"
      "ldm r0,{r0,r2,r4,r6,r8,r10,r12,lr}\n\t"
      "cmp r11,#0\n\tbeq 2f\n"
      "1:\n\tvldrb.8 q2,[r1],#16\n\t"
      ".irp k,0,2,4,6,8,10,12,14\n\t.if \\k < 2*%c[count]\n\t"
      "vldrw.32 q0,[r3],#16\n\tvmladava.s8 r\\k,q2,q0\n\t.endif\n\t.endr\n\t"
      "subs r11,#1\n\tbne 1b\n"
      "2:\n\t.if %c[last]\n\tmovs r7,#%c[last]\n\tvctp.8 r7\n\tvpst\n\tvldrbt.8 q2,[r1]\n\t"
      ".irp k,0,2,4,6,8,10,12,14\n\t.if \\k < 2*%c[count]\n\t"
      "vldrb.8 q0,[r5],#%c[last]\n\tvmladava.s8 r\\k,q2,q0\n\t.endif\n\t.endr\n\t.endif\n\t"
      "ldr r1,[sp]\n\tstm r1,{r0,r2,r4,r6,r8,r10,r12,lr}\n\tpop {r0,r4-r11,pc}" ::[count] "i"(
          Count),
      [last] "i"(Last));
}

#endif

/// Rows of bytes.
template <class Sums, int Rows, int Length>
struct rows_of_bytes {
  using vector = const std::int8_t*;
  static constexpr int steps = Length / 16, last = Length % 16;
  static constexpr bool corrects = Sums::zero != 0;
  static constexpr int behind = last > 0 ? 16 - last : 0;  ///< bytes that are read for nothing
  alignas(4) std::int8_t weights[maximum(Rows * steps * 16, 4)];  // (eights, steps, rows, 16)
  std::int8_t rest[Rows * last + maximum(behind, 1)];             // (rows, last)
  std::int32_t start[corrects ? Rows : 1];

  template <class Load>
  constexpr explicit rows_of_bytes(const Load& load) : weights{}, rest{}, start{} {
    std::int8_t all[Rows * Length]{};
    load(all);
    for (int r = 0; r < Rows; ++r) {
      const int first = r / 8 * 8, width = minimum(Rows - first, 8);
      std::int32_t sum = 0;
      for (int k = 0; k < Length; ++k) {
        const std::int8_t w = all[r * Length + k];
        if (k < 16 * steps) weights[(first * steps + k / 16 * width + r - first) * 16 + k % 16] = w;
        else rest[r * last + k - 16 * steps] = w;
        sum += w;
      }
      if (corrects) start[r] = -Sums::zero * sum;
    }
  }

#if ETCH_HAS_MVE
  template <int>
  ETCH_KERNEL void add(std::int32_t* to, const std::int8_t* x, int first) const {
    rows_task task{{}, x, weights + first * steps * 16, rest + first * last, steps};
    const int count = minimum(8, Rows - first);
    if constexpr (corrects) {
      for (int i = 0; i < count; ++i) task.sum[i] = start[first + i];
    }
    if (first + 8 <= Rows) {
      if constexpr (Rows >= 8) add_rows_of_bytes<8, last>(&task);
    } else {
      if constexpr (Rows % 8 != 0) add_rows_of_bytes<Rows % 8, last>(&task);
    }
    for (int i = 0; i < count; ++i) to[i] = task.sum[i];
  }
#endif
};

/// What these cores multiply matrices by.
struct matrix_products {
  static constexpr int block = 8;
#if ETCH_HAS_MVE
  /// What svdf.hpp asks of Products: a vector of codes moves and meets its weights at once.
  template <int Count, class Sum, class Code>
  requires(sizeof(Code) <= 2)
  ETCH_GLUE static Sum move_and_add(Sum sum, Code* past, Code last, const Code* w) {
    constexpr int lanes = 16 / sizeof(Code), whole = (Count - 1) / lanes * lanes;
    constexpr std::uint32_t rest = Count - 1 - whole;
    for (int m = 0; m < whole; m += lanes) {
      const auto codes = vld1q(past + m + 1);
      vst1q(past + m, codes);
      sum = add_products(sum, codes, vld1q(w + m));
    }
    if constexpr (rest > 0) {
      const mve_pred16_t inside = sizeof(Code) == 1 ? vctp8q(rest) : vctp16q(rest);
      const auto codes = vld1q_z(past + whole + 1, inside);
      vst1q_p(past + whole, codes, inside);
      sum = add_products(sum, codes, vld1q_z(w + whole, inside));
    }
    past[Count - 1] = last;
    return sum + static_cast<Sum>(last) * w[Count - 1];
  }
#endif
  template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
  using rows_by =
      element_t<list<plain_rows<Sums, W, Rows, Length>, rows_of_bytes<Sums, Rows, Length>,
                     short_rows<armv7em::row_tile<Sums, Length>, Sums, W, Rows, Length>>,
                are_bytes<Sums, W>            ? 1
                : are_shorts<Sums, W, Length> ? 2
                                              : 0>;

 private:
#if ETCH_HAS_MVE
  template <class Vector>
  ETCH_GLUE static std::int32_t add_products(std::int32_t sum, Vector a, Vector b) {
    return vmladavaq(sum, a, b);
  }
  /// Codes of 16 bits: no 16 products of bytes leave 32 bits.
  template <class Vector>
  ETCH_GLUE static std::int64_t add_products(std::int64_t sum, Vector a, Vector b) {
    if constexpr (__is_same(Vector, int16x8_t)) return vmlaldavaq(sum, a, b);
    else return sum + vmladavq(a, b);
  }
#endif
};

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
