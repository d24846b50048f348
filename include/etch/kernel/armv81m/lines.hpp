// Windows as lines of codes, one behind the other: where they lie in the input, or in scratch
// memory, where many are made at a time.
#pragma once

#include <etch/kernel/armv81m/patches.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// A convolution whose windows become lines of codes, one behind the other.
struct line_plan : patch_plan {
  std::int16_t first, end;  ///< the pixels of a row whose windows lie inside the input
};
constexpr line_plan make_line_plan(const window_geometry& g, int zero) {
  line_plan p{};
  static_cast<patch_plan&>(p) = make_patch_plan(g, zero);
  const int last = p.w + p.pad_left - reach(p.kw, p.dilation_w);  // where a window may begin
  p.first = half(minimum<int>(ceil_div(p.pad_left, p.stride_w), p.ow));
  p.end = last < 0 ? p.first : half(clamp<int>(last / p.stride_w + 1, p.first, p.ow));
  return p;
}
/// Whether windows lie in the input as lines of `length` bytes, at least four.
constexpr bool holds_lines(const window_geometry& g, int length) {
  return g.kh * g.kw == 1 && g.h == g.oh && g.w == g.ow && g.ow >= 4 && g.c == length;
}
/// Bytes of scratch memory for lines of `length` bytes, at most so many at a time.
constexpr int line_scratch(const window_geometry& g, int length, int most) {
  return minimum(most, round_up(g.n * g.oh * g.ow, 4)) * length + 16;
}

#if ETCH_HAS_MVE

/// Lines of the windows of `count` pixels that lie inside the input, `length` bytes each: KH rows
/// of Cells runs of Run codes, `next_cell` apart. Up to 16 bytes behind the last are written as
/// well. Words: runs lie at words, and lines have no gaps.
template <int KH, int Cells, int Run, bool Words = false>
ETCH_GLUE void copy_lines(std::int8_t* to, int length, const std::int8_t* from, int distance,
                          int next, [[maybe_unused]] int next_cell, int count) {
  [[maybe_unused]] const mve_pred16_t few = vctp8q(Run % 16);
  for (; count > 0; --count, to += length, from += distance) {
    const std::int8_t* row = from;
    if constexpr (Words && Run == 8 && Cells == 1 && KH <= 8) {
      std::int8_t* at = to;
      __asm volatile(
          ".irp k,0,1,2,3,4,5,6,7\n\t.if \\k < %c[rows]\n\t.if \\k > 0\n\tadd "
          "%[row],%[next]\n\t.endif\n\tvldr d\\k,[%[row]]\n\t.endif\n\t.endr\n\t"
          "vstmia %[at]!,{d0-d%c[last]}"
          : [at] "+r"(at), [row] "+r"(row)
          : [next] "r"(next), [rows] "i"(KH), [last] "i"(KH - 1)
          : "q0", "q1", "q2", "q3", "memory");
    } else if constexpr (Run < 16) {  // compilers would hold the address of each run
      std::int8_t* at = to;
      int8x16_t codes;
      mve_pred16_t lanes;
      __asm volatile(
          ETCH_KEEP_PREDICATE
          "vctp.8 %[n]\n\t.rept %c[rows]\n\t.rept %c[cells]\n\t"
          "vpst\n\tvldrbt.8 %q[v],[%[row]]\n\tadd %[row],%[next]\n\t"
          "vstrb.8 %q[v],[%[at]],%[run]\n\t.endr\n\t"
          ".if %c[cells] > 1\n\tadd %[row],%[rest]\n\t.endif\n\t.endr" ETCH_GIVE_PREDICATE_BACK
          : ETCH_PREDICATE(lanes), [v] "=&w"(codes), [at] "+l"(at), [row] "+r"(row)
          : [next] "r"(Cells > 1 ? next_cell : next), [rest] "r"(next - Cells * next_cell),
            [n] "r"(Run), [run] "i"(Run), [rows] "i"(KH), [cells] "i"(Cells)
          : "memory");
    } else {
      unroll<KH>([&]<int U>() __attribute__((always_inline)) {
        const std::int8_t* cell = row;
        unroll<Cells>([&]<int V>() __attribute__((always_inline)) {
          unroll<(Run + 15) / 16>([&]<int I>() __attribute__((always_inline)) {
            const int8x16_t codes =
                I < Run / 16 ? vldrbq_s8(cell + 16 * I) : vldrbq_z_s8(cell + 16 * I, few);
            vstrbq_s8(to + (U * Cells + V) * Run + 16 * I, codes);
          });
          cell += next_cell;
        });
        row += next;
      });
    }
  }
}

/// Lines of the windows of `count` pixels from `at` on, which is left behind them.
template <int KH, int Cells, int Run, bool Words = false>
ETCH_KERNEL void gather_lines(const line_plan& p, std::int8_t* to, int length, const std::int8_t* x,
                              pixel_place& at, int count) {
  while (count > 0) {
    const int left = at.j * p.stride_w - p.pad_left;
    int pixels = 1;
    if (at.inside && at.j >= p.first && at.j < p.end) {
      pixels = minimum(count, p.end - at.j);
      copy_lines<KH, Cells, Run, Words>(to, length, x + at.row + left * p.c, p.x_pixel, p.x_next,
                                        p.dilation_w * p.c, pixels);
    } else if constexpr (Run <= 16 && Cells == 1) {
      gather_run_of_rows(p, x + at.row + left * p.c, to, 16, Run, at.top, Run, left);
    } else {
      gather_clipped(p, x + at.row + left * p.c, to, 16, at.top, left);
    }
    to += pixels * length;
    count -= pixels;
    advance(p, at, pixels);
  }
}

/// The first `count` of four lines, the others as the last: all four are read.
ETCH_GLUE void fill_four_lines(std::int8_t* lines, int length, int count) {
  for (int i = count; i < 4; ++i) {
    for (int k = 0; k < length; k += 16) {
      vstrbq_s8(lines + i * length + k, vldrbq_s8(lines + (count - 1) * length + k));
    }
  }
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
