// max_pool of signed bytes or halfwords, a word of channels at a time: the largest of each column
// of a row of windows, then of the columns of each window.
#pragma once

#include <etch/kernel/cortex_m/max_pool_of_words.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

#if ETCH_HAS_M_PROFILE

/// Writes rows of output: the largest of each column of a window, then of its columns.
template <class Words>
ETCH_KERNEL void pool_by_columns(const pool_shape& p, limits<typename Words::code> l,
                                 strided_rows<const std::int8_t> x,  // (N H, W C)
                                 std::int8_t* y,                     // (N OH, OW C)
                                 std::int8_t* columns,               // (W C)
                                 row_block rows) {
  const int bytes = p.ow * p.c;
  y += rows.first * bytes;
  for_each_row_of_windows(
      p, x, rows, [&](const std::int8_t* from, cell_run u) __attribute__((always_inline)) {
        find_largest<Words>(columns, cells_in_turn(from, u.count, 1, 0, x.stride), 0, 1, p.w * p.c);
        find_largest_in_row<Words>(p, y, static_cast<const std::int8_t*>(columns), 1, 0);
        y += bytes;
      });
  if (are_limits(l)) limit_codes<Words>(y - rows.count * bytes, rows.count * bytes, l);
}

#endif

/// Comparisons of runs that a window of g takes by itself, `at_once` runs each, and those that its
/// columns and the window of columns take.
constexpr int comparisons_of_cells(int cells, int at_once) {
  return maximum(ceil_div(cells - 1, at_once - 1), 1);
}
constexpr bool gains_by_columns(const window_geometry& g, int at_once) {
  return g.stride_w * comparisons_of_cells(g.kh, at_once) + comparisons_of_cells(g.kw, at_once) <
         comparisons_of_cells(g.kh * g.kw, at_once);
}

/// Base of the max_pool kernel K, whose runs of codes Words compares.
template <class K, class Words>
struct max_pool_by_columns : largest_of_windows<Words> {
  template <class C>
  static constexpr bool accepts = [] {
    constexpr window_geometry g = max_pool_by_columns::template geometry<C>;
    return max_pool_by_columns::template compares<C> &&
           max_pool_by_columns::template bytes<C>.c % 4 == 0 && g.dilation_h == 1 &&
           g.dilation_w == 1 && gains_by_columns(g, Words::at_once);
  }();
  template <class C>
  static constexpr int scratch = round_up(
      max_pool_by_columns::template bytes<C>.w * max_pool_by_columns::template bytes<C>.c, 16);
  template <class C>
  static constexpr bool takes_idle_memory = sizeof(typename Words::code) > 1;
  template <class C>
  static constexpr auto pack() {
    return make_pool_shape(max_pool_by_columns::template bytes<C>);
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    if constexpr (Words::is_available) {
      pool_by_columns<Words>(kernel_constants<K, C>(a),
                             in_codes<typename Words::code>(output_limits<C>()),
                             in_bytes(a.template rows<0>()), as_bytes(a.template out<0>()),
                             reinterpret_cast<std::int8_t*>(a.scratch()), rows);
    } else {
      static_assert(sizeof(A) == 0, "max_pool by columns: compile with the -mcpu of the target");
    }
  }
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
