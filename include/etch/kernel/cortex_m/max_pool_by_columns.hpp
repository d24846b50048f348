// max_pool of signed bytes or halfwords, a word of channels at a time: the largest of each column
// of a row of windows, then of the columns of each window.
#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/kernel/layer/output_row.hpp>
#include <etch/op/max_pool.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// A pool as its row loop sees it. Lengths in bytes.
struct pool_plan {
  int h, w, oh, ow, c;
  int kh, kw, stride_h, stride_w, pad_top, pad_left;
};
constexpr pool_plan make_pool_plan(const window_geometry& g) {
  return {g.h,  g.w,  g.oh,       g.ow,       g.c,  //
          g.kh, g.kw, g.stride_h, g.stride_w, g.pad_top, g.pad_left};
}

#if ETCH_HAS_M_PROFILE

/// y = the largest of `count` runs of `words` words, `stride` codes apart.
template <class Words>
ETCH_KERNEL void largest_of_runs(std::int8_t* y, const std::int8_t* x, int stride, int count,
                                 int words) {
  const std::int8_t* const last = x + (count - 1) * stride;
  const auto step = [&](const std::int8_t* p) { return p == last ? p : p + stride; };
  const std::int8_t* a = x;
  for (const std::int8_t* p = x;; a = y) {
    const std::int8_t* const b = step(p);
    const std::int8_t* const c = step(b);
    Words::largest_of_three(y, a, b, c, words);
    p = c;
    if (p == last) return;
  }
}

/// y brought between two codes.
template <class Words>
ETCH_KERNEL void limit_row(std::int8_t* y, int words, limits<typename Words::code> l) {
  const std::uint32_t low = repeated(l.low), high = repeated(l.high);
  for (; words > 0; --words, y += 4) {
    Words::store(y, Words::minimum(Words::maximum(Words::load(y), low), high));
  }
}

/// Writes rows of output: the largest of each column of a window, then of its columns.
template <class Words>
ETCH_KERNEL void pool_rows(const pool_plan& p, limits<typename Words::code> l,
                           strided_rows<const std::int8_t> x,  // (N H, W C)
                           std::int8_t* y,                     // (N OH, OW C)
                           std::int8_t* columns,               // (W C)
                           row_block rows) {
  const int words = p.c / 4;
  y += rows.first * p.ow * p.c;
  output_row at(rows.first, p.oh);
  for (int r = rows.count; r > 0; --r, at.next(p.oh)) {
    const int top = at.i * p.stride_h - p.pad_top;
    const int first = maximum(top, 0), last = minimum(top + p.kh, p.h);
    largest_of_runs<Words>(columns, x.row(at.n * p.h + first), x.stride, last - first, p.w * words);
    int left = -p.pad_left;
    std::int8_t* to = y;
    for (int j = 0; j < p.ow; ++j, left += p.stride_w, to += p.c) {
      const int begin = maximum(left, 0), end = minimum(left + p.kw, p.w);
      largest_of_runs<Words>(to, columns + begin * p.c, p.c, end - begin, words);
    }
    using code = typename Words::code;
    if (l.low != lowest_of<code> || l.high != static_cast<code>(~lowest_of<code>)) {
      limit_row<Words>(y, p.ow * words, l);
    }
    y = to;
  }
}

#endif

/// Base of the max_pool kernel K, which loads, stores and compares words as Words does.
template <class K, class Words>
struct max_pool_by_columns : kernel_base {
  using op = ops::max_pool;

  template <class C>
  static constexpr window_geometry geometry = C::attributes.at(C::inputs());
  /// The same where each byte of a code counts as a channel.
  template <class C>
  static constexpr window_geometry bytes = in_bytes(geometry<C>, sizeof(typename Words::code));
  template <class C>
  static constexpr bool accepts =
      C::attributes.least == 0 && compares_as<C, typename Words::code> && bytes<C>.c % 4 == 0 &&
      geometry<C>.dilation_h == 1 && geometry<C>.dilation_w == 1;
  template <class C>
  static constexpr int scratch = round_up(bytes<C>.w * bytes<C>.c, 16);
  template <class C>
  static constexpr bool takes_idle_memory = sizeof(typename Words::code) > 1;
  template <class C>
  static constexpr auto pack() {
    return make_pool_plan(bytes<C>);
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    if constexpr (Words::is_available) {
      pool_rows<Words>(kernel_constants<K, C>(a), in_integers(output_limits<C>()),
                       in_bytes(a.template rows<0>()), as_bytes(a.template out<0>()),
                       reinterpret_cast<std::int8_t*>(a.scratch()), rows);
    } else {
      static_assert(sizeof(A) == 0, "max_pool by columns: compile with the -mcpu of the target");
    }
  }
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
