// avg_pool of signed 8-bit codes, four channels of a window at a time, two sums a word that ANDS
// takes apart: without scratch memory, and over rows that may lie apart.
//
// Needs: the M profile; hwc; C a multiple of 4; windows of at most 256 cells, of at most 12 rows
// where these lie apart; ties as in CMSIS-NN or TensorFlow Lite. Reads: x (N,H,W,C). Writes: y
// (N,OH,OW,C).
#pragma once

#include <etch/kernel/cortex_m/means_of_words.hpp>
#include <etch/op/avg_pool.hpp>

namespace ETCH_NAMESPACE {

/// avg_pool of signed 8-bit codes of any format.
struct avg_pool_s8_s8_ands : kernel_base {
  using op = ops::avg_pool;
  static constexpr const char* name = "avg_pool_s8_s8_ands";

  template <class C>
  static constexpr window_geometry geometry = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool accepts = averages_bytes<C, 4>() && geometry<C>.c % 4 == 0;
  template <class C>
  static constexpr bool reads_rows = geometry<C>.kh <= cortex_m::most_rows_apart;
  template <class C>
  static constexpr auto pack() {
    return cortex_m::make_window_shape(geometry<C>, 0);
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_M_PROFILE
    mean_rows<C::round>(kernel_constants<avg_pool_s8_s8_ands, C>(a), output_limits<C>(),
                        a.template rows<0>(), out_row<C>(a, rows.first), rows);
#else
    static_assert(sizeof(A) == 0, "avg_pool_s8_s8_ands: compile with the -mcpu of the target");
#endif
  }

#if ETCH_HAS_M_PROFILE
 private:
  template <rounding R, class Rows>
  ETCH_KERNEL static void mean_rows(const cortex_m::window_shape& p, limits<std::int8_t> l,
                                    Rows x,          // (N H, W C)
                                    std::int8_t* y,  // the first row of (N OH, OW C)
                                    row_block rows) {
    const int column = p.dilation_w * p.c, row = p.dilation_h * cortex_m::distance_of_rows(x);
    cortex_m::for_each_window_of_rows(
        p, x, y, rows,
        [&](auto* to, auto from, cell_run u, cell_run v) __attribute__((always_inline)) {
          const int cells = u.count * v.count;
          for (int c = 0; c < p.c; c += 4) {
            cortex_m::sums_of_words sums;
            auto window = from + c;
            for (int i = u.count; i > 0; --i, cortex_m::to_next_row(window, row)) {
              sums.add(cortex_m::first_row(window), v.count, column);
            }
            sums.tell(cells, [&](int i, std::int32_t sum) __attribute__((always_inline)) {
              to[c + i] = static_cast<std::int8_t>(
                  clamp<std::int32_t>(mean_of<R>(sum, cells), l.low, l.high));
            });
          }
        });
  }
#endif
};

}  // namespace ETCH_NAMESPACE
