// conv2d of 8-bit codes: one filter times four pixels a step, two products by one MULS.
//
// Needs: the M profile; hwc; weights of which no two in one product are -128 (see below);
// values at addresses divisible by 4, as in an arena; accumulators that are proved exact. C, OC,
// OW, window, padding, stride and dilation are free. Reads: x (N,H,W,C), weights (O,KH,KW,C), bias
// (O). Writes: y (N,OH,OW,O).
//
// With X = x0 + 2^16 x1 and W = w1 + 2^16 w0, X W = x0 w1 + 2^16 (x0 w0 + x1 w1) modulo 2^32. As
// |x0 w1| <= 2^14, ASRS #16 leaves x0 w0 + x1 w1 rounded down by what the carry gives back: ADCS
// adds it exactly, unless w0 = w1 = -128, where the sum may be 2^15.
#pragma once

#include <etch/kernel/armv6m/core.hpp>
#include <etch/kernel/cortex_m/conv2d_by_patches.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// One filter times four pixels. Weights of a filter lie in groups of four as bytes w2, w3, w0, w1,
/// each plus 128: masked by 0x00ff00ff they are W of taps 0 and 2, eight bits on W of taps 1 and 3.
struct tile_of_pairs : core {
  static constexpr int together = 1;
  static constexpr int filters_together = 1;
  static constexpr int tap_multiple = 8;
  static constexpr int code_multiple = 4;  // of codes that are laid out where they lie
  static constexpr int order_of_taps = 2;  // tap t lies in the place of tap t ^ 2
  static constexpr int bias_of_code = 0;
  static constexpr bool lays_out_lines = true, takes_zeros = true;

  /// Whether the sums over these weights are exact.
  static constexpr bool is_exact(const cortex_m::accumulator& f, const unsigned char* weights,
                                 int taps) {
    if (!f.has_lowest) return true;
    for (int k = 0; k + 2 < taps; ++k) {
      if (k % 4 < 2 && weights[k] == 0x80 && weights[k + 2] == 0x80) return false;
    }
    return true;
  }

#if ETCH_HAS_M_PROFILE
  /// Words of a window, each four words after the one before: of groups of four taps, X of taps 1
  /// and 3, then of 0 and 2.
  ///
  /// Registers: r0 to, r1 codes, r2, r3 words, r4-r6 masks, r7 codes of a cell that are left; r8
  /// those of each, r9 to the next cell, r10 to the next row, r11 cells, r12 rows, lr cells left.
  [[gnu::naked]] ETCH_KERNEL static void lay_out(std::uint32_t*, const std::int8_t* const*,
                                                 const cortex_m::cells_of_window*) {
    __asm volatile(
        ".syntax unified\n"
        "push {r4-r7,lr}\n mov r4,r8\n mov r5,r9\n mov r6,r10\n mov r7,r11\n push {r4-r7}\n"
        "ldr r1,[r1]\n ldmia r2!,{r3-r7}\n"
        "mov r12,r3\n mov r11,r4\n mov r8,r5\n mov r9,r6\n mov r10,r7\n"
        "movs r4,#255\n lsls r5,r4,#16\n orrs r4,r5\n"
        "movs r5,#128\n lsls r6,r5,#16\n orrs r5,r6\n lsls r6,r5,#8\n orrs r6,r5\n"
        "0: mov lr,r11\n"
        "1: mov r7,r8\n"
        "2: .irp quad,0,1\n"
        "ldmia r1!,{r2}\n eors r2,r6\n lsrs r3,r2,#8\n ands r3,r4\n ands r2,r4\n"
        "subs r3,r3,r5\n subs r2,r2,r5\n"
        "str r3,[r0,#32*\\quad]\n str r2,[r0,#32*\\quad+16]\n"
        ".if \\quad==0\n subs r7,#4\n ble 3f\n .endif\n"
        ".endr\n"
        "adds r0,#64\n subs r7,#4\n bgt 2b\n"
        "4: add r1,r9\n mov r7,lr\n subs r7,#1\n mov lr,r7\n bne 1b\n"
        "add r1,r10\n mov r7,r12\n subs r7,#1\n mov r12,r7\n bne 0b\n"
        "pop {r4-r7}\n mov r8,r4\n mov r9,r5\n mov r10,r6\n mov r11,r7\n pop {r4-r7,pc}\n"
        "3: adds r0,#32\n b 4b\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }

  /// The same of a row of `count` windows, each `step` codes behind the one before, from codes at
  /// any address on; `taps` is a multiple of 4. `to` is that of the first window.
  ETCH_KERNEL static void lay_out_line(std::uint32_t* to, const std::int8_t* from, int step,
                                       int taps, int count) {
    const std::int8_t* x = from;
    const auto put = [&]<int I>() __attribute__((always_inline)) {
      std::int32_t a, b;
      __asm volatile(
          ".syntax unified\n\t"
          "ldrsb %0,[%2,%4]\n\tldrsb %1,[%2,%5]\n\tlsls %1,%1,#16\n\tadds %0,%0,%1\n\t"
          "str %0,[%3,%6]\n\t"
          "ldrb %0,[%2]\n\tsxtb %0,%0\n\tldrb %1,[%2,#2]\n\tlsls %1,%1,#24\n\t"
          "asrs %1,%1,#8\n\tadds %0,%0,%1\n\tstr %0,[%3,%7]"
          : "=&l"(a), "=&l"(b)
          : "l"(x), "l"(to), "l"(1), "l"(3), "i"(4 * I), "i"(4 * I + 16)
          : "memory", "cc");
      x += step;
    };
    for (; taps > 0; taps -= 4, from += 4, to += 8, x = from) {
      if (count == 4) {
        unroll<4>(put);
        continue;
      }
      put.template operator()<0>();
      if (count == 1) continue;
      put.template operator()<1>();
      if (count > 2) put.template operator()<2>();
    }
  }

  /// What the sums of some filters come from and go to.
  struct task {
    const std::uint32_t *x, *x_end;
    const std::int8_t* weights;
    std::int32_t *sums, *sums_end;
  };
  /// Four sums a filter, or, unless First, what is added to them.
  ///
  /// Registers: r0-r3 sums, r4, r5 products, r6 x, r7 W; r8 weights, r9 mask, r10 minus the bias,
  /// r12 end of x; r11, lr what W comes from next. On the stack x, sums and their end.
  template <bool First>
  [[gnu::naked]] ETCH_KERNEL static void add_products(const task*) {
    __asm volatile(
        ".syntax unified\n"
        "push {r4-r7,lr}\n mov r4,r8\n mov r5,r9\n mov r6,r10\n mov r7,r11\n push {r4-r7}\n"
        "ldmia r0!,{r1-r5}\n mov r8,r3\n mov r12,r2\n push {r1,r4,r5}\n"
        "movs r4,#255\n lsls r5,r4,#16\n orrs r4,r5\n mov r9,r4\n"
        "movs r4,#128\n lsls r5,r4,#16\n orrs r4,r5\n rsbs r4,r4,#0\n mov r10,r4\n"
        "0: ldr r6,[sp]\n"
        ".if %c[first]\n movs r0,#0\n movs r1,#0\n movs r2,#0\n movs r3,#0\n"
        ".else\n ldr r4,[sp,#4]\n ldmia r4!,{r0-r3}\n .endif\n"
        "1: mov r4,r8\n ldmia r4!,{r5,r7}\n mov r8,r4\n mov lr,r7\n"
        ".irp word,r5,lr\n .ifc \\word,lr\n mov r5,lr\n .endif\n"
        "mov r4,r9\n lsrs r7,r5,#8\n ands r5,r4\n add r5,r10\n mov r11,r5\n"
        "ands r7,r4\n add r7,r10\n"
        ".irp pair,r7,r11\n .ifc \\pair,r11\n mov r7,r11\n .endif\n"
        "ldmia r6!,{r4,r5}\n muls r4,r7,r4\n asrs r4,r4,#16\n adcs r0,r4\n"
        "muls r5,r7,r5\n asrs r5,r5,#16\n adcs r1,r5\n"
        "ldmia r6!,{r4,r5}\n muls r4,r7,r4\n asrs r4,r4,#16\n adcs r2,r4\n"
        "muls r5,r7,r5\n asrs r5,r5,#16\n adcs r3,r5\n"
        ".endr\n .endr\n"
        "cmp r6,r12\n bne 1b\n"
        "ldr r4,[sp,#4]\n ldr r5,[sp,#8]\n stmia r4!,{r0-r3}\n str r4,[sp,#4]\n"
        "cmp r4,r5\n bne 0b\n"
        "add sp,#12\n pop {r4-r7}\n mov r8,r4\n mov r9,r5\n mov r10,r6\n mov r11,r7\n"
        "pop {r4-r7,pc}\n" ::[first] "i"(First ? 1 : 0)
        : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }
  /// The same of so many taps and filters, whose weights follow one another.
  template <bool First>
  ETCH_GLUE static void add_products(const std::uint32_t* words, int taps,
                                     const std::int8_t* weights, int filters, std::int32_t* sums) {
    const task t{words, words + 2 * taps, weights, sums, sums + 4 * filters};
    add_products<First>(&t);
  }

  /// Writes the codes of the sums of some filters; pixels of y are `step` apart.
  template <epilogue_code E, class End>
  ETCH_GLUE static void end_sums(const cortex_m::sum_plan& p, const End* ends, int filters,
                                 const std::int32_t* sum, std::int8_t* y, int step) {
    for (; filters > 0; --filters, ++ends, ++y) {
      const std::int32_t* const all = sum;
      std::int8_t* out = y;
      const auto end = [&]<int I>() __attribute__((always_inline)) {
        *out = cortex_m::end_sum<core, E>(p.to, *ends, all[I]);
        out += step;
      };
      unroll<4>(end);
      sum += 4;
    }
  }

  /// The sums of four windows' codes less their product by `zero` alone: words hold two of each.
  ETCH_KERNEL static void begin_sums(const std::uint32_t* words, int taps, std::int32_t zero,
                                     std::int32_t* starts) {
    constexpr int most = 252;  // steps of two words, whose halves stay in 16 bits
    for (int i = 0; i < 4; ++i) starts[i] = 0;
    for (int left = ceil_div(taps, 4); left > 0; left -= most / 2) {
      std::uint32_t sums[4]{0U, 0U, 0U, 0U};
      for (int n = minimum(left, most / 2); n > 0; --n, words += 8) {
        unroll<4>([&]<int I>()
                      __attribute__((always_inline)) { sums[I] += words[I] + words[I + 4]; });
      }
      for (int i = 0; i < 4; ++i) {
        const auto low = static_cast<std::int16_t>(sums[i]);
        const auto high =
            static_cast<std::int32_t>(sums[i] - static_cast<std::uint32_t>(low)) >> 16;
        starts[i] -= zero * (low + high);
      }
    }
  }

  /// All filters over the four windows in `words`; pixels of y are `step` apart.
  template <epilogue_code E, class End, class Zero = cortex_m::no_zero>
  ETCH_KERNEL static void run(const cortex_m::sum_plan& p, const std::uint32_t* words,
                              const End* ends, const std::int8_t* weights, std::int8_t* y, int step,
                              [[maybe_unused]] Zero zero = {}, [[maybe_unused]] int taps = 0) {
    constexpr bool has_zero = !__is_same(Zero, cortex_m::no_zero);
    constexpr int block = 8;
    std::int32_t sums[4 * block];
    [[maybe_unused]] std::int32_t starts[4];
    if constexpr (has_zero) begin_sums(words, taps, zero, starts);
    int filters = 0;
    for (int left = p.filters; left > 0; left -= filters, ends += filters, y += filters) {
      filters = minimum(block, left);
      if constexpr (has_zero) {
        for (std::int32_t *s = sums, *end = sums + 4 * filters; s != end; s += 4) {
          for (int i = 0; i < 4; ++i) s[i] = starts[i];
        }
      }
      add_products<!has_zero>(words, p.taps, weights, filters, sums);
      weights += filters * p.taps;
      end_sums<E>(p, ends, filters, sums, y, step);
    }
  }
#endif
};

}  // namespace armv6m

/// conv2d of 8-bit codes by patches of four pixels.
struct conv2d_s8_s8_s8_1x4_muls : layer_kernel<conv2d_s8_s8_s8_1x4_muls, ops::conv2d,
                                               cortex_m::conv2d_by_patches<armv6m::tile_of_pairs>> {
  static constexpr const char* name = "conv2d_s8_s8_s8_1x4_muls";
};

}  // namespace ETCH_NAMESPACE
