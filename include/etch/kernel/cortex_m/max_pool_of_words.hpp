// max_pool of signed bytes or halfwords, a word of channels of a window at a time: without scratch
// memory, and over rows that may lie apart.
#pragma once

#include <etch/kernel/cortex_m/gather.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/op/max_pool.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// Base of the max_pool kernel K, which loads, stores and compares words as Words does.
template <class K, class Words>
struct max_pool_of_words : kernel_base {
  using op = ops::max_pool;

  template <class C>
  static constexpr window_geometry geometry = C::attributes.at(C::inputs());
  /// The same where each byte of a code counts as a channel.
  template <class C>
  static constexpr window_geometry bytes = in_bytes(geometry<C>, sizeof(typename Words::code));
  template <class C>
  static constexpr bool accepts =
      C::attributes.least == 0 && compares_as<C, typename Words::code> &&
      (Words::lies_anywhere ? bytes<C>.c >= 4 : bytes<C>.c % 4 == 0);
  template <class C>
  static constexpr bool reads_rows = geometry<C>.kh <= most_rows_apart;
  template <class C>
  static constexpr auto pack() {
    return make_window_shape(bytes<C>, 0);
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    if constexpr (Words::is_available) {
      pool_rows(kernel_constants<K, C>(a), in_integers(output_limits<C>()),
                in_bytes(a.template rows<0>()), as_bytes(out_row<C>(a, rows.first)), rows);
    } else {
      static_assert(sizeof(A) == 0, "max_pool of words: compile with the -mcpu of the target");
    }
  }

 private:
  template <class Rows>
  ETCH_KERNEL static void pool_rows(const window_shape& p, limits<typename Words::code> l,
                                    Rows x,          // (N H, W C)
                                    std::int8_t* y,  // the first row of (N OH, OW C)
                                    row_block rows) {
    const std::uint32_t low = repeated(l.low), high = repeated(l.high);
    const int column = p.dilation_w * p.c, row = p.dilation_h * distance_of_rows(x);
    for_each_window_of_rows(p, x, y, rows,
                            [&](auto* to, auto from, cell_run u, cell_run v)
                                __attribute__((always_inline)) {
                                  for (int next = 0; next < p.c; next += 4) {
                                    // The last four overlap those before: what both write is the
                                    // same.
                                    const int c = minimum(next, p.c - 4);
                                    std::uint32_t most = low;
                                    auto window = from + c;
                                    for (int i = u.count; i > 0; --i, to_next_row(window, row)) {
                                      const std::int8_t* at = first_row(window);
                                      for (int j = v.count; j > 0; --j, at += column) {
                                        most = Words::maximum(most, Words::load(at));
                                      }
                                    }
                                    Words::store(to + c, Words::minimum(most, high));
                                  }
                                });
  }
};

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
