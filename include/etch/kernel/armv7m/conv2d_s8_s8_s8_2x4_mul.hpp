// conv2d of 8-bit codes: two filters times four pixels a step, two products by one MUL.
//
// Needs: Armv7-M; hwc; groups 1; windows of at most 2^16 codes; accumulators that are proved exact.
// C, OC, OW, window, padding, stride and dilation are free. Reads: x (N,H,W,C), weights
// (O,KH,KW,C), bias (O). Writes: y (N,OH,OW,O).
//
// With codes plus 128 as X = xa + 2^16 xb, and w a weight plus 128, w X is two products of 16 bits
// beside each other. The sum of the upper halves is that of w xb; 2^16 times it taken from the sum
// of all w X leaves that of w xa. Each product takes MUL and two ADD: three cycles on Cortex-M3,
// where SMLAL, which adds to both sums at once, takes four to seven.
#pragma once

#include <etch/kernel/armv7m/core.hpp>
#include <etch/kernel/cortex_m/conv2d_by_patches.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv7m {

/// Two filters times four pixels. Weights of two filters lie beside each other, tap after tap.
struct tile_of_halves : core {
  static constexpr int together = 2;
  static constexpr int filters_together = 2;
  static constexpr int tap_multiple = 1;
  static constexpr int code_multiple = 1;
  static constexpr int order_of_taps = 0;  // tap t lies in its place
  static constexpr int bias_of_code = 128;
  static constexpr bool finds_rows_of_windows = true;

  /// Whether the sums over the weights of a filter are exact: below 2^32.
  static constexpr bool is_exact(const cortex_m::accumulator&, const unsigned char*, int taps) {
    return wide_int{taps} <= 65536;
  }

#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  /// X of two windows, each two words after the one before.
  ///
  /// Registers: r0 to, r3, r4 codes, r1, r2, r10, r11 four of them, r5 rows, r6 cells, r7 codes of
  /// a cell, r8 to the next cell, r9 to the next row; lr cells left, r12 codes left.
  [[gnu::naked]] ETCH_KERNEL static void lay_out(std::uint32_t*, const std::int8_t* const*,
                                                 const cortex_m::cells_of_window*) {
    __asm volatile(
        "push {r4-r11,lr}\n ldrd r3,r4,[r1]\n ldm r2,{r5-r9}\n"
        "0: mov lr,r6\n"
        "1: subs r12,r7,#4\n blt 3f\n"
        "2: ldrsb r1,[r3],#4\n ldrsb r2,[r4],#4\n ldrsb r10,[r3,#-3]\n ldrsb r11,[r4,#-3]\n"
        "add r1,r1,r2,lsl #16\n add r1,r1,#0x00800080\n str r1,[r0],#32\n"
        "add r10,r10,r11,lsl #16\n add r10,r10,#0x00800080\n str r10,[r0,#-24]\n"
        "ldrsb r1,[r3,#-2]\n ldrsb r2,[r4,#-2]\n ldrsb r10,[r3,#-1]\n ldrsb r11,[r4,#-1]\n"
        "add r1,r1,r2,lsl #16\n add r1,r1,#0x00800080\n str r1,[r0,#-16]\n"
        "add r10,r10,r11,lsl #16\n add r10,r10,#0x00800080\n str r10,[r0,#-8]\n"
        "subs r12,r12,#4\n bge 2b\n"
        "3: adds r12,r12,#4\n beq 5f\n"
        "4: ldrsb r1,[r3],#1\n ldrsb r2,[r4],#1\n"
        "add r1,r1,r2,lsl #16\n add r1,r1,#0x00800080\n str r1,[r0],#8\n"
        "subs r12,r12,#1\n bne 4b\n"
        "5: add r3,r3,r8\n add r4,r4,r8\n subs lr,lr,#1\n bne 1b\n"
        "add r3,r3,r9\n add r4,r4,r9\n subs r5,r5,#1\n bne 0b\n"
        "pop {r4-r11,pc}\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }

  /// What the sums of some pairs of filters come from and go to; the first pass over 16 taps leaves
  /// `skipped` of them out. The eight sums of a pair begin at `starts`.
  struct task {
    const std::uint32_t *x, *x_end;
    const std::int8_t* weights;
    std::uint32_t *sums, *sums_end;
    int skipped;
    std::uint32_t starts[8];
  };

  /// Eight sums a pair: of filter A all w X of two pixels and their upper halves, the same of the
  /// other two; then of filter B. A step is 56 bytes of code.
  ///
  /// Registers: r4-r11 sums, r0, r1 X, r2 a weight, r3 w X, r12 x, lr weights.
  [[gnu::naked]] ETCH_KERNEL static void add_products(const task*) {
    __asm volatile(
        "push {r4-r11,lr}\n ldm r0!,{r1-r6}\n mov lr,r3\n sub r1,r1,r6,lsl #3\n"
        "lsls r7,r6,#1\n rsb r6,r6,r6,lsl #3\n lsls r6,r6,#3\n push {r0,r1,r2,r4,r5,r6,r7}\n"
        "0: ldr r2,[sp]\n ldr r12,[sp,#4]\n ldr r0,[sp,#20]\n ldr r1,[sp,#24]\n"
        "ldm r2,{r4-r11}\n sub lr,lr,r1\n"
        "add.n pc,r0\n nop.n\n"
        "1: .irp k,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
        "ldr.w r0,[r12,#8*\\k]\n ldr.w r1,[r12,#8*\\k+4]\n ldrb.w r2,[lr,#2*\\k]\n"
        "mul r3,r0,r2\n add.n r4,r3\n add.w r5,r5,r3,lsr #16\n"
        "mul r3,r1,r2\n add.n r6,r3\n add.w r7,r7,r3,lsr #16\n"
        "ldrb.w r2,[lr,#2*\\k+1]\n"
        "mul r3,r0,r2\n add.n r8,r3\n add.w r9,r9,r3,lsr #16\n"
        "mul r3,r1,r2\n add.n r10,r3\n add.w r11,r11,r3,lsr #16\n"
        ".endr\n"
        "ldr r0,[sp,#8]\n add r12,r12,#128\n add lr,lr,#32\n cmp r12,r0\n bne.w 1b\n"
        "ldr r0,[sp,#12]\n ldr r1,[sp,#16]\n stm r0!,{r4-r11}\n str r0,[sp,#12]\n"
        "cmp r0,r1\n bne.w 0b\n"
        "add sp,sp,#28\n pop {r4-r11,pc}\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }

  /// Two sums beside each other: that of all words, and that of their upper halves.
  struct two_sums {
    std::uint32_t all = 0, upper = 0;
    ETCH_GLUE void add(std::uint32_t word) {
      all += word;
      upper += word >> 16;
    }
    ETCH_GLUE std::uint32_t lower() const { return all - (upper << 16); }
  };

  /// Sums over four windows less 128 times those of their codes, which the bias of weights adds.
  ETCH_KERNEL static void begin_sums(const std::uint32_t* x, int taps, std::uint32_t* starts) {
    constexpr int most = 256;  // words whose halves add up to 16 bits
    two_sums a, b;
    for (; taps > 0; taps -= most) {
      std::uint32_t first = 0, second = 0;
      int left = minimum(taps, most);
      for (; left >= 4; left -= 4) {
        __asm volatile(
            ".rept 2\n\tldm %[x]!,{r4,r5,r6,r8}\n\t"
            "add %[a],%[a],r4\n\tadd %[b],%[b],r5\n\t"
            "add %[a],%[a],r6\n\tadd %[b],%[b],r8\n\t.endr"
            : [x] "+r"(x), [a] "+r"(first), [b] "+r"(second)::"r4", "r5", "r6", "r8", "memory");
      }
      for (; left > 0; --left, x += 2) {
        first += x[0];
        second += x[1];
      }
      a.add(first);
      b.add(second);
    }
    starts[0] = starts[4] = 0 - 128 * a.all;
    starts[1] = starts[5] = 0 - 128 * a.upper;
    starts[2] = starts[6] = 0 - 128 * b.all;
    starts[3] = starts[7] = 0 - 128 * b.upper;
  }

  /// All filters over the four windows in `words`; pixels of y are `step` apart.
  template <epilogue_code E, class End>
  ETCH_KERNEL static void run(const sum_plan& p, const std::uint32_t* words, const End* ends,
                              const std::int8_t* weights, std::int8_t* y, int step) {
    constexpr int block = 4;
    const layer_end to = p.to;
    std::uint32_t sums[8 * block];
    task t;
    t.x = words;
    t.x_end = words + 2 * p.taps;
    t.weights = weights;
    t.sums = sums;
    t.skipped = -p.taps & 15;
    begin_sums(words, p.taps, t.starts);
    for (int left = p.filters; left > 0; left -= 2 * block) {
      const int pairs = minimum(block, ceil_div(left, 2));
      t.sums_end = sums + 8 * pairs;
      add_products(&t);
      t.weights += 2 * pairs * p.taps;
      const std::uint32_t* sum = sums;
      for (int f = minimum(2 * pairs, left); f > 0; --f, sum += 4, ++ends, ++y) {
        const auto end = [&](std::uint32_t s) __attribute__((always_inline)) {
          return cortex_m::end_sum<core, E>(to, *ends, static_cast<std::int32_t>(s));
        };
        const two_sums a{sum[0], sum[1]}, b{sum[2], sum[3]};
        // all before one is written, which might be an end for all that compilers know
        const std::int8_t a0 = end(a.lower()), a1 = end(a.upper);
        const std::int8_t b0 = end(b.lower()), b1 = end(b.upper);
        y[0] = a0;
        y[step] = a1;
        y[2 * step] = b0;
        y[3 * step] = b1;
      }
    }
  }
#endif
};

}  // namespace armv7m

/// conv2d of 8-bit codes by patches of four pixels.
struct conv2d_s8_s8_s8_2x4_mul : layer_kernel<conv2d_s8_s8_s8_2x4_mul, ops::conv2d,
                                              cortex_m::conv2d_by_patches<armv7m::tile_of_halves>> {
  static constexpr const char* name = "conv2d_s8_s8_s8_2x4_mul";
};

}  // namespace ETCH_NAMESPACE
