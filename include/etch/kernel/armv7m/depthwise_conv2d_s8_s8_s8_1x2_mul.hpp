// depthwise_conv2d of 8-bit codes in windows of 3 x 3: a channel of two rows after the other, two
// products by one MUL.
//
// Needs: Armv7-M; hwc; one filter a channel; weights above -128; accumulators that are proved
// exact; windows without gaps, that move down by one or two rows; outputs that are not small. C,
// padding and the stride along rows are free. Reads: x (N,H,W,C), weights (1,3,3,C), bias (C).
// Writes: y (N,OH,OW,C).
//
// With codes plus 129, 1 to 256, as X = xa + 2^16 xb of two output rows, and w a weight, w X is two
// products beside each other. Where w is negative the lower one always is, which takes one off the
// upper half: as often as the filter has negative weights.
#pragma once

#include <etch/kernel/armv7m/core.hpp>
#include <etch/kernel/cortex_m/depthwise_by_windows.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

namespace armv7m {

/// A layer whose windows move down by Stride rows.
template <int Stride>
struct row_pair_plan : cortex_m::sum_plan {};

/// Whether that takes fewer cycles than windows one by one: what two rows of a channel take besides
/// their columns is shared by few of these in small pictures.
constexpr bool row_pairs_pay(const window_geometry& g) {
  return ceil_div(g.oh, 2) * (70 + (16 + 4 * g.stride_w) * g.ow) < 20 * g.oh * g.ow;
}

/// Two rows of a channel. Scratch memory holds the columns of their windows, three words each.
struct depthwise_by_row_pairs : cortex_m::microkernel<depthwise_by_row_pairs, core> {
  static constexpr bool widens_weights = true;
  static constexpr int bias_of_code = 129;

  static constexpr bool takes(const byte_layer& l) {
    const window_geometry& g = l.g;
    return cortex_m::takes_epilogue<core>(l) && l.has_filter_per_channel() && g.kh == 3 &&
           g.kw == 3 && !l.is_dilated() && g.stride_h <= 2 && row_pairs_pay(g);
  }
  template <class C>
  static constexpr bool proves = [] {
    for (const cortex_m::accumulator& a : cortex_m::accumulators_of<C>.of) {
      if (a.has_lowest) return false;
    }
    return cortex_m::accumulators_of<C>.are_exact;
  }();

  template <class C>
  static constexpr int scratch =
      round_up(12 * ((layer_of<C>.g.ow - 1) * layer_of<C>.g.stride_w + 3), 16);
  /// Where it takes no more than windows one by one.
  template <class C>
  static constexpr bool takes_spare_memory = scratch<C> <= round_up(9 * layer_of<C>.g.c, 16);
  template <class C>
  static constexpr bool takes_idle_memory = !takes_spare_memory<C>;
  template <class C>
  static constexpr bool keeps_nothing = true;
  template <class C>
  static constexpr bool writes_spaced = true;
  template <class C>
  static constexpr int rows_at_once = minimum(2, layer_of<C>.g.oh);

  template <class C>
  static constexpr auto pack() {
    constexpr window_geometry g = layer_of<C>.g;
    cortex_m::layer_constants<row_pair_plan<g.stride_h>, cortex_m::sum_end_t<C>, g.c, std::int8_t,
                              9 * g.c>
        k{{cortex_m::make_sum_plan<C, core>(true, 9)}, {}, {}};
    for (int c = 0; c < g.c; ++c) {
      k.ends[c] = cortex_m::make_sum_end<C, core>(c, bias_of_code);
      for (int t = 0; t < 9; ++t) {  // column by column
        k.weights[9 * c + t % 3 * 3 + t / 3] = static_cast<std::int8_t>(C::bytes(1)[t * g.c + c]);
      }
    }
    return k;
  }

#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  /// X of the three rows of each column, from codes `at` of the rows on; columns are `step` apart.
  template <int Stride>
  ETCH_KERNEL static void lay_out(std::uint32_t* to, const std::int8_t* const* rows, int at,
                                  int step, int columns) {
    const std::int8_t *const r0 = rows[0], *const r1 = rows[1], *const r2 = rows[2],
                             *const r3 = rows[3], *const r4 = rows[2 + Stride];
    const auto column = [&]() __attribute__((always_inline)) {
      std::int32_t a, b, c, d;
      __asm volatile(
          "ldrsb %[a],[%[r0],%[at]]\n\tldrsb %[b],[%[r1],%[at]]\n\t"
          "ldrsb %[c],[%[r2],%[at]]\n\tldrsb %[d],[%[r3],%[at]]\n\t"
          : [a] "=&r"(a), [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d)
          : [r0] "r"(r0), [r1] "r"(r1), [r2] "r"(r2), [r3] "r"(r3), [at] "r"(at)
          : "memory");
      if constexpr (Stride == 1) {
        __asm(
            "add %[a],%[a],%[b],lsl #16\n\tadd %[b],%[b],%[c],lsl #16\n\t"
            "add %[c],%[c],%[d],lsl #16\n\t"
            : [a] "+r"(a), [b] "+r"(b), [c] "+r"(c)
            : [d] "r"(d));
      } else {
        __asm volatile(
            "add %[a],%[a],%[c],lsl #16\n\tadd %[b],%[b],%[d],lsl #16\n\t"
            "ldrsb %[d],[%[r4],%[at]]\n\tadd %[c],%[c],%[d],lsl #16\n\t"
            : [a] "+r"(a), [b] "+r"(b), [c] "+r"(c), [d] "+r"(d)
            : [r4] "r"(r4), [at] "r"(at)
            : "memory");
      }
      __asm volatile(
          "add %[a],%[a],#0x00810081\n\tadd %[b],%[b],#0x00810081\n\t"
          "add %[c],%[c],#0x00810081\n\t"
          "str %[a],[%[to]],#12\n\tstr %[b],[%[to],#-8]\n\tstr %[c],[%[to],#-4]\n\t"
          : [to] "+r"(to), [a] "+r"(a), [b] "+r"(b), [c] "+r"(c)::"memory");
      at += step;
    };
    for (; columns >= 2; columns -= 2) {
      column();
      column();
    }
    if (columns > 0) column();
  }

  /// The sums of both rows instead of the first two words of each of `columns` windows, `step`
  /// bytes apart: the lower one 2^16 times the negative weights too much, the upper one as many too
  /// few. Returns the number of negative weights.
  ///
  /// Registers: r0-r8 weights, r9 sum of all w X, r10 of their upper halves, r11, r12 w X, lr
  /// words.
  [[gnu::naked]] ETCH_KERNEL static int add_products(std::uint32_t*, const std::int8_t*, int, int) {
    __asm volatile(
        ".macro etch_two i,j\n"
        "ldr r11,[lr,#4*\\i]\n ldr r12,[lr,#4*\\j]\n"
        "mul r11,r11,r\\i\n add r9,r9,r11\n add r10,r10,r11,asr #16\n"
        "mul r12,r12,r\\j\n add r9,r9,r12\n add r10,r10,r12,asr #16\n"
        ".endm\n"
        ".macro etch_column\n"
        "ldr r9,[lr]\n ldr r12,[lr,#4]\n"
        "mul r9,r9,r0\n asr r10,r9,#16\n"
        "mul r12,r12,r1\n add r9,r9,r12\n add r10,r10,r12,asr #16\n"
        "etch_two 2,3\n etch_two 4,5\n etch_two 6,7\n"
        "ldr r11,[lr,#32]\n ldr r12,[sp,#4]\n"
        "mul r11,r11,r8\n add r9,r9,r11\n add r10,r10,r11,asr #16\n"
        "sub r9,r9,r10,lsl #16\n str r9,[lr]\n str r10,[lr,#4]\n add lr,lr,r12\n"
        ".endm\n"
        "push {r4-r11,lr}\n mov lr,r0\n mov r9,r1\n lsrs r10,r2,#1\n mla r2,r2,r3,r0\n"
        "push {r2,r3}\n"
        ".irp k,0,1,2,3,4,5,6,7,8\n ldrsb r\\k,[r9,#\\k]\n .endr\n"
        "bcs 2f\n"
        "1: etch_column\n"
        "2: etch_column\n"
        "ldr r11,[sp]\n cmp lr,r11\n bne.w 1b\n"
        ".purgem etch_two\n .purgem etch_column\n"
        "lsr r0,r0,#31\n .irp k,1,2,3,4,5,6,7,8\n add r0,r0,r\\k,lsr #31\n .endr\n"
        "add sp,sp,#8\n pop {r4-r11,pc}\n" ::
            : "r0", "r1", "r2", "r3", "r12", "memory", "cc");
  }

  /// The code `outside` instead of all of row k.
  template <int Stride>
  ETCH_GLUE static void replace_row(std::uint32_t* words, int k, int columns,
                                    std::uint32_t outside) {
    for (; columns > 0; --columns, words += 3) {
      if (k < 3) words[k] = (words[k] & 0xffff0000u) | outside;
      if (k >= Stride) words[k - Stride] = (words[k - Stride] & 0xffffu) | outside << 16;
    }
  }

  /// Writes the codes of `columns` sums of two rows, `step` words apart; pixels of y are `pixel`
  /// codes apart, its rows `row`.
  template <epilogue_code E, class End, class Y>
  ETCH_GLUE static void end_rows(const layer_end& to, const End& k, int negative,
                                 const std::uint32_t* sums, int step, int columns, Y y, int pixel,
                                 int row) {
    End lower = k, upper = k;
    lower.start = cortex_m::sum_from(k.start, -negative * 65536);
    upper.start = k.start + negative;
    for (int i = 0; columns > 0; --columns, sums += step, i += pixel) {
      // where there is no lower row the upper one takes its place
      y[i + row] = cortex_m::end_sum<core, E>(to, upper, static_cast<std::int32_t>(sums[1]));
      y[i] = cortex_m::end_sum<core, E>(to, lower, static_cast<std::int32_t>(sums[0]));
    }
  }

  template <epilogue_code E, int Stride, class End, class Rows, class Y>
  ETCH_KERNEL static void write_rows(const row_pair_plan<Stride>& p, const End* ends,
                                     const std::int8_t* weights,
                                     Rows x,  // (N H, W C)
                                     Y y,     // (N OH, OW C)
                                     unsigned char* scratch, row_block rows) {
    constexpr int read = 3 + Stride;  // rows
    auto* const words = reinterpret_cast<std::uint32_t*>(scratch);
    const layer_end to = p.to;
    const auto outside = static_cast<std::uint32_t>(p.zero + bias_of_code);
    const std::uint32_t outside_twice = outside * 0x10001u;
    const int columns = (p.ow - 1) * p.stride_w + 3;
    const int before = minimum(p.pad_left, columns);
    const int inside = minimum(p.w, columns - before), after = columns - before - inside;
    const int step = 3 * p.stride_w, y_row = p.ow * p.c;
    const auto fill_columns = [=](std::uint32_t* to, int count) __attribute__((always_inline)) {
      for (; count > 0; --count, to += 3) to[0] = to[1] = to[2] = outside_twice;
    };
    output_row at(rows.first, p.oh);
    for (int r = 0; r < rows.count;) {
      const bool are_two = r + 1 < rows.count && at.i + 1 < p.oh;
      const int top = at.i * Stride - p.pad_top;
      const bool leaves = top < 0 || top + read > p.h;
      const std::int8_t* row[read];
      for (int k = 0; k < read; ++k) {
        row[k] = x.row(at.n * p.h + clamp(top + k, 0, p.h - 1));
      }
      const std::int8_t* w = weights;
      for (int c = 0; c < p.c; ++c, w += 9) {
        std::uint32_t* const first = words + 3 * before;
        fill_columns(words, before);
        lay_out<Stride>(first, row, c, p.c, inside);
        fill_columns(first + 3 * inside, after);
        if (leaves) {
          for (int k = 0; k < read; ++k) {
            if (top + k < 0 || top + k >= p.h) replace_row<Stride>(first, k, inside, outside);
          }
        }
        const int negative = add_products(words, w, p.ow, 4 * step);
        end_rows<E>(to, ends[c], negative, words, step, p.ow, y + ((rows.first + r) * y_row + c),
                    p.c, are_two ? y_row : 0);
      }
      at.next(p.oh);
      if (are_two) at.next(p.oh);
      r += are_two ? 2 : 1;
    }
  }
#endif
};

}  // namespace armv7m

/// depthwise_conv2d of 8-bit codes by two rows of a channel.
struct depthwise_conv2d_s8_s8_s8_1x2_mul
    : layer_kernel<depthwise_conv2d_s8_s8_s8_1x2_mul, ops::depthwise_conv2d,
                   armv7m::depthwise_by_row_pairs> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_1x2_mul";
};

}  // namespace ETCH_NAMESPACE
