// Four channels of a window of 16-bit codes side by side by MULS, the sums in the upper registers:
// 21 instructions for a cell, 24 where weights have 8 bits.
#pragma once

#include <etch/kernel/armv6m/core.hpp>
#include <etch/kernel/layer/short_windows.hpp>

namespace ETCH_NAMESPACE {

namespace armv6m {

/// How a window of 16-bit codes x lies, and its weights w: bytes from a cell to the next, from the
/// end of a row of cells to the next row, of w from a row to the next, of all of them and of one.
struct channel_steps {
  const std::int32_t* start;  ///< of the sums
  int next_x, next_w, skip_x, skip_w, next_row_w, rows_w, row_w;
};

#if ETCH_HAS_M_PROFILE

/// Four channels of depthwise_conv2d.
struct short_channels {
  static constexpr int channels = 4;
  template <class Sum, class G, class P, class End, class Rows, class Y>
  requires(sizeof(Sum) == 4 && !ETCH_SAVES_FLASH)
  ETCH_GLUE static void write_row(const G& g, const P& p, const End& end_sum, const Rows& x,
                                  int top, cell_run u, Y* y) {
    const auto* const weights = &p.weights[0];
    const int width = static_cast<int>(sizeof *weights), row = g.kw * g.c;
    const auto at = [&](int i) __attribute__((always_inline)) {
      return x.row(top + (u.first + i) * g.dilation_h);
    };
    // rows of pictures lie evenly, those of networks that run by rows may not: one by one
    const int next_row = u.count > 1 ? static_cast<int>(at(1) - at(0)) : 0;
    int at_once = u.count;
    for (int i = 2; i < u.count; ++i) {
      if (at(i) - at(i - 1) != next_row) at_once = 1;
    }
    channel_steps s{};
    s.next_x = 2 * g.dilation_w * g.c;
    s.next_w = width * g.c;
    s.next_row_w = width * row;
    s.rows_w = at_once * s.next_row_w;
    const std::int16_t* const first = u.count > 0 ? at(0) : nullptr;
    for (int j = 0; j < g.ow; ++j, y += g.c) {
      const short_sums::window_inside in = short_sums::find_inside(g, u, 0, j);
      s.row_w = in.v.count * s.next_w;
      s.skip_w = s.next_row_w - s.row_w;
      s.skip_x = 2 * next_row - in.v.count * s.next_x;
      const int rows = in.v.count > 0 ? u.count : 0, to_x = in.w * g.c;
      const auto* const w = weights + u.first * row + in.v.first * g.c;
      for (int next = 0; next < g.c; next += channels) {
        const int c = minimum(next, g.c - channels);
        std::int32_t sums[channels];
        if constexpr (sizeof(p.bias[0]) == 4) {
          s.start = p.bias + c;
        } else {
          for (int k = 0; k < channels; ++k) sums[k] = static_cast<std::int32_t>(p.bias[c + k]);
          s.start = sums;
        }
        if (rows > 0 && at_once == rows) {
          add_window(sums, w + c, first + to_x + c, s);
        } else {
          for (int k = 0; k < channels; ++k) sums[k] = s.start[k];
          s.start = sums;
          for (int i = 0; i < rows; ++i) add_window(sums, w + i * row + c, at(i) + to_x + c, s);
        }
        unroll<channels>(
            [&]<int K>() __attribute__((always_inline)) { y[c + K] = end_sum(sums[K], c + K); });
      }
    }
  }

 private:
// Registers: r0 x, r1 w, r2 and r3 a code and its weight, r4-r6 offsets, r7 the end of a row of w,
// r8-r11 sums, r12 and lr from a cell to the next.
#define ETCH_CHANNELS_OF_WINDOW(cell)                                                          \
  __asm volatile(                                                                              \
      ".syntax unified\n"                                                                      \
      "push {r4-r7,lr}\n mov r4,r8\n mov r5,r9\n mov r6,r10\n mov r7,r11\n push {r0,r4-r7}\n"  \
      "mov r0,r2\n ldmia r3!,{r2}\n ldmia r2!,{r4-r7}\n"                                       \
      "mov r8,r4\n mov r9,r5\n mov r10,r6\n mov r11,r7\n"                                      \
      "ldmia r3!,{r2,r4-r7}\n mov r12,r2\n mov lr,r4\n"                                        \
      "ldmia r3!,{r2,r4}\n adds r4,r4,r1\n adds r2,r2,r4\n"                                    \
      "sub sp,#16\n str r5,[sp]\n str r6,[sp,#4]\n str r7,[sp,#8]\n str r2,[sp,#12]\n"         \
      "mov r7,r4\n movs r4,#0\n movs r5,#2\n movs r6,#4\n"                                     \
      "1: " cell                                                                               \
      "add r0,r12\n add r1,lr\n cmp r1,r7\n bne 1b\n"                                          \
      "ldr r2,[sp]\n adds r0,r0,r2\n ldr r2,[sp,#4]\n adds r1,r1,r2\n"                         \
      "ldr r2,[sp,#8]\n adds r7,r7,r2\n ldr r2,[sp,#12]\n cmp r7,r2\n bne 1b\n"                \
      "add sp,#16\n pop {r0,r4-r7}\n mov r1,r8\n mov r2,r9\n mov r3,r10\n stmia r0!,{r1-r3}\n" \
      "mov r1,r11\n str r1,[r0]\n mov r8,r4\n mov r9,r5\n mov r10,r6\n mov r11,r7\n"           \
      "pop {r4-r7,pc}\n" ::                                                                    \
          : "r0", "r1", "r2", "r3", "r12", "memory", "cc")
  /// to[4] = start + the products of the cells of a window, of which there is one at least.
  [[gnu::naked]] ETCH_KERNEL static void add_window(std::int32_t*, const std::int16_t*,
                                                    const std::int16_t*, const channel_steps&) {
    ETCH_CHANNELS_OF_WINDOW(
        "ldrsh r2,[r0,r4]\n ldrsh r3,[r1,r4]\n muls r2,r3,r2\n add r8,r2\n"
        "ldrsh r2,[r0,r5]\n ldrsh r3,[r1,r5]\n muls r2,r3,r2\n add r9,r2\n"
        "ldrsh r2,[r0,r6]\n ldrsh r3,[r1,r6]\n muls r2,r3,r2\n add r10,r2\n"
        "movs r3,#6\n ldrsh r2,[r0,r3]\n ldrsh r3,[r1,r3]\n muls r2,r3,r2\n add r11,r2\n");
  }
  [[gnu::naked]] ETCH_KERNEL static void add_window(std::int32_t*, const std::int8_t*,
                                                    const std::int16_t*, const channel_steps&) {
    ETCH_CHANNELS_OF_WINDOW(
        "ldrsh r2,[r0,r4]\n ldrsb r3,[r1,r4]\n muls r2,r3,r2\n add r8,r2\n"
        "movs r3,#1\n ldrsh r2,[r0,r5]\n ldrsb r3,[r1,r3]\n muls r2,r3,r2\n add r9,r2\n"
        "ldrsh r2,[r0,r6]\n ldrsb r3,[r1,r5]\n muls r2,r3,r2\n add r10,r2\n"
        "movs r3,#3\n ldrsb r3,[r1,r3]\n movs r2,#6\n ldrsh r2,[r0,r2]\n muls r2,r3,r2\n"
        "add r11,r2\n");
  }
#undef ETCH_CHANNELS_OF_WINDOW
};

#else

struct short_channels {
  static constexpr int channels = 4;
};

#endif

}  // namespace armv6m

}  // namespace ETCH_NAMESPACE
