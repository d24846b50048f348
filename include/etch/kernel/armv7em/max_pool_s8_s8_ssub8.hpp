// max_pool of 8-bit codes, four channels a word, by SSUB8 and SEL.
//
// Needs: DSP instructions; hwc; C a multiple of 4, dilation 1. Window, padding and stride are free.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/armv7em/core.hpp>
#include <etch/op/max_pool.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// A pool as its row loop sees it. Lengths in codes.
struct pool_plan {
  int h, w, oh, ow, c;
  int kh, kw, stride_h, stride_w, pad_top, pad_left;
};
constexpr pool_plan make_pool_plan(const window_geometry& g) {
  return {g.h,  g.w,  g.oh,       g.ow,       g.c,  //
          g.kh, g.kw, g.stride_h, g.stride_w, g.pad_top, g.pad_left};
}

#if ETCH_HAS_DSP

/// y = max(a, b, c), `words` words of four codes; y may be a.
ETCH_GLUE void largest_of_three(std::int8_t* y, const std::int8_t* a, const std::int8_t* b,
                                const std::int8_t* c, int words) {
  std::uint32_t s, t, u;
  for (; words >= 2; words -= 2) {
    __asm volatile(
        "ldr %4,[%1],#4\n\tldr %5,[%2],#4\n\tssub8 %6,%4,%5\n\tsel %4,%4,%5\n\t"
        "ldr %5,[%3],#4\n\tssub8 %6,%4,%5\n\tsel %4,%4,%5\n\tstr %4,[%0],#4\n\t"
        "ldr %4,[%1],#4\n\tldr %5,[%2],#4\n\tssub8 %6,%4,%5\n\tsel %4,%4,%5\n\t"
        "ldr %5,[%3],#4\n\tssub8 %6,%4,%5\n\tsel %4,%4,%5\n\tstr %4,[%0],#4"
        : "+r"(y), "+r"(a), "+r"(b), "+r"(c), "=&r"(s), "=&r"(t), "=&r"(u)::"memory", "cc");
  }
  if (words > 0) {
    s = maximum_of_bytes(maximum_of_bytes(load_word(a), load_word(b)), load_word(c));
    reinterpret_cast<unaligned_word*>(y)->value = s;
  }
}

/// y = the largest of `count` runs of `words` words, `stride` codes apart.
ETCH_KERNEL inline void largest_of_runs(std::int8_t* y, const std::int8_t* x, int stride, int count,
                                        int words) {
  const std::int8_t* const last = x + (count - 1) * stride;
  const auto step = [&](const std::int8_t* p) { return p == last ? p : p + stride; };
  const std::int8_t* a = x;
  for (const std::int8_t* p = x;; a = y) {
    const std::int8_t* const b = step(p);
    const std::int8_t* const c = step(b);
    largest_of_three(y, a, b, c, words);
    p = c;
    if (p == last) return;
  }
}

/// y brought between two codes.
ETCH_KERNEL inline void limit_row(std::int8_t* y, int words, limits<std::int8_t> l) {
  const std::uint32_t low = static_cast<std::uint8_t>(l.low) * 0x01010101u;
  const std::uint32_t high = static_cast<std::uint8_t>(l.high) * 0x01010101u;
  for (; words > 0; --words, y += 4) {
    auto* const word = reinterpret_cast<unaligned_word*>(y);
    word->value = minimum_of_bytes(maximum_of_bytes(word->value, low), high);
  }
}

/// Writes rows of output: the largest of each column of a window, then of its columns.
ETCH_KERNEL inline void pool_rows(const pool_plan& p, limits<std::int8_t> l,
                                  strided_rows<const std::int8_t> x,  // (N H, W C)
                                  std::int8_t* y,                     // (N OH, OW C)
                                  std::int8_t* columns,               // (W C)
                                  row_block rows) {
  const int words = p.c / 4;
  y += rows.first * p.ow * p.c;
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / p.oh, top = r % p.oh * p.stride_h - p.pad_top;
    const int first = maximum(top, 0), last = minimum(top + p.kh, p.h);
    largest_of_runs(columns, x.row(n * p.h + first), x.stride, last - first, p.w * words);
    int left = -p.pad_left;
    std::int8_t* to = y;
    for (int j = 0; j < p.ow; ++j, left += p.stride_w, to += p.c) {
      const int begin = maximum(left, 0), end = minimum(left + p.kw, p.w);
      largest_of_runs(to, columns + begin * p.c, p.c, end - begin, words);
    }
    if (l.low > -128 || l.high < 127) limit_row(y, p.ow * words, l);
    y = to;
  }
}

#endif

}  // namespace armv7em

/// max_pool of signed 8-bit codes of any format.
struct max_pool_s8_s8_ssub8 {
  using op = ops::max_pool;
  static constexpr const char* name = "max_pool_s8_s8_ssub8";

  template <class C>
  static constexpr bool accepts = [] {
    using in = typename C::template in<0>;
    constexpr window_geometry g = C::attributes.at(C::inputs());
    return C::attributes.least == 0 && in::is.number.bits == 8 &&
           __is_same(typename in::storage, std::int8_t) && __is_same(typename in::layout, hwc) &&
           __is_same(typename C::template out<>::layout, hwc) && !in::is.is_constant &&
           g.c % 4 == 0 && g.dilation_h == 1 && g.dilation_w == 1;
  }();
  template <class C>
  static constexpr int scratch =
      round_up(C::template in<0>::is.shape.w() * C::template in<0>::is.shape.c(), 16);
  template <class C>
  static constexpr auto pack() {
    return armv7em::make_pool_plan(C::attributes.at(C::inputs()));
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    armv7em::pool_rows(kernel_constants<max_pool_s8_s8_ssub8, C>(a), output_limits<C>(),
                       a.template rows<0>(), a.template out<0>(),
                       reinterpret_cast<std::int8_t*>(a.scratch()), rows);
#else
    static_assert(sizeof(A) == 0, "max_pool_s8_s8_ssub8: compile with -mcpu=cortex-m4");
#endif
  }
};

}  // namespace ETCH_NAMESPACE
